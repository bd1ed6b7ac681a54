// For programs: every number in the shortest form that reads back to the same double.
#include <cmath>

#include "render/render.hpp"
#include "text/format.hpp"
#include "text/number.hpp"
#include "text/unicode.hpp"

namespace mha {
namespace {

std::string_view name(Norm norm) { return norm == Norm::post ? "post" : norm == Norm::pre ? "pre" : "none"; }

std::string list_of(const std::vector<std::string>& texts) {
  std::string out = "[";
  for (const std::string& text : texts) out += (out.size() > 1 ? ", " : "") + json_string(text);
  return out + "]";
}

std::string list_of(const Labels& labels, std::size_t count) {
  if (labels) return list_of(*labels);
  std::string out = "[";
  for (std::size_t i = 0; i < count; ++i) out += fmt::format("{}\"{}\"", i ? ", " : "", i + 1);
  return out + "]";
}

std::string dim(std::size_t d) { return d ? std::to_string(d) : "null"; }  // null: nothing tells it

std::string model_object(const Model& m) {
  const std::string scale = m.scale == Scale::sqrt_d_k ? "\"sqrt_d_k\""
                            : m.scale == Scale::none   ? "\"none\""
                                                     : fmt::format("{{\"divide_by\": {}}}", shortest(m.scale_divisor));
  const std::string_view positions = m.positions == Positions::none         ? "none"
                                     : m.positions == Positions::sinusoidal ? "sinusoidal"
                                                                            : "matrix";
  const std::string_view mask = m.mask == Mask::none ? "none" : m.mask == Mask::causal ? "causal" : "matrix";
  return fmt::format(
      R"({{"tokens": {}, "d_model": {}, "heads": {}, "d_k": {}, "d_v": {}, "d_ff": {}, "layers": {}, )"
      R"("activation": "{}", "norm": "{}", "norm_epsilon": {}, "residual": {}, "positions": "{}", "mask": "{}", )"
      R"("scale": {}, "final_norm": {}}})",
      list_of(m.tokens), dim(m.d_model), m.heads, dim(m.d_k), dim(m.d_v), dim(m.d_ff), m.layers, m.activation->name,
      name(m.norm), shortest(m.norm_epsilon), m.residual, positions, mask, scale, m.final_norm);
}

class JsonRenderer : public Renderer {
 public:
  explicit JsonRenderer(const RenderOptions& options) : options_(options) {}

  std::string begin(const Plan& plan) override {
    return fmt::format("{{\n\"title\": {},\n\"model\": {},\n\"round\": {},\n\"steps\": [",
                       json_string(plan.model->title), model_object(*plan.model),
                       options_.round ? std::to_string(*options_.round) : "null");
  }

  void step(const StepView& view, const Write& write) override {
    const Step& step = view.step();
    const Matrix& values = view.matrix();
    std::vector<std::string> from;
    for (const std::size_t input : step.from) from.push_back(view.plan.steps[input].id);
    std::string out = fmt::format(
        "{}\n{{\"id\": {}, \"op\": \"{}\", \"formula\": {}, \"from\": {},\n \"rows\": {}, "
        "\"columns\": {}, \"shape\": [{}, {}],\n \"values\": [",
        is_first_ ? "" : ",", json_string(step.id), mha::name(step.op), json_string(step.formula), list_of(from),
        list_of(step.row_labels, values.rows()), list_of(step.column_labels, values.cols()), values.rows(),
        values.cols());
    is_first_ = false;
    for (std::size_t i = 0; i < values.rows(); ++i) {
      out += i ? ",\n  [" : "[";
      for (std::size_t j = 0; j < values.cols(); ++j) {
        if (j) out += ", ";
        const double x = values(i, j);
        if (std::isfinite(x))
          append_shortest(out, x);
        else
          out += "\"-inf\"";
      }
      out += ']';
      write_if_long(out, write);
    }
    out += ']';
    if (!view.explained.empty() && !is_given(step.op)) out += explanations(view);
    write(out + '}');
  }

  std::string end(const Plan& plan) override {
    return fmt::format("\n],\n\"output\": {}\n}}\n", json_string(plan.steps[plan.output].id));
  }

 private:
  std::string explanations(const StepView& view) const {
    std::string out;
    for (const CellPlace cell : view.explained) {
      out += fmt::format("{}\n  {{\"row\": {}, \"column\": {}, \"text\": {}}}", out.empty() ? "" : ",",
                         json_string(label_of(view.step().row_labels, cell.row)),
                         json_string(label_of(view.step().column_labels, cell.column)),
                         json_string(explanation(view, cell, options_)));
    }
    return ",\n \"explain\": [" + out + "]";
  }

  RenderOptions options_;
  bool is_first_ = true;
};

}  // namespace

std::unique_ptr<Renderer> make_json_renderer(const RenderOptions& options) {
  return std::make_unique<JsonRenderer>(options);
}

}  // namespace mha
