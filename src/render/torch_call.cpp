#include <algorithm>
#include <cmath>

#include "render/pytorch.hpp"
#include "text/format.hpp"
#include "text/number.hpp"

namespace mha {
namespace {

// Where a step is the last of a softmax or of a LayerNorm that is all calculated: the place of what went into it.
const std::size_t* start_of_softmax(const Plan& plan, const Step& weights) {
  const Step& exp = plan.steps[weights.from[0]];
  const Step& sum = plan.steps[weights.from[1]];
  return exp.op == Op::exp && sum.op == Op::row_sum ? &exp.from[0] : nullptr;
}

const std::size_t* start_of_layer_norm(const Plan& plan, const Step& scale_shift) {
  const Step& normalized = plan.steps[scale_shift.from[0]];
  if (normalized.op != Op::normalize) return nullptr;
  const Step& mean = plan.steps[normalized.from[1]];
  const Step& deviation = plan.steps[normalized.from[2]];
  const bool is_whole =
      mean.op == Op::mean && deviation.op == Op::deviation && plan.steps[deviation.from[0]].op == Op::variance;
  return is_whole ? &normalized.from[0] : nullptr;
}

std::string mask_rows(const Matrix& mask) {
  std::string out = "[";
  for (std::size_t i = 0; i < mask.rows(); ++i) {
    out += i ? ", [" : "[";
    for (std::size_t j = 0; j < mask.cols(); ++j) out += fmt::format("{}{}", j ? ", " : "", mask(i, j) != 0 ? 1 : 0);
    out += ']';
  }
  return out + "]";
}

std::string list_of(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
  return "[" + out + "]";
}

std::string linear(const Plan& plan, const Step& step, const std::vector<std::string>& in) {
  std::string out = in[0] + " @ " + in[1];
  if (in.size() == 2) return out;
  const bool is_part = in.size() > 3 || plan.steps[step.from[2]].shape.cols != step.shape.cols;
  std::string bias = in.size() > 3 ? "torch.cat(" + list_of({in.begin() + 2, in.end()}) + ", dim=1)" : in[2];
  if (is_part) bias += fmt::format("[:, {}:{}]", step.first_column, step.first_column + step.shape.cols);
  return out + " + " + bias;
}

std::string divisor(const Plan& plan, const Step& step) {
  if (plan.model->scale != Scale::sqrt_d_k) return shortest(step.number);
  return fmt::format("sqrt({})", std::lround(step.number * step.number));
}

std::string layer_norm(const Plan& plan, const Step& step, const std::string& x, const std::vector<std::string>& in) {
  const Step& deviation = plan.steps[plan.steps[step.from[0]].from[2]];
  std::string out = fmt::format("F.layer_norm({0}, {0}.shape[1:]", x);
  if (step.has_gamma) out += fmt::format(", weight={}[0]", in[1]);
  if (in.size() > (step.has_gamma ? 2U : 1U)) out += fmt::format(", bias={}[0]", in.back());
  return out + fmt::format(", eps={})", shortest(deviation.number));
}

std::string scale_shift(const Step& step, const std::vector<std::string>& in) {
  std::string out = step.has_gamma ? in[1] + " * " + in[0] : in[0];
  if (in.size() > (step.has_gamma ? 2U : 1U)) out += " + " + in.back();
  return out;
}

std::string activation(std::string_view name, const std::string& x) {
  if (name == "gelu_tanh") return "F.gelu(" + x + ", approximate=\"tanh\")";
  return fmt::format("F.{}({})", name, x);
}

}  // namespace

std::string torch_name(std::string_view id) {
  std::string out(id);
  std::ranges::replace(out, '.', '_');
  return out;
}

std::vector<std::size_t> torch_inputs(const Plan& plan, std::size_t place, bool is_rounded) {
  const Step& step = plan.steps[place];
  if (!is_rounded && step.op == Op::divide_rows) {
    if (const std::size_t* start = start_of_softmax(plan, step)) return {*start};
  }
  std::vector<std::size_t> inputs = step.from;
  if (!is_rounded && step.op == Op::scale_shift) {
    if (const std::size_t* start = start_of_layer_norm(plan, step)) inputs[0] = *start;
  }
  return inputs;
}

std::string torch_call(const Plan& plan, std::size_t place, bool is_rounded) {
  const Step& step = plan.steps[place];
  std::vector<std::string> in;
  for (const std::size_t input : torch_inputs(plan, place, is_rounded)) in.push_back(torch_name(plan.steps[input].id));
  switch (step.op) {
    case Op::given:
    case Op::drawn: return "";
    case Op::identity: return fmt::format("torch.eye({})", step.shape.rows);
    case Op::sinusoidal: return fmt::format("sinusoidal({}, {})", step.shape.rows, step.shape.cols);
    case Op::linear: return linear(plan, step, in);
    case Op::columns: return fmt::format("{}[:, {}:{}]", in[0], step.first_column, step.first_column + step.shape.cols);
    case Op::scores: return in[0] + " @ " + in[1] + ".T";
    case Op::divide: return in[0] + " / " + divisor(plan, step);
    case Op::mask:
      if (!step.matrix) return fmt::format("{0}.masked_fill(torch.ones_like({0}).tril() == 0, -inf)", in[0]);
      return fmt::format("{}.masked_fill(matrix({}) == 0, -inf)", in[0], mask_rows(*step.matrix));
    case Op::exp:
      if (!step.formula.starts_with("e^(")) return "torch.exp(" + in[0] + ")";
      return fmt::format("torch.exp({0} - {0}.max(dim=1, keepdim=True).values)", in[0]);
    case Op::row_sum: return in[0] + ".sum(dim=1, keepdim=True)";
    case Op::divide_rows: return in.size() == 1 ? "F.softmax(" + in[0] + ", dim=1)" : in[0] + " / " + in[1];
    case Op::matmul: return in[0] + " @ " + in[1];
    case Op::concat: return "torch.cat(" + list_of(in) + ", dim=1)";
    case Op::copy: return in[0];
    case Op::add: return in[0] + " + " + in[1];
    case Op::mean: return in[0] + ".mean(dim=1, keepdim=True)";
    case Op::variance: return fmt::format("(({} - {}) ** 2).mean(dim=1, keepdim=True)", in[0], in[1]);
    case Op::deviation: return fmt::format("torch.sqrt({} + {})", in[0], shortest(step.number));
    case Op::normalize: return fmt::format("({} - {}) / {}", in[0], in[1], in[2]);
    case Op::scale_shift:
      if (is_rounded || !start_of_layer_norm(plan, step)) return scale_shift(step, in);
      return layer_norm(plan, step, in[0], in);
    case Op::activation: return activation(step.activation->name, in[0]);
  }
  return "";
}

}  // namespace mha
