#include <doctest/doctest.h>

#include "render/rendered.hpp"

using namespace mha;

namespace {

// One token that looks at itself: everything is as large as it was put in.
std::string one_token(const std::string& tokens, const std::string& input) {
  return R"({"tokens": )" + tokens + R"(, "input": )" + input +
         R"(, "mask": "causal", "norm": "none", "residual": false,
            "weights": [{"Wq": "identity", "Wk": "identity", "Wv": "identity", "Wo": "none"}]})";
}

}  // namespace

TEST_CASE("text names the program, the config and the options that change numbers, then step after step") {
  RenderOptions two_decimals;
  two_decimals.precision = 2;
  const std::string text = rendered("text", one_token(R"(["我", "ab"])", "[[1, 0], [0, -2]]"), two_decimals);
  CHECK(
      text.starts_with("# mha 1.0 · my.json · decimals 2\n"
                       "# my — 2 tokens, d_model 2, 1 head, d_k 2, d_v 2, 1 block\n"
                       "\n"
                       "## X0  [2×2]  given\n"
                       "#        1      2\n"
                       "我    1.00   0.00\n"
                       "ab    0.00  -2.00\n"
                       "\n"
                       "## block1.Wq  [2×2]  I\n"
                       "#     1     2\n"
                       "   1.00  0.00\n"
                       "   0.00  1.00\n"
                       "\n"));
  CHECK(has(text,
            "## block1.head1.masked  [2×2]  scaled, −∞ ← mask = 0\n"
            "#      我    ab\n"
            "我   0.71  -inf\n"
            "ab   0.00  2.83\n"));
}

TEST_CASE("the header says how the numbers were rounded, and quotes an odd name") {
  RenderOptions options;
  options.round = 3;
  CHECK(has(rendered("text", one_token("[\"a\"]", "[[1]]"), options), "# mha 1.0 · my.json · decimals 4 · round 3\n"));
}

TEST_CASE("the header is in the reader's language") {
  RenderOptions options;
  options.language = Language::zh;
  CHECK(has(rendered("text", one_token("[\"a\"]", "[[1]]"), options),
            "# my — 1 个词元，d_model 1，1 个头，d_k 1，d_v 1，1 个块\n"));
}

TEST_CASE("columns line up under any label, and labels that could be misread are quoted") {
  const std::string text = rendered(
      "text", one_token(R"(["我", "🙂", "é", "", "##ing", "3", "a b"])", "[[1], [1], [1], [1], [1], [1], [1]]"));
  CHECK(has(text,
            "## X0  [7×1]  given\n"
            "#              1\n"
            "我        1.0000\n"
            "🙂        1.0000\n"
            "é         1.0000\n"
            "\"\"        1.0000\n"
            "\"##ing\"   1.0000\n"
            "\"3\"       1.0000\n"
            "\"a b\"     1.0000\n"));
}

TEST_CASE("control characters never reach the terminal") {
  for (const Format& f : formats()) {
    CAPTURE(f.name);
    const std::string text = rendered(std::string(f.name), one_token(R"(["\u001b[2J", "\u202e"])", "[[1], [2]]"));
    CHECK_FALSE(has(text, "\x1b"));
    CHECK_FALSE(has(text, "\u202e"));
  }
}

TEST_CASE("json has every digit, and −inf as a string") {
  const std::string text = rendered("json", one_token(R"(["a", "b"])", "[[0.1], [0.30000000000000004]]"));
  CHECK(text.starts_with(R"({
"title": "my",
"model": {"tokens": ["a", "b"], "d_model": 1, "heads": 1, "d_k": 1, "d_v": 1, "d_ff": null, "layers": 1, "activation": "relu", "norm": "none", "norm_epsilon": 1e-05, "residual": false, "positions": "none", "mask": "causal", "scale": "sqrt_d_k", "final_norm": false},
"round": null,
"steps": [
{"id": "X0", "op": "given", "formula": "given", "from": [],
 "rows": ["a", "b"], "columns": ["1"], "shape": [2, 1],
 "values": [[0.1],
  [0.30000000000000004]]},
)"));
  CHECK(has(text, R"("id": "block1.head1.Q", "op": "linear", "formula": "X0 · Wq", "from": ["X0", "block1.Wq"])"));
  CHECK(has(text, "\"-inf\"]"));
  CHECK(text.ends_with("\n],\n\"output\": \"X1\"\n}\n"));
}
