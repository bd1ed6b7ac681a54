#include <cmath>

#include "check/rules.hpp"

namespace mha {
namespace {

double epsilon_of(const Case& c, std::size_t input) {
  const Step& deviation = c.step_of(input);
  return deviation.op == Op::deviation ? deviation.number : c.plan.model->norm_epsilon;
}

// Position vectors with another rule for the angle of (position, column).
template <class Angle>
Matrix sinusoid(Shape shape, const Angle& angle) {
  Matrix p(shape.rows, shape.cols);
  for (std::size_t pos = 0; pos < shape.rows; ++pos) {
    for (std::size_t j = 0; j < shape.cols; ++j) {
      const double a = angle(static_cast<double>(pos), static_cast<double>(j));
      p(pos, j) = j % 2 == 0 ? std::sin(a) : std::cos(a);
    }
  }
  return p;
}

// pos / 10000^(exponent/d_model)
double angle(double pos, double exponent, const Case& c) {
  return pos / std::pow(10000.0, exponent / static_cast<double>(c.step().shape.cols));
}

// 2i of a column.
double pair(double column) { return column - std::fmod(column, 2); }

}  // namespace

Matrices sample_variance(const Case& c) {
  const auto d = static_cast<double>(c.in(0).cols());
  if (d < 2) return {};
  return {divide(compute(c.step(), c.inputs()), (d - 1) / d)};
}

Matrices epsilon_outside_root(const Case& c) {
  Matrix std = deviations(c.in(0), 0);
  for (double& cell : std.cells()) cell += c.step().number;
  return {std};
}

Matrices epsilon_forgotten(const Case& c) { return {deviations(c.in(0), 0)}; }

Matrices variance_for_deviation(const Case& c) {
  Matrix with_epsilon = c.in(0);
  for (double& cell : with_epsilon.cells()) cell += c.step().number;
  return {c.in(0), with_epsilon};
}

Matrices layernorm_by_column(const Case& c) {
  const Matrix x = transpose(c.in(0));
  const Matrix mean = row_means(x);
  return {transpose(normalized(x, mean, deviations(row_variances(x, mean), epsilon_of(c, 2))))};
}

Matrices gamma_forgotten(const Case& c) {
  if (!c.step().has_gamma) return {};
  return {c.step().from.size() > 2 ? add_to_rows(c.in(0), c.in(2).row(0)) : c.in(0)};
}

Matrices beta_forgotten(const Case& c) {
  if (c.step().from.size() < (c.step().has_gamma ? 3U : 2U)) return {};
  return {c.step().has_gamma ? multiply_columns(c.in(0), c.in(1).row(0)) : c.in(0)};
}

Matrices gamma_and_beta_forgotten(const Case& c) {
  if (c.step().from.size() < 3) return {};
  return {c.in(0)};
}

Matrices sinusoid_halves(const Case& c) {
  const Shape shape = c.step().shape;
  const std::size_t sines = (shape.cols + 1) / 2;
  Matrix p(shape.rows, shape.cols);
  for (std::size_t pos = 0; pos < shape.rows; ++pos) {
    for (std::size_t j = 0; j < shape.cols; ++j) {
      const std::size_t i = j < sines ? j : j - sines;
      const double a = angle(static_cast<double>(pos), 2 * static_cast<double>(i), c);
      p(pos, j) = j < sines ? std::sin(a) : std::cos(a);
    }
  }
  return {p};
}

Matrices positions_from_1(const Case& c) {
  return {sinusoid(c.step().shape, [&](double pos, double j) { return angle(pos + 1, pair(j), c); })};
}

Matrices sinusoid_column_as_i(const Case& c) {
  return {sinusoid(c.step().shape, [&](double pos, double j) { return angle(pos, 2 * j, c); })};
}

Matrices sinusoid_unpaired(const Case& c) {
  return {sinusoid(c.step().shape, [&](double pos, double j) { return angle(pos, j, c); })};
}

Matrices positions_forgotten(const Case& c) { return {c.in(0)}; }

}  // namespace mha
