#include "math/matrix.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace mha {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

Matrix random_matrix(std::size_t rows, std::size_t cols, std::mt19937_64& generator) {
  Matrix result(rows, cols);
  for (double& x : result.cells()) x = std::ldexp(static_cast<double>(generator()), -63) - 1;
  return result;
}

// The definition: row i times column j, added from the first term to the last.
Matrix textbook_product(const Matrix& a, const Matrix& b) {
  Matrix result(a.rows(), b.cols());
  for (std::size_t i = 0; i < a.rows(); ++i) {
    for (std::size_t j = 0; j < b.cols(); ++j) {
      double sum = 0.0;
      for (std::size_t k = 0; k < a.cols(); ++k) sum += a(i, k) * b(k, j);
      result(i, j) = sum;
    }
  }
  return result;
}

std::string refusal(const std::function<void()>& call) {
  try {
    call();
  } catch (const ShapeError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("a matrix is stored row by row") {
  Matrix a{{1, 2, 3}, {4, 5, 6}};
  CHECK(a.shape() == Shape{2, 3});
  CHECK(a(1, 0) == 4);
  CHECK(a.row(1)[2] == 6);
  CHECK(a.cells()[2] == 3);
  a(1, 0) = 40;
  CHECK(a == Matrix(2, 3, {1, 2, 3, 40, 5, 6}));
  CHECK(Matrix().shape() == Shape{0, 0});
  CHECK(Matrix(2, 2) == Matrix{{0, 0}, {0, 0}});
  CHECK(Matrix(1, 2) != Matrix(2, 1));
}

TEST_CASE("matmul multiplies rows by columns") {
  // 1·5 + 2·7 = 19   1·6 + 2·8 = 22
  // 3·5 + 4·7 = 43   3·6 + 4·8 = 50
  CHECK(matmul({{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}) == Matrix{{19, 22}, {43, 50}});
  // 1·4 + 2·5 + 3·6 = 32
  CHECK(matmul({{1, 2, 3}}, {{4}, {5}, {6}}) == Matrix{{32}});
  CHECK(matmul(Matrix(2, 0), Matrix(0, 3)) == Matrix(2, 3));  // a sum of no terms is 0
}

TEST_CASE("matmul_transposed multiplies rows by rows") {
  // 1·5 + 2·6 = 17   1·7 + 2·8 = 23
  // 3·5 + 4·6 = 39   3·7 + 4·8 = 53
  CHECK(matmul_transposed({{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}) == Matrix{{17, 23}, {39, 53}});
  // one query, three keys
  CHECK(matmul_transposed({{1, 2}}, {{1, 0}, {0, 1}, {1, 1}}) == Matrix{{1, 2, 3}});
}

TEST_CASE("a product has the very bits of the textbook's three loops") {
  std::mt19937_64 generator(1);
  for (const auto& [n, k, m] : {std::array<std::size_t, 3>{1, 1, 1}, {3, 4, 5}, {7, 33, 19}, {2, 5, 1030}}) {
    const Matrix a = random_matrix(n, k, generator);
    const Matrix b = random_matrix(k, m, generator);
    CHECK(matmul(a, b) == textbook_product(a, b));
    CHECK(matmul_transposed(a, transpose(b)) == textbook_product(a, b));
  }
}

TEST_CASE("a product is the same when columns or rows are left out") {
  std::mt19937_64 generator(2);
  const Matrix a = random_matrix(3, 8, generator);
  const Matrix b = random_matrix(8, 6, generator);
  CHECK(columns(matmul(a, b), 2, 3) == matmul(a, columns(b, 2, 3)));
}

TEST_CASE("identity changes nothing") {
  const Matrix a{{1, 2, 3}, {4, 5, 6}};
  CHECK(identity(2) == Matrix{{1, 0}, {0, 1}});
  CHECK(matmul(a, identity(3)) == a);
  CHECK(matmul(identity(2), a) == a);
}

TEST_CASE("transpose turns rows into columns, twice is once too many") {
  const Matrix a{{1, 2, 3}, {4, 5, 6}};
  CHECK(transpose(a) == Matrix{{1, 4}, {2, 5}, {3, 6}});
  CHECK(transpose(transpose(a)) == a);
}

TEST_CASE("columns takes apart what concat puts side by side") {
  const Matrix a{{1, 2, 3, 4}, {5, 6, 7, 8}};
  const Matrix left = columns(a, 0, 1);
  const Matrix right = columns(a, 1, 3);
  CHECK(left == Matrix{{1}, {5}});
  CHECK(right == Matrix{{2, 3, 4}, {6, 7, 8}});
  const Matrix* parts[] = {&left, &right};
  CHECK(concat(parts) == a);
  CHECK(concat({}) == Matrix());
  CHECK(columns(a, 4, 0) == Matrix(2, 0));
}

TEST_CASE("add, add_to_rows and divide work cell by cell") {
  CHECK(add({{1, 2}, {3, 4}}, {{10, 20}, {30, 40}}) == Matrix{{11, 22}, {33, 44}});
  const double row[] = {10, 20};
  CHECK(add_to_rows({{1, 2}, {3, 4}}, row) == Matrix{{11, 22}, {13, 24}});
  CHECK(divide({{1, 2}, {3, -4}}, 2) == Matrix{{0.5, 1}, {1.5, -2}});
}

TEST_CASE("masked writes −inf where the mask has 0, and e^−inf is 0") {
  const Matrix scores = masked({{1, 2}, {3, 4}}, {{1, 0}, {1, 1}});
  CHECK(scores == Matrix{{1, -inf}, {3, 4}});
  const Matrix powers = exp(scores, false);
  CHECK(powers(0, 1) == 0);
  CHECK(powers(1, 0) == doctest::Approx(20.0855369231876677).epsilon(1e-15));
  CHECK(powers(1, 1) == doctest::Approx(54.5981500331442391).epsilon(1e-15));
  const Matrix shifted = exp(scores, true);
  CHECK(shifted.row(0)[0] == 1);
  CHECK(shifted(0, 1) == 0);
  CHECK(shifted(1, 0) == doctest::Approx(0.3678794411714423).epsilon(1e-15));  // 3 − 4 = −1
  CHECK(shifted(1, 1) == 1);
}

TEST_CASE("a shifted exp does not overflow, and its quotients are the same for any constant added") {
  const auto softmax = [](const Matrix& a) {
    const Matrix powers = exp(a, true);
    return divide_rows(powers, row_sums(powers));
  };
  CHECK(exp({{1000}}, false) == Matrix{{inf}});
  CHECK(exp({{1000, 1000}}, true) == Matrix{{1, 1}});
  CHECK(softmax({{1, 2, 4}, {0, 0, 0}}) == softmax({{1001, 1002, 1004}, {-900, -900, -900}}));
  CHECK(softmax({{5, 5, 5, 5}}) == Matrix{{0.25, 0.25, 0.25, 0.25}});
}

TEST_CASE("row_sums and divide_rows work along the rows") {
  CHECK(row_sums({{1, 2, 3}, {4, 5, 6}}) == Matrix{{6}, {15}});
  CHECK(divide_rows({{1, 3}, {10, 5}}, {{4}, {10}}) == Matrix{{0.25, 0.75}, {1, 0.5}});
  // from left to right: (1e16 + 1) is 1e16 again, so that 0 is left, where 1e16 − 1e16 + 1 leaves 1
  CHECK(row_sums({{1e16, 1, -1e16}, {1e16, -1e16, 1}}) == Matrix{{0}, {1}});
}

TEST_CASE("a normalized row has mean 0 and variance 1") {
  // 2 4 4 4 5 5 7 9: sum 40, mean 5; squares of −3 −1 −1 −1 0 0 2 4: 9+1+1+1+0+0+4+16 = 32; 32/8 = 4, root 2
  const Matrix a{{2, 4, 4, 4, 5, 5, 7, 9}};
  const Matrix means = row_means(a);
  const Matrix variances = row_variances(a, means);
  CHECK(means == Matrix{{5}});
  CHECK(variances == Matrix{{4}});
  CHECK(deviations(variances, 0) == Matrix{{2}});
  CHECK(deviations(variances, 5) == Matrix{{3}});  // √(4 + 5)
  const Matrix result = normalized(a, means, deviations(variances, 0));
  CHECK(result == Matrix{{-1.5, -0.5, -0.5, -0.5, 0, 0, 1, 2}});
  CHECK(row_means(result) == Matrix{{0}});
  CHECK(row_variances(result, row_means(result)) == Matrix{{1}});
}

TEST_CASE("each row is normalized for itself") {
  const Matrix a{{1, 3}, {10, 30}};  // means 2 and 20, variances 1 and 100
  CHECK(row_means(a) == Matrix{{2}, {20}});
  CHECK(row_variances(a, row_means(a)) == Matrix{{1}, {100}});
  CHECK(normalized(a, {{2}, {20}}, {{1}, {10}}) == Matrix{{-1, 1}, {-1, 1}});
}

TEST_CASE("shapes that do not fit are refused with both of them") {
  const Matrix a(2, 3);
  const Matrix b(4, 5);
  const Matrix column(2, 1);
  const Matrix* parts[] = {&a, &b};
  const double row[] = {1, 2};
  const std::vector<std::pair<std::function<void()>, std::string>> bad = {
      {[&] { matmul(a, b); }, "matmul: 2×3 · 4×5"},
      {[&] { matmul_transposed(a, b); }, "matmul_transposed: 2×3 · transposed 4×5"},
      {[&] { add(a, b); }, "add: 2×3 and 4×5"},
      {[&] { add(a, column); }, "add: 2×3 and 2×1"},
      {[&] { add_to_rows(a, row); }, "add_to_rows: 2×3 + 1×2"},
      {[&] { masked(a, b); }, "masked: 2×3 and 4×5"},
      {[&] { divide_rows(a, b); }, "divide_rows: 2×3 and 4×5"},
      {[&] { divide_rows(a, Matrix(1, 2)); }, "divide_rows: 2×3 and 1×2"},
      {[&] { row_variances(a, Matrix(3, 1)); }, "row_variances: 2×3 and 3×1"},
      {[&] { normalized(a, column, Matrix(2, 2)); }, "normalized: 2×3 and 2×2"},
      {[&] { normalized(a, a, column); }, "normalized: 2×3 and 2×3"},
      {[&] { concat(parts); }, "concat: 2×3 and 4×5"},
      {[&] { columns(a, 2, 2); }, "columns: 2 from column 2 of 2×3"},
      {[&] { columns(a, 4, 0); }, "columns: 0 from column 4 of 2×3"},
      {[&] {
         Matrix(2, 2, {1, 2, 3});
       },
       "Matrix: 3 cells for 2×2"},
      {[&] {
         Matrix{{1, 2}, {3}};
       },
       "Matrix: a row of 1 cells in 2×2"},
  };
  for (const auto& [call, message] : bad) CHECK(refusal(call) == message);
}

}  // namespace mha
