#include "render/render.hpp"

#include <algorithm>
#include <array>

#include "text/format.hpp"
#include "text/label.hpp"
#include "text/number.hpp"
#include "text/say.hpp"
#include "trace/explain.hpp"

namespace mha {

std::span<const Format> formats() {
  static constexpr std::array<Format, 7> table{{
      {"text", make_text_renderer},
      {"markdown", make_markdown_renderer},
      {"latex", make_latex_renderer},
      {"csv", make_csv_renderer},
      {"json", make_json_renderer},
      {"html", make_html_renderer},
      {"pytorch", make_pytorch_renderer},
  }};
  return table;
}

std::unique_ptr<Renderer> make_renderer(std::string_view format, const RenderOptions& options) {
  return std::ranges::find(formats(), format, &Format::name)->make(options);
}

std::string run_in_words(const RenderOptions& options) {
  std::string out = fmt::format("mha {} · {} · decimals {}", version, label(options.config), options.precision);
  if (options.round) out += fmt::format(" · round {}", *options.round);
  return out;
}

std::string explanation(const StepView& view, CellPlace cell, const RenderOptions& options) {
  const Explanation e = explain(view.plan, view.place, view.values, cell, {options.precision, options.round});
  if (e.left_out == 0) return to_text(e);
  return to_text(e) + " " + say(options.language, Phrase::terms_left_out, grouped(e.left_out));
}

std::string dims_in_words(const Model& model, Language language) {
  const std::string comma = language == Language::zh ? "，" : ", ";
  std::string words;
  const auto add = [&](const std::string& word) { words += (words.empty() ? "" : comma) + word; };
  add(count(model.tokens.size(), Noun::token, language));
  if (model.d_model) add(fmt::format("d_model {}", model.d_model));
  add(count(model.heads, Noun::head, language));
  if (model.d_k) add(fmt::format("d_k {}", model.d_k));
  if (model.d_v) add(fmt::format("d_v {}", model.d_v));
  if (model.d_ff) add(fmt::format("d_ff {}", model.d_ff));
  add(count(model.layers, Noun::block, language));
  return words;
}

}  // namespace mha
