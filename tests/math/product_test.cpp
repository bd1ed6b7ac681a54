#include "math/product.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "math/matrix.hpp"
#include "math/threads.hpp"
#include "math/vectors.hpp"

namespace mha {
namespace {

// One accumulator per cell, from the first term to the last.
Matrix textbook_product(const Matrix& a, const Matrix& b) {
  Matrix c(a.rows(), b.cols());
  for (std::size_t i = 0; i < a.rows(); ++i) {
    for (std::size_t j = 0; j < b.cols(); ++j) {
      double sum = 0.0;
      for (std::size_t k = 0; k < a.cols(); ++k) sum = sum + a(i, k) * b(k, j);
      c(i, j) = sum;
    }
  }
  return c;
}

// −0 is not 0 here, and a NaN is like any other.
bool same_bits(double x, double y) {
  return std::isnan(x) ? std::isnan(y) : std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
}

std::size_t differing_cells(const Matrix& a, const Matrix& b) {
  REQUIRE(a.shape() == b.shape());
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.cells().size(); ++i) count += !same_bits(a.cells()[i], b.cells()[i]);
  return count;
}

// Numbers of very different sizes, so that another order of additions gives another sum.
Matrix random_matrix(Shape shape, std::mt19937_64& generator) {
  Matrix result(shape.rows, shape.cols);
  for (double& x : result.cells()) {
    const std::uint64_t bits = generator();
    x = std::ldexp(static_cast<double>(bits >> 11) - 0x1p52, static_cast<int>(bits % 16) - 60);
  }
  return result;
}

std::vector<VectorWidth> widths() {
  std::vector<VectorWidth> found;
  for (const VectorWidth width : {VectorWidth::two, VectorWidth::four, VectorWidth::eight}) {
    if (has(width)) found.push_back(width);
  }
  return found;
}

// With vectors of each width, and after that with those in use before.
template <class Check>
void with_each_width(const Check& check) {
  const VectorWidth before = vector_width();
  for (const VectorWidth width : widths()) {
    use_vectors(width);
    CAPTURE(static_cast<int>(width));
    check();
  }
  use_vectors(before);
}

void check_product(std::size_t rows, std::size_t depth, std::size_t columns, std::mt19937_64& generator) {
  const Matrix a = random_matrix({rows, depth}, generator);
  const Matrix b = random_matrix({depth, columns}, generator);
  const Matrix b_transposed = transpose(b);
  const Matrix right = textbook_product(a, b);
  CAPTURE(rows);
  CAPTURE(depth);
  CAPTURE(columns);
  with_each_width([&] {
    CHECK(differing_cells(matmul(a, b), right) == 0);
    CHECK(differing_cells(matmul_transposed(a, b_transposed), right) == 0);
  });
}

}  // namespace

TEST_CASE("the order of additions shows in the numbers that these tests use") {
  std::mt19937_64 generator(1);
  const Matrix a = random_matrix({10, 40}, generator);
  const Matrix b = random_matrix({40, 10}, generator);
  Matrix a_turned = a;
  Matrix b_turned = b;
  for (std::size_t k = 0; k < 40; ++k) {
    for (std::size_t i = 0; i < 10; ++i) a_turned(i, k) = a(i, 39 - k), b_turned(k, i) = b(39 - k, i);
  }
  CHECK(differing_cells(textbook_product(a, b), textbook_product(a_turned, b_turned)) > 30);
}

TEST_CASE("a product has the textbook's bits at every edge of a tile") {
  // tiles have 4 or 8 rows and up to 3 vectors of 2, 4 or 8 columns
  std::mt19937_64 generator(2);
  for (std::size_t rows = 1; rows <= 17; ++rows) check_product(rows, 23, 24, generator);
  for (std::size_t columns = 1; columns <= 50; ++columns) check_product(9, 17, columns, generator);
  for (std::size_t depth = 1; depth <= 20; ++depth) check_product(8, depth, 25, generator);
  for (const std::size_t n : {1U, 2U, 3U, 4U, 5U, 7U, 8U, 9U, 12U, 16U}) check_product(n, n, n, generator);
}

TEST_CASE("a product has the textbook's bits at the edges of what is packed at a time") {
  std::mt19937_64 generator(3);
  for (const std::size_t depth : {255U, 256U, 257U, 400U, 512U, 513U}) check_product(5, depth, 26U, generator);
  for (const std::size_t rows : {511U, 512U, 513U, 520U}) check_product(rows, 3U, 7U, generator);
  check_product(1, 300, 1100, generator);
  check_product(515, 258, 1, generator);
}

TEST_CASE("products of any shape have the textbook's bits") {
  std::mt19937_64 generator(4);
  // as often small as large: x = 400^u
  const auto any = [&] {
    return static_cast<std::size_t>(std::pow(400.5, static_cast<double>(generator() >> 11) * 0x1p-53));
  };
  for (int i = 0; i < 150; ++i) check_product(any(), any(), any(), generator);
}

TEST_CASE("a product has the textbook's bits with any number of threads") {
  std::mt19937_64 generator(6);
  const Matrix a = random_matrix({130, 300}, generator);
  const Matrix b = random_matrix({300, 401}, generator);
  const Matrix right = textbook_product(a, b);
  const Matrix b_transposed = transpose(b);
  for (const int threads : {1, 2, 3, 4}) {
    const UseThreads use(threads);
    CAPTURE(threads);
    with_each_width([&] {
      CHECK(differing_cells(matmul(a, b), right) == 0);
      CHECK(differing_cells(matmul_transposed(a, b_transposed), right) == 0);
    });
  }
}

TEST_CASE("signed zeros, infinities and NaN come out as in the textbook's loops") {
  constexpr double inf = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double rare[] = {0.0, -0.0, inf, -inf, nan, 1, -1, 5e-324, 1.7e308};
  std::mt19937_64 generator(5);
  for (const std::size_t n : {3U, 30U}) {
    for (int times = 0; times < 20; ++times) {
      Matrix a = random_matrix({n, n}, generator);
      Matrix b = random_matrix({n, n}, generator);
      for (std::size_t i = 0; i < n; ++i) {
        a(i, generator() % n) = rare[generator() % 9];
        b(generator() % n, i) = rare[generator() % 9];
      }
      const Matrix right = textbook_product(a, b);
      with_each_width([&] { CHECK(differing_cells(matmul(a, b), right) == 0); });
    }
  }
  // 0 + (−0 · 1) = 0: the sum begins with +0
  with_each_width(
      [] { CHECK_FALSE(std::signbit(matmul(Matrix(20, 20, std::vector<double>(400, -0.0)), identity(20))(3, 3))); });
}

TEST_CASE("a product without rows, columns or terms is what it should be") {
  with_each_width([] {
    CHECK(matmul(Matrix(0, 5), Matrix(5, 7)) == Matrix(0, 7));
    CHECK(matmul(Matrix(7, 5), Matrix(5, 0)) == Matrix(7, 0));
    CHECK(matmul(Matrix(70, 0), Matrix(0, 70)) == Matrix(70, 70));
    CHECK(matmul_transposed(Matrix(70, 0), Matrix(70, 0)) == Matrix(70, 70));
  });
}

TEST_CASE("add_product adds to what is there") {
  double c[] = {10, 20};
  const double a[] = {1, 2};
  const double b[] = {3, 4, 5, 6};
  add_product(1, 2, 2, {a, 2, 1}, {b, 2, 1}, c);
  // 10 + 1·3 + 2·5 = 23   20 + 1·4 + 2·6 = 36
  CHECK(c[0] == 23);
  CHECK(c[1] == 36);
}

}  // namespace mha
