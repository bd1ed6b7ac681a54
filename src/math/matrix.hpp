// A small dense matrix of doubles, stored row by row, with the few operations a forward pass needs. It prints nothing
// and does not know what a transformer is. Shapes that do not fit throw ShapeError.
//
// Every sum has one accumulator and runs from the first term to the last, as a person adds: the results are the same
// bits with every compiler and at every optimisation level.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <stdexcept>
#include <vector>

namespace mha {

struct Shape {
  std::size_t rows = 0;
  std::size_t cols = 0;
  bool operator==(const Shape&) const = default;
};

class ShapeError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

class Matrix {
 public:
  Matrix() = default;                                                     // 0 × 0
  Matrix(std::size_t rows, std::size_t cols);                             // all cells 0
  Matrix(std::size_t rows, std::size_t cols, std::vector<double> cells);  // row by row; rows·cols of them
  Matrix(std::initializer_list<std::initializer_list<double>> rows);

  std::size_t rows() const { return shape_.rows; }
  std::size_t cols() const { return shape_.cols; }
  Shape shape() const { return shape_; }

  double& operator()(std::size_t row, std::size_t col) { return cells_[row * shape_.cols + col]; }
  double operator()(std::size_t row, std::size_t col) const { return cells_[row * shape_.cols + col]; }
  std::span<double> row(std::size_t i) { return {cells_.data() + i * shape_.cols, shape_.cols}; }
  std::span<const double> row(std::size_t i) const { return {cells_.data() + i * shape_.cols, shape_.cols}; }
  std::span<double> cells() { return cells_; }
  std::span<const double> cells() const { return cells_; }

  bool operator==(const Matrix&) const = default;

 private:
  Shape shape_;
  std::vector<double> cells_;
};

Matrix identity(std::size_t n);
Matrix transpose(const Matrix& a);                                      // n × m
Matrix columns(const Matrix& a, std::size_t first, std::size_t count);  // columns first … first + count − 1
Matrix concat(std::span<const Matrix* const> parts);                    // side by side; all have the same rows

Matrix matmul(const Matrix& a, const Matrix& b);             // a · b
Matrix matmul_transposed(const Matrix& a, const Matrix& b);  // a · bᵀ
Matrix add(const Matrix& a, const Matrix& b);
Matrix add_to_rows(Matrix a, std::span<const double> row);           // row is added to each row of a
Matrix multiply_columns(Matrix a, std::span<const double> factors);  // column j times factors[j]
Matrix divide(Matrix a, double divisor);

// −inf where the mask (same shape, cells 0 or 1) has 0.
Matrix masked(Matrix a, const Matrix& mask);

// e^x of each cell, or with `shifted` e^(x − the row's maximum), which does not overflow. e^−inf is 0.
Matrix exp(Matrix a, bool shifted);
Matrix row_sums(const Matrix& a);                      // n × 1
Matrix divide_rows(Matrix a, const Matrix& divisors);  // divisors: n × 1, one for each row

Matrix row_means(const Matrix& a);                           // n × 1
Matrix row_variances(const Matrix& a, const Matrix& means);  // n × 1, population variance: divided by d
Matrix deviations(Matrix variances, double epsilon);         // √(var + ε) of each cell
Matrix normalized(Matrix a, const Matrix& means, const Matrix& deviations);  // (x − mean) / std, row by row

}  // namespace mha
