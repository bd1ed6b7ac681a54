// products THREADS: the matrix product beside that of OpenBLAS. One line for each shape: its name, the seconds of ours
// and of OpenBLAS, medians of alternating runs. Nothing where OpenBLAS is not installed.
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#include "math/matrix.hpp"
#include "math/random.hpp"
#include "math/team.hpp"

namespace {

constexpr int runs = 9;
constexpr double least_seconds = 0.01;  // of one run

double seconds(const std::function<void()>& work, int times) {
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < times; ++i) work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() / times;
}

double median(std::vector<double> of) {
  std::ranges::sort(of);
  return of[of.size() / 2];
}

}  // namespace

int main(int, char** argv) {
  const int threads = std::atoi(argv[1]);
  void* blas = dlopen("libopenblas.so.0", RTLD_NOW);
  if (blas == nullptr) return 0;
  // Row by row, not transposed (111) or transposed (112): see cblas.h.
  using Dgemm = void (*)(int order, int transposed_a, int transposed_b, int m, int n, int k, double alpha,
                         const double* a, int lda, const double* b, int ldb, double beta, double* c, int ldc);
  const auto dgemm = reinterpret_cast<Dgemm>(dlsym(blas, "cblas_dgemm"));
  const auto set_threads = reinterpret_cast<void (*)(int)>(dlsym(blas, "openblas_set_num_threads"));
  if (dgemm == nullptr || set_threads == nullptr) return 0;
  set_threads(threads);
  mha::use_threads(threads);

  struct Product {
    int rows, columns, terms;
    bool is_transposed;  // b, as in Q · Kᵀ
  };
  for (const Product p : {Product{128, 768, 768, false},
                          {128, 3072, 768, false},
                          {128, 768, 3072, false},
                          {512, 768, 768, false},
                          {512, 3072, 768, false},
                          {512, 768, 3072, false},
                          {512, 512, 64, true},
                          {512, 64, 512, false}}) {
    const auto size = [](int n) { return static_cast<std::size_t>(n); };
    const mha::Matrix a = mha::draw({}, "a", {size(p.rows), size(p.terms)});
    const mha::Shape shape_of_b{size(p.terms), size(p.columns)};
    const mha::Matrix b =
        mha::draw({}, "b", p.is_transposed ? mha::Shape{shape_of_b.cols, shape_of_b.rows} : shape_of_b);
    std::vector<double> c(size(p.rows) * size(p.columns));
    const auto ours = [&] {
      const mha::Matrix product = p.is_transposed ? mha::matmul_transposed(a, b) : mha::matmul(a, b);
    };
    const auto theirs = [&] {
      dgemm(101, 111, p.is_transposed ? 112 : 111, p.rows, p.columns, p.terms, 1, a.cells().data(), p.terms,
            b.cells().data(), p.is_transposed ? p.terms : p.columns, 0, c.data(), p.columns);
    };
    seconds(theirs, 1);
    const int times = 1 + static_cast<int>(least_seconds / seconds(ours, 1));
    std::vector<double> of_ours, of_theirs;
    for (int run = 0; run < runs; ++run) {
      of_ours.push_back(seconds(ours, times));
      of_theirs.push_back(seconds(theirs, times));
    }
    std::printf("%dx%dx%d%s %.9f %.9f\n", p.rows, p.columns, p.terms, p.is_transposed ? "t" : "", median(of_ours),
                median(of_theirs));
  }
}
