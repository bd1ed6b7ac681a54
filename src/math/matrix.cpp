#include "math/matrix.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>

#include "math/functions.hpp"
#include "math/product.hpp"
#include "math/team.hpp"

namespace mha {
namespace {

std::string text(Shape s) { return std::to_string(s.rows) + "×" + std::to_string(s.cols); }

void need(bool fits, const char* what, Shape a, const char* sign, Shape b) {
  if (!fits) throw ShapeError(std::string(what) + ": " + text(a) + sign + text(b));
}

void need_same(const char* what, const Matrix& a, const Matrix& b) {
  need(a.shape() == b.shape(), what, a.shape(), " and ", b.shape());
}

// One number for each row of a.
void need_column(const char* what, const Matrix& a, const Matrix& column) {
  need(column.shape() == Shape{a.rows(), 1}, what, a.shape(), " and ", column.shape());
}

// Calls job(i) for each row i of a matrix of that shape; the rows of a large one are shared out.
template <class Job>
void for_rows(Shape shape, const Job& job) {
  share_range(shape.rows, shape.cols, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) job(i);
  });
}

// The sum of term(i, j) over each row, from the first term to the last. An addition has to wait for the one before;
// meanwhile those of the next rows can be done.
template <class Term>
Matrix sums_of_rows(Shape shape, const Term& term) {
  constexpr std::size_t together = 8;
  Matrix result(shape.rows, 1);
  std::size_t i = 0;
  for (; i + together <= shape.rows; i += together) {
    double totals[together] = {};
    for (std::size_t j = 0; j < shape.cols; ++j) {
      for (std::size_t r = 0; r < together; ++r) totals[r] += term(i + r, j);
    }
    std::ranges::copy(totals, &result(i, 0));
  }
  for (; i < shape.rows; ++i) {
    for (std::size_t j = 0; j < shape.cols; ++j) result(i, 0) += term(i, j);
  }
  return result;
}

// The largest number, as several at once: which of two equal ones is taken makes no difference.
double largest(std::span<const double> cells) {
  constexpr std::size_t together = 16;
  double best[together];
  std::ranges::fill(best, -std::numeric_limits<double>::infinity());
  std::size_t j = 0;
  for (; j + together <= cells.size(); j += together) {
    for (std::size_t r = 0; r < together; ++r) best[r] = cells[j + r] > best[r] ? cells[j + r] : best[r];
  }
  for (; j < cells.size(); ++j) best[0] = std::max(best[0], cells[j]);
  return *std::ranges::max_element(best);
}

Operand by_rows(const Matrix& a) { return {a.cells().data(), a.cols(), 1}; }
Operand by_columns(const Matrix& a) { return {a.cells().data(), 1, a.cols()}; }  // transposed

}  // namespace

Matrix::Matrix(std::size_t rows, std::size_t cols) : shape_{rows, cols}, cells_(rows * cols) {}

Matrix::Matrix(std::size_t rows, std::size_t cols, std::vector<double> cells)
    : shape_{rows, cols}, cells_(std::move(cells)) {
  if (cells_.size() != rows * cols) {
    throw ShapeError("Matrix: " + std::to_string(cells_.size()) + " cells for " + text(shape_));
  }
}

Matrix::Matrix(std::initializer_list<std::initializer_list<double>> rows)
    : shape_{rows.size(), rows.size() == 0 ? 0 : rows.begin()->size()} {
  cells_.reserve(shape_.rows * shape_.cols);
  for (const auto& row : rows) {
    if (row.size() != shape_.cols) {
      throw ShapeError("Matrix: a row of " + std::to_string(row.size()) + " cells in " + text(shape_));
    }
    cells_.insert(cells_.end(), row.begin(), row.end());
  }
}

Matrix identity(std::size_t n) {
  Matrix result(n, n);
  for (std::size_t i = 0; i < n; ++i) result(i, i) = 1;
  return result;
}

Matrix transpose(const Matrix& a) {
  Matrix result(a.cols(), a.rows());
  for (std::size_t i = 0; i < a.rows(); ++i) {
    for (std::size_t j = 0; j < a.cols(); ++j) result(j, i) = a(i, j);
  }
  return result;
}

Matrix columns(const Matrix& a, std::size_t first, std::size_t count) {
  if (first > a.cols() || count > a.cols() - first) {
    throw ShapeError("columns: " + std::to_string(count) + " from column " + std::to_string(first) + " of " +
                     text(a.shape()));
  }
  Matrix result(a.rows(), count);
  for (std::size_t i = 0; i < a.rows(); ++i) std::ranges::copy(a.row(i).subspan(first, count), result.row(i).begin());
  return result;
}

Matrix concat(std::span<const Matrix* const> parts) {
  if (parts.empty()) return {};
  Shape shape{parts.front()->rows(), 0};
  for (const Matrix* part : parts) {
    need(part->rows() == shape.rows, "concat", parts.front()->shape(), " and ", part->shape());
    shape.cols += part->cols();
  }
  Matrix result(shape.rows, shape.cols);
  for (std::size_t i = 0; i < shape.rows; ++i) {
    auto cell = result.row(i).begin();
    for (const Matrix* part : parts) cell = std::ranges::copy(part->row(i), cell).out;
  }
  return result;
}

Matrix matmul(const Matrix& a, const Matrix& b) {
  need(a.cols() == b.rows(), "matmul", a.shape(), " · ", b.shape());
  Matrix result(a.rows(), b.cols());
  add_product(a.rows(), a.cols(), b.cols(), by_rows(a), by_rows(b), result.cells().data());
  return result;
}

Matrix matmul_transposed(const Matrix& a, const Matrix& b) {
  need(a.cols() == b.cols(), "matmul_transposed", a.shape(), " · transposed ", b.shape());
  Matrix result(a.rows(), b.rows());
  add_product(a.rows(), a.cols(), b.rows(), by_rows(a), by_columns(b), result.cells().data());
  return result;
}

Matrix add(const Matrix& a, const Matrix& b) {
  need_same("add", a, b);
  Matrix result = a;
  for_rows(a.shape(),
           [&](std::size_t i) { std::ranges::transform(result.row(i), b.row(i), result.row(i).begin(), std::plus{}); });
  return result;
}

Matrix add_to_rows(Matrix a, std::span<const double> row) {
  need(row.size() == a.cols(), "add_to_rows", a.shape(), " + ", Shape{1, row.size()});
  for_rows(a.shape(), [&](std::size_t i) { std::ranges::transform(a.row(i), row, a.row(i).begin(), std::plus{}); });
  return a;
}

Matrix multiply_columns(Matrix a, std::span<const double> factors) {
  need(factors.size() == a.cols(), "multiply_columns", a.shape(), " and ", {1, factors.size()});
  for_rows(a.shape(),
           [&](std::size_t i) { std::ranges::transform(a.row(i), factors, a.row(i).begin(), std::multiplies{}); });
  return a;
}

Matrix divide(Matrix a, double divisor) {
  for_rows(a.shape(), [&](std::size_t i) {
    for (double& x : a.row(i)) x /= divisor;
  });
  return a;
}

Matrix masked(Matrix a, const Matrix& mask) {
  need_same("masked", a, mask);
  for_rows(a.shape(), [&](std::size_t i) {
    std::ranges::transform(a.row(i), mask.row(i), a.row(i).begin(), [](double x, double may_look) {
      return may_look == 0 ? -std::numeric_limits<double>::infinity() : x;
    });
  });
  return a;
}

Matrix exp(Matrix a, bool shifted) {
  for_rows(a.shape(), [&](std::size_t i) {
    const std::span<double> row = a.row(i);
    exp(row, shifted && !row.empty() ? largest(row) : 0.0, row);
  });
  return a;
}

Matrix row_sums(const Matrix& a) {
  const double* const cells = a.cells().data();
  return sums_of_rows(a.shape(), [=, cols = a.cols()](std::size_t i, std::size_t j) { return cells[i * cols + j]; });
}

Matrix divide_rows(Matrix a, const Matrix& divisors) {
  need_column("divide_rows", a, divisors);
  for_rows(a.shape(), [&](std::size_t i) {
    const double divisor = divisors(i, 0);
    for (double& x : a.row(i)) x /= divisor;
  });
  return a;
}

Matrix row_means(const Matrix& a) { return divide(row_sums(a), static_cast<double>(a.cols())); }

Matrix row_variances(const Matrix& a, const Matrix& means) {
  need_column("row_variances", a, means);
  const auto square = [&](std::size_t i, std::size_t j) { return (a(i, j) - means(i, 0)) * (a(i, j) - means(i, 0)); };
  return divide(sums_of_rows(a.shape(), square), static_cast<double>(a.cols()));
}

Matrix deviations(Matrix variances, double epsilon) {
  for (double& x : variances.cells()) x = std::sqrt(x + epsilon);
  return variances;
}

Matrix normalized(Matrix a, const Matrix& means, const Matrix& deviations) {
  need_column("normalized", a, means);
  need_column("normalized", a, deviations);
  for_rows(a.shape(), [&](std::size_t i) {
    const double mean = means(i, 0), deviation = deviations(i, 0);
    for (double& x : a.row(i)) x = (x - mean) / deviation;
  });
  return a;
}

}  // namespace mha
