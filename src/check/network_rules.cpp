#include "check/rules.hpp"
#include "text/format.hpp"

namespace mha {
namespace {

// The step with another first input, W and so on, the rest as it is.
Matrix with_input(const Case& c, std::size_t input, const Matrix& other) {
  std::vector<const Matrix*> inputs = c.inputs();
  inputs[input] = &other;
  return compute(c.step(), inputs);
}

// (x − mean) / std of each row.
Matrix layer_norm(const Matrix& x, double epsilon) {
  const Matrix mean = row_means(x);
  return normalized(x, mean, deviations(row_variances(x, mean), epsilon));
}

}  // namespace

Matrices weight_transposed(const Case& c) { return {with_input(c, 1, transpose(c.in(1)))}; }

Matrices bias_forgotten(const Case& c) {
  if (c.step().from.size() < 3) return {};
  return {matmul(c.in(0), c.in(1))};
}

Matrices output_projection_forgotten(const Case& c) {
  Matrices ways{c.in(0)};
  if (c.step().from.size() > 2 && c.in(0).cols() == c.in(2).cols())
    ways.push_back(add_to_rows(c.in(0), c.in(2).row(0)));
  return ways;
}

Matrices residual_forgotten(const Case& c) { return {c.in(1)}; }

Matrices residual_from_block_input(const Case& c) {
  const std::string number = c.block().substr(5);
  const Matrix* x = c.find(fmt::format("X{}", std::stoul(number) - 1));
  return x ? Matrices{add(*x, c.in(1))} : Matrices{};
}

Matrices norm_misplaced(const Case& c) {
  const Model& model = *c.plan.model;
  if (model.norm == Norm::pre) {  // not normalized before the sublayer
    const Step& norm = c.step_of(0);
    if (norm.op != Op::scale_shift) return {};
    const Step& normalize = c.plan.steps[norm.from[0]];
    return {with_input(c, 0, normalize.op == Op::normalize ? *c.values[normalize.from[0]] : *c.values[norm.from[0]])};
  }
  if (model.norm != Norm::post) return {};
  const Matrix plain = layer_norm(c.in(0), model.norm_epsilon);  // normalized before the sublayer
  Matrices ways{with_input(c, 0, plain)};
  const std::string number = c.step().id.ends_with(".hidden") ? "2" : "1";
  const Matrix* gamma = c.in_block("gamma" + number);
  const Matrix* beta = c.in_block("beta" + number);
  if (!gamma && !beta) return ways;
  Matrix full = plain;
  if (gamma) full = multiply_columns(std::move(full), gamma->row(0));
  if (beta) full = add_to_rows(std::move(full), beta->row(0));
  ways.push_back(with_input(c, 0, full));
  return ways;
}

Matrices activation_forgotten(const Case& c) { return {c.in(0)}; }

Matrices other_gelu(const Case& c) {
  const std::string_view name = c.step().activation->name;
  if (name != "gelu" && name != "gelu_tanh") return {};
  Step other = c.step();
  other.activation = find_activation(name == "gelu" ? "gelu_tanh" : "gelu");
  return {compute(other, c.inputs())};
}

Matrices activation_after_second_layer(const Case& c) {
  const Step& activated = c.step_of(0);
  if (activated.op != Op::activation) return {};
  const Matrix y = with_input(c, 0, *c.values[activated.from[0]]);
  const Matrix* const inputs[] = {&y};
  return {compute(activated, inputs)};
}

Matrices ffn_layers_swapped(const Case& c) {
  const Matrix* W2 = c.in_block("W2");
  if (!W2) return {};
  const Matrix y = matmul(c.in(0), *W2);
  const Matrix* b2 = c.in_block("b2");
  return {b2 ? add_to_rows(y, b2->row(0)) : y};
}

}  // namespace mha
