#include "trace/compute.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <mutex>
#include <utility>

#include "error.hpp"
#include "math/memory.hpp"
#include "math/rounding.hpp"
#include "math/team.hpp"
#include "text/label.hpp"
#include "text/unicode.hpp"

namespace mha {
namespace {

// P[pos, 2i] = sin(pos / 10000^(2i/d)), P[pos, 2i+1] = cos of the same; the first token has pos 0.
Matrix sinusoidal(Shape shape) {
  Matrix p(shape.rows, shape.cols);
  for (std::size_t pos = 0; pos < shape.rows; ++pos) {
    for (std::size_t j = 0; j < shape.cols; ++j) {
      const double pair = static_cast<double>(j - j % 2);  // 2i
      const double angle = static_cast<double>(pos) / std::pow(10000.0, pair / static_cast<double>(shape.cols));
      p(pos, j) = j % 2 == 0 ? std::sin(angle) : std::cos(angle);
    }
  }
  return p;
}

// X · W, and the biases side by side, from the step's first column on, added to each row.
Matrix linear(const Step& step, std::span<const Matrix* const> inputs) {
  Matrix product = matmul(*inputs[0], *inputs[1]);
  if (inputs.size() == 2) return product;
  const Matrix bias = columns(concat(inputs.subspan(2)), step.first_column, product.cols());
  return add_to_rows(std::move(product), bias.row(0));
}

// A token may look at itself and at those before it.
Matrix causally_masked(Matrix scores) {
  for (std::size_t i = 0; i < scores.rows(); ++i) {
    const std::span<double> row = scores.row(i);
    std::ranges::fill(row.subspan(std::min(i + 1, row.size())), -std::numeric_limits<double>::infinity());
  }
  return scores;
}

// γ · normalized + β, either of which may be missing.
Matrix scale_shift(const Step& step, std::span<const Matrix* const> inputs) {
  Matrix y = *inputs[0];
  if (step.has_gamma) y = multiply_columns(std::move(y), inputs[1]->row(0));
  if (inputs.size() > (step.has_gamma ? 2U : 1U)) y = add_to_rows(std::move(y), inputs.back()->row(0));
  return y;
}

Matrix activated(Matrix x, const Activation& activation) {
  share_range(x.rows(), 4 * x.cols(), [&](std::size_t begin, std::size_t end) {
    const std::span<double> cells = x.cells().subspan(begin * x.cols(), (end - begin) * x.cols());
    activation.apply(cells, cells);
  });
  return x;
}

}  // namespace

bool is_shifted(const Matrix& scores) {
  std::size_t beyond = 0;
  for (const double x : scores.cells()) {
    beyond += (std::abs(x) > 20 ? 1U : 0U) & (std::abs(x) <= std::numeric_limits<double>::max() ? 1U : 0U);
  }
  return beyond > 0;
}

Matrix compute(const Step& step, std::span<const Matrix* const> inputs) {
  switch (step.op) {
    case Op::given: return *step.matrix;
    case Op::drawn: return draw(step.init->numbers, step.id == "E" ? "X0" : step.id, step.shape);  // E is drawn as X0
    case Op::identity: return identity(step.shape.rows);
    case Op::sinusoidal: return sinusoidal(step.shape);
    case Op::linear: return linear(step, inputs);
    case Op::columns: return columns(*inputs[0], step.first_column, step.shape.cols);
    case Op::scores: return matmul_transposed(*inputs[0], *inputs[1]);
    case Op::divide: return divide(*inputs[0], step.number);
    case Op::mask: return step.matrix ? masked(*inputs[0], *step.matrix) : causally_masked(*inputs[0]);
    case Op::exp: return exp(*inputs[0], is_shifted(*inputs[0]));
    case Op::row_sum: return row_sums(*inputs[0]);
    case Op::divide_rows: return divide_rows(*inputs[0], *inputs[1]);
    case Op::matmul: return matmul(*inputs[0], *inputs[1]);
    case Op::concat: return concat(inputs);
    case Op::copy: return *inputs[0];
    case Op::add: return add(*inputs[0], *inputs[1]);
    case Op::mean: return row_means(*inputs[0]);
    case Op::variance: return row_variances(*inputs[0], *inputs[1]);
    case Op::deviation: return deviations(*inputs[0], step.number);
    case Op::normalize: return normalized(*inputs[0], *inputs[1], *inputs[2]);
    case Op::scale_shift: return scale_shift(step, inputs);
    case Op::activation: return activated(*inputs[0], *step.activation);
  }
  throw ShapeError("no such operation");
}

}  // namespace mha
