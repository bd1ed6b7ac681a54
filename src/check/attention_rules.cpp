#include <cmath>

#include "check/rules.hpp"

namespace mha {
namespace {

// The step that made the scores of a `scaled` step; its inputs are Q and K.
double width_of_keys(const Case& c) {
  if (c.plan.model->d_k != 0) return static_cast<double>(c.plan.model->d_k);
  const Step& scores = c.step_of(0);
  return scores.op == Op::scores ? static_cast<double>(c.values[scores.from[0]]->cols()) : 0;
}

Matrices divided_by(const Case& c, double divisor) {
  if (c.plan.model->scale != Scale::sqrt_d_k || !(divisor > 0)) return {};
  return {divide(c.in(0), divisor)};
}

Matrix softmax(const Matrix& x) {
  const Matrix e = exp(x, is_shifted(x));
  return divide_rows(e, row_sums(e));
}

// What `weights` is the softmax of: the input of its exp. Null where exp was given.
const Matrix* before_exp(const Case& c) {
  const Step& exp = c.step_of(0);
  return exp.op == Op::exp ? c.values[exp.from[0]].get() : nullptr;
}

// The `masked` step before `weights`; null where nothing is masked.
const Step* mask_before(const Case& c) {
  const Step& exp = c.step_of(0);
  if (exp.op != Op::exp) return nullptr;
  const Step& x = c.plan.steps[exp.from[0]];
  return x.op == Op::mask ? &x : nullptr;
}

// 0 where the mask lets look, −∞ where it does not.
Matrix walls(const Step& mask, Shape shape) {
  const Matrix open(shape.rows, shape.cols);
  const Matrix* const inputs[] = {&open};
  return compute(mask, inputs);
}

}  // namespace

Matrices not_scaled(const Case& c) { return {c.in(0)}; }
Matrices scaled_by_d_k(const Case& c) { return divided_by(c, width_of_keys(c)); }
Matrices scaled_by_sqrt_d_model(const Case& c) {
  return divided_by(c, std::sqrt(static_cast<double>(c.plan.model->d_model)));
}
Matrices scaled_by_sqrt_n(const Case& c) {
  return divided_by(c, std::sqrt(static_cast<double>(c.plan.model->tokens.size())));
}
Matrices multiplied_by_sqrt_d_k(const Case& c) { return divided_by(c, 1 / std::sqrt(width_of_keys(c))); }

Matrices softmax_by_column(const Case& c) {
  Matrices ways;
  if (c.step().op == Op::row_sum) {
    if (c.in(0).rows() == c.in(0).cols()) ways.push_back(row_sums(transpose(c.in(0))));
    return ways;
  }
  if (const Matrix* x = before_exp(c)) ways.push_back(transpose(softmax(transpose(*x))));
  const Matrix exp = transpose(c.in(0));
  ways.push_back(transpose(divide_rows(exp, row_sums(exp))));
  return ways;
}

Matrices normalized_without_exp(const Case& c) {
  const Matrix* x = before_exp(c);
  if (!x) return {};
  Matrix scores = *x;
  for (double& cell : scores.cells()) {
    if (std::isinf(cell)) cell = 0;  // who may not be looked at has no part in the sum
  }
  return {divide_rows(scores, row_sums(scores))};
}

Matrices masked_after_softmax(const Case& c) {
  const Step* mask = mask_before(c);
  if (!mask) return {};
  Matrix weights = softmax(*c.values[mask->from[0]]);
  const Matrix wall = walls(*mask, weights.shape());
  for (std::size_t i = 0; i < weights.rows(); ++i) {
    for (std::size_t j = 0; j < weights.cols(); ++j) {
      if (wall(i, j) != 0) weights(i, j) = 0;
    }
  }
  return {weights};
}

Matrices mask_inverted(const Case& c) {
  const Matrix wall = walls(c.step(), c.in(0).shape());
  Matrix inverted(wall.rows(), wall.cols());
  for (std::size_t i = 0; i < wall.rows(); ++i) {
    for (std::size_t j = 0; j < wall.cols(); ++j) inverted(i, j) = wall(i, j) == 0 ? 0 : 1;
  }
  return {masked(c.in(0), inverted)};
}

Matrices mask_forgotten(const Case& c) { return {c.in(0)}; }

Matrices k_not_transposed(const Case& c) { return {matmul(c.in(0), c.in(1))}; }

Matrices scores_symmetric(const Case& c) {
  const Matrix scores = compute(c.step(), c.inputs());
  if (scores.rows() != scores.cols()) return {};
  Matrix upper = scores;  // the cells above the diagonal, copied below it
  Matrix lower = scores;
  for (std::size_t i = 0; i < scores.rows(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      upper(i, j) = scores(j, i);
      lower(j, i) = scores(i, j);
    }
  }
  return {upper, lower};
}

Matrices heads_interleaved(const Case& c) {
  const Matrix& fused = c.in(0);
  const std::size_t width = c.step().shape.cols;
  const std::size_t heads = fused.cols() / width;
  const std::size_t head = c.step().first_column / width;
  Matrix own(fused.rows(), width);
  for (std::size_t i = 0; i < own.rows(); ++i) {
    for (std::size_t j = 0; j < width; ++j) own(i, j) = fused(i, j * heads + head);
  }
  return {own};
}

Matrices heads_alternating(const Case& c) {
  const std::size_t heads = c.step().from.size();
  Matrix side_by_side = compute(c.step(), c.inputs());
  for (std::size_t h = 0; h < heads; ++h) {
    if (c.in(h).cols() != c.in(0).cols()) return {};
    for (std::size_t i = 0; i < c.in(h).rows(); ++i) {
      for (std::size_t j = 0; j < c.in(h).cols(); ++j) side_by_side(i, j * heads + h) = c.in(h)(i, j);
    }
  }
  return {side_by_side};
}

Matrices heads_swapped(const Case& c) {
  const std::vector<const Matrix*> heads = c.inputs();
  return {concat(std::vector<const Matrix*>(heads.rbegin(), heads.rend()))};
}

}  // namespace mha
