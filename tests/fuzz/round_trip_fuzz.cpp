// What is printed is read back as all right: a config made from the bytes → trace, as text and as JSON → check.
#include <vector>

#include "check/judge.hpp"
#include "fuzz/fuzz.hpp"
#include "math/rounding.hpp"
#include "model/config.hpp"
#include "render/render.hpp"
#include "text/format.hpp"
#include "text/number.hpp"
#include "text/unicode.hpp"
#include "trace/forward.hpp"

namespace mha {
namespace {

std::string matrix(fuzz::Input& in, std::size_t rows, std::size_t columns) {
  std::string out;
  for (std::size_t i = 0; i < rows; ++i) {
    std::string row;
    for (std::size_t j = 0; j < columns; ++j) row += (row.empty() ? "" : ", ") + in.number();
    out += (out.empty() ? "[" : ", [") + row + "]";
  }
  return "[" + out + "]";
}

// As one would write it; not every one can be calculated.
std::string config(fuzz::Input& in) {
  const std::size_t n = 1 + in.below(5), d_model = 1 + in.below(6), heads = 1 + in.below(3);
  std::string tokens;
  for (std::size_t i = 0; i < n; ++i) tokens += (tokens.empty() ? "" : ", ") + json_string(in.text());
  std::string out = fmt::format(R"({{"tokens": [{}], "d_model": {}, "heads": {}, "d_k": {}, "d_v": {}, "layers": {})",
                                tokens, d_model, heads, 1 + in.below(3), 1 + in.below(3), 1 + in.below(2));
  if (in.flag()) out += fmt::format(R"(, "title": {})", json_string(in.text()));
  if (in.flag()) out += fmt::format(R"(, "d_ff": {})", 1 + in.below(4));
  const char* const activations[] = {"relu", "gelu", "gelu_tanh", "silu"};
  out += fmt::format(R"(, "activation": "{}")", activations[in.below(4)]);
  const char* const norms[] = {"post", "pre", "none"};
  out += fmt::format(R"(, "norm": "{}")", norms[in.below(3)]);
  out += fmt::format(R"(, "residual": {}, "final_norm": {})", in.flag(), in.flag());
  if (in.flag()) out += R"(, "positions": "sinusoidal")";
  if (in.flag()) out += R"(, "mask": "causal")";
  const std::size_t scale = in.below(3);
  if (scale == 1) out += R"(, "scale": "none")";
  if (scale == 2) out += fmt::format(R"(, "scale": {{"divide_by": {}.{}}})", in.below(10), 1 + in.below(100));
  if (in.flag()) out += fmt::format(R"(, "input": {})", matrix(in, n, d_model));
  if (in.flag()) out += fmt::format(R"(, "given": {{"block1.mha": {}}})", matrix(in, n, d_model));
  out += fmt::format(R"(, "init": {{"seed": {}, "decimals": {}, "low": -{}, "high": {}, "biases": {}}}}})",
                     in.below(256), in.below(16), in.below(10), in.below(10), in.flag());
  return out;
}

void require_all_right(const std::string& text, Plan& plan, const std::optional<int>& round) {
  const Answers answers = read_answers(text, "my.txt");
  fuzz::require(answers.round == round, "the rounding is read back");
  const Sheet sheet = match_answers(answers, plan, "my.txt");
  fuzz::require(sheet.steps.size() == plan.steps.size(), "every step is read back");
  const Round how = answers.round ? Round::stated : Round::guessed;
  const Truth truth = true_numbers(plan, answers.round ? answers.round : decimals_kept(sheet, plan), how);
  const Judgement judgement = judge(sheet, plan, truth);
  for (const JudgedStep& step : judgement.steps)
    fuzz::require(step.verdict == Verdict::right, "what is printed is right");
}

}  // namespace
}  // namespace mha

using namespace mha;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input in({reinterpret_cast<const char*>(data), size});
  RenderOptions options;
  options.precision = static_cast<int>(in.below(max_decimals + 1));
  if (in.flag()) options.round = static_cast<int>(in.below(max_decimals + 1));
  options.color = in.flag();
  options.config = in.text();
  const std::string text = config(in);
  std::string as_text, as_json;
  std::optional<Model> model;
  std::optional<Plan> plan;
  try {
    model = read_config(text, "my.json", "my");
    plan = forward(*model);
    const std::unique_ptr<Renderer> text_renderer = make_text_renderer(options),
                                    json_renderer = make_json_renderer(options);
    as_text = text_renderer->begin(*plan);
    as_json = json_renderer->begin(*plan);
    run(*plan, options.round, [&](const Step&, std::size_t place, const Values& values) {
      text_renderer->step({*plan, place, values, {}}, [&](std::string_view piece) { as_text += piece; });
      json_renderer->step({*plan, place, values, {}}, [&](std::string_view piece) { as_json += piece; });
    });
    as_text += text_renderer->end(*plan);
    as_json += json_renderer->end(*plan);
  } catch (const Error& error) {
    fuzz::require_readable(error);
    return 0;
  }
  require_all_right(as_text, *plan, options.round);
  require_all_right(as_json, *plan, options.round);
  return 0;
}
