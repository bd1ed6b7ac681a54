#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "check/answers.hpp"
#include "math/rounding.hpp"
#include "model/config.hpp"
#include "render/render.hpp"
#include "text/number.hpp"
#include "text/unicode.hpp"
#include "trace/forward.hpp"

namespace mha {
namespace {

const std::vector<std::string> odd_labels = {
    "",         " ",
    "New York", "3",
    "-inf",     "−∞",
    "1/3",      "０．５",
    "?",        "_",
    "null",     "\"",
    "a\"b",     "\\",
    "#",        "## X0",
    "[CLS]",    "a,b",
    "a|b",      "|--|",
    "a=b",      "Q",
    "X0",       "x:",
    "🙂",     "👨‍👩‍👧",
    "的",       "的",
    "a\nb",     "\x1b[31m",
    "a\u202Eb", "≈ 0.3",
    "\t",       "e5",
    "（",       "\u200B",
    "array(",   "\\begin{b}",
    "$",        "don't",
    "、",       "\u00A0",
    "\u0001",   "é",
    "2.",       ".5",
    "-",        "--",
    "<b>",      "\\\\",
    "&",        "`a`",
    "**",       "//",
    "nan",      "∞",
};

// Tokens as they are; causal, so that there are masked scores.
Model odd_model(std::size_t heads) {
  std::string tokens;
  for (const std::string& label : odd_labels) tokens += (tokens.empty() ? "" : ", ") + json_string(label);
  return read_config("{\"tokens\": [" + tokens + "], \"d_model\": 4, \"d_ff\": 3, \"mask\": \"causal\", \"heads\": " +
                         std::to_string(heads) + ", \"init\": {\"biases\": true, \"decimals\": 2}}",
                     "c.json", "a \"title\"\n## X0 · round 3");
}

struct Written {
  std::string text;
  std::vector<Matrix> values;  // of each step
};

Written write(Plan& plan, std::unique_ptr<Renderer> renderer, std::optional<int> round) {
  Written result;
  result.text = renderer->begin(plan);
  run(plan, round, [&](const Step&, std::size_t place, const Values& values) {
    renderer->step({plan, place, values, {}}, [&](std::string_view piece) { result.text += piece; });
    result.values.push_back(*values[place]);
  });
  result.text += renderer->end(plan);
  return result;
}

// Every cell of every step; `decimals` < 0: all digits.
void check_same(const Sheet& sheet, const std::vector<Matrix>& values, int decimals) {
  REQUIRE(sheet.steps.size() == values.size());
  std::size_t wrong = 0;
  for (std::size_t s = 0; s < values.size(); ++s) {
    REQUIRE(sheet.steps[s].place == s);
    REQUIRE(sheet.steps[s].cells.size() == values[s].rows());
    for (std::size_t i = 0; i < values[s].rows(); ++i) {
      REQUIRE(sheet.steps[s].cells[i].size() == values[s].cols());
      for (std::size_t j = 0; j < values[s].cols(); ++j) {
        const Cell& cell = sheet.steps[s].cells[i][j];
        const double x = values[s](i, j);
        if (std::isinf(x)) {
          wrong += cell.kind != Cell::Kind::minus_infinity;
        } else if (decimals < 0) {
          wrong += cell.kind != Cell::Kind::number || cell.value != x;
        } else {
          wrong += cell.kind != Cell::Kind::number || cell.written != fixed(x, decimals) || cell.decimals != decimals ||
                   cell.value != std::stod(fixed(x, decimals));
        }
      }
    }
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("what is printed as text is read back, whatever the labels") {
  for (const std::size_t heads : {1U, 2U}) {
    const Model model = odd_model(heads);
    for (int precision = 0; precision <= max_decimals; ++precision) {
      CAPTURE(precision);
      Plan plan = forward(model);
      RenderOptions options;
      options.config = odd_labels[static_cast<std::size_t>(precision)];
      options.precision = precision;
      if (precision % 2) options.round = precision;
      options.color = precision == 4;
      const Written written = write(plan, make_text_renderer(options), options.round);
      const Answers answers = read_answers(written.text, "my.txt");
      CHECK(answers.config == options.config);
      CHECK(answers.round == options.round);
      check_same(match_answers(answers, plan, "my.txt"), written.values, precision);
    }
  }
}

TEST_CASE("what is printed as JSON is read back with all digits") {
  const Model model = odd_model(2);
  Plan plan = forward(model);
  RenderOptions options;
  options.round = 3;
  const Written written = write(plan, make_json_renderer(options), options.round);
  const Answers answers = read_answers(written.text, "my.json");
  CHECK(answers.round == 3);
  check_same(match_answers(answers, plan, "my.json"), written.values, -1);
}

}  // namespace mha
