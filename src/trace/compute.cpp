#include "trace/compute.hpp"

#include <algorithm>
#include <cmath>

#include "error.hpp"
#include "math/rounding.hpp"
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

Matrix causal_mask(Shape shape) {
  Matrix mask(shape.rows, shape.cols);
  for (std::size_t i = 0; i < shape.rows; ++i) {
    for (std::size_t j = 0; j <= i && j < shape.cols; ++j) mask(i, j) = 1;
  }
  return mask;
}

// γ · normalized + β, either of which may be missing.
Matrix scale_shift(const Step& step, std::span<const Matrix* const> inputs) {
  Matrix y = *inputs[0];
  if (step.has_gamma) y = multiply_columns(std::move(y), inputs[1]->row(0));
  if (inputs.size() > (step.has_gamma ? 2U : 1U)) y = add_to_rows(std::move(y), inputs.back()->row(0));
  return y;
}

Matrix activated(Matrix x, const Activation& activation) {
  for (double& cell : x.cells()) cell = activation.value(cell);
  return x;
}

// What made the cell infinite or no number at all.
std::string what_went_wrong(const Step& step, double x) {
  if (step.op == Op::normalize) return "is divided by 0: the std of its row is 0, or was rounded to it";
  if (step.op == Op::divide_rows) return "is divided by 0: the sum of its row is 0, or was rounded to it";
  if (std::isnan(x)) return "has no value: infinity is taken from infinity, or multiplied by 0";
  return "is beyond the largest number that can be calculated with (about 1.8e308): the numbers of the steps before it "
         "are "
         "too large";
}

// Throws where a cell is no finite number; a masked score may be −∞.
void require_finite(const Model& model, const Step& step, const Matrix& m) {
  for (std::size_t i = 0; i < m.rows(); ++i) {
    for (std::size_t j = 0; j < m.cols(); ++j) {
      const double x = m(i, j);
      if (std::isfinite(x) || (step.op == Op::mask && x < 0)) continue;
      const auto shown = [](const Labels& labels, std::size_t k) {
        return labels ? shortened(label((*labels)[k]), 40) : std::to_string(k + 1);
      };
      throw Error(model.place(step.id + "[" + shown(step.row_labels, i) + "," + shown(step.column_labels, j) + "]"),
                  what_went_wrong(step, x));
    }
  }
}

}  // namespace

bool is_shifted(const Matrix& scores) {
  return std::ranges::any_of(scores.cells(), [](double x) { return std::isfinite(x) && std::abs(x) > 20; });
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
    case Op::mask: return masked(*inputs[0], step.matrix ? *step.matrix : causal_mask(inputs[0]->shape()));
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

void run(Plan& plan, std::optional<int> round, const OnStep& on_step) {
  std::vector<std::size_t> last_use(plan.steps.size());
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    last_use[i] = i;
    for (const std::size_t input : plan.steps[i].from) last_use[input] = i;
  }
  Values values(plan.steps.size());
  std::vector<const Matrix*> inputs;
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    Step& step = plan.steps[i];
    inputs.clear();
    for (const std::size_t input : step.from) inputs.push_back(values[input].get());
    if (step.op == Op::given) {
      values[i] = std::shared_ptr<const Matrix>(std::shared_ptr<void>(), step.matrix);  // stays in the model, no copy
    } else {
      if (step.op == Op::exp && is_shifted(*inputs[0])) step.formula = "e^(" + step.formula.substr(2) + " − max)";
      Matrix m = compute(step, inputs);
      require_finite(*plan.model, step, m);
      if (round && !is_given(step.op)) m = round_to(std::move(m), *round);
      values[i] = std::make_shared<const Matrix>(std::move(m));
    }
    on_step(step, i, values);
    for (const std::size_t input : step.from) {
      if (last_use[input] == i) values[input].reset();
    }
    if (last_use[i] == i) values[i].reset();
  }
}

}  // namespace mha
