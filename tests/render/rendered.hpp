// A config's whole trace in one of the formats, for the tests of the formats.
#pragma once

#include <string>

#include "model/config.hpp"
#include "render/render.hpp"
#include "trace/forward.hpp"

namespace mha {

inline std::string rendered(std::string_view format, const std::string& config, RenderOptions options = {}) {
  options.config = "my.json";
  const Model model = read_config(config, "my.json", "my");
  Plan plan = forward(model);
  const std::unique_ptr<Renderer> renderer = make_renderer(format, options);
  std::string out = renderer->begin(plan);
  run(plan, options.round, [&](const Step& step, std::size_t place, const Values& values) {
    std::vector<CellPlace> cells;
    for (std::size_t i = 0; options.explain && i < step.shape.rows; ++i) {
      for (std::size_t j = 0; j < step.shape.cols; ++j) cells.push_back({i, j});
    }
    renderer->step({plan, place, values, cells}, [&](std::string_view piece) { out += piece; });
  });
  return out + renderer->end(plan);
}

// Two tokens whose heads are given: three steps, all with the same numbers.
inline std::string two_tokens(const std::string& a, const std::string& b, const std::string& title = "T") {
  return R"({"title": ")" + title + R"(", "tokens": [")" + a + R"(", ")" + b +
         R"("], "d_model": 2, "norm": "none", "residual": false, "weights": [{"Wo": "none"}],
            "given": {"block1.concat": [[0.285, -3], [-0.00001, 12]]}})";
}

inline bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// What a config in JSON may put into labels to do harm, each as it stands in the JSON.
inline constexpr const char* harmful_labels[] = {
    "<script>", "\\\\input{x}", "%",  "_",          "&",   "|",   "=1+1",    "\\\"",    "'",       "`",  "*b*",
    "[a](b)",   "![x]",         "#1", "a\\nb",      "\\r", "\\t", "\\u0007", "\\u202e", "\\u2028", "@x", "-2+3",
    "^^5c1",    "\\\"\\\"\\\"", "~",  "http://x.y", " =2", "{",   "$x$",     "",
};

}  // namespace mha
