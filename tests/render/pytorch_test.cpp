#include <doctest/doctest.h>

#include "render/rendered.hpp"

using namespace mha;

TEST_CASE("pytorch computes each step and holds it against the numbers, all digits of them") {
  RenderOptions options;
  options.precision = 0;
  const std::string text = rendered("pytorch", two_tokens("a", "b"), options);
  CHECK(
      text.starts_with("#!/usr/bin/env python3\n"
                       "# -*- coding: utf-8 -*-\n"
                       "# mha 1.0 · my.json · decimals 0\n"
                       "# T — 2 tokens, d_model 2, 1 head, d_k 2, d_v 2, 1 block\n"));
  CHECK(text.substr(text.find("\n# block1.concat")) == R"(
# block1.concat: heads side by side
block1_concat = matrix([
    [0.285, -3],
    [-1e-05, 12],
])

# block1.mha: output projection
block1_mha = block1_concat
check("block1.mha", block1_mha, [
    [0.285, -3],
    [-1e-05, 12],
])

# X1: output of block 1
X1 = block1_mha
check("X1", X1, [
    [0.285, -3],
    [-1e-05, 12],
])

print(f"{checked - wrong} of {checked} steps agree")
sys.exit(0 if wrong == 0 else 1)
)");
}

TEST_CASE("pytorch rounds as the calculation did, not what is given") {
  RenderOptions options;
  options.round = 2;
  const std::string text = rendered("pytorch", two_tokens("a", "b"), options);
  CHECK(has(text, "\nblock1_concat = matrix(["));
  CHECK(has(text,
            "\nblock1_mha = rounded(block1_concat)\n"
            "check(\"block1.mha\", block1_mha, [\n    [0.29, -3],\n    [0, 12],\n])\n"));
}

TEST_CASE("nn.TransformerEncoderLayer stands beside a model that is like it, and no other") {
  const auto model = [](const std::string& keys) {
    return R"({"tokens": ["a"], "d_model": 4, "heads": 2, "init": {})" + keys + "}";
  };
  CHECK(has(rendered("pytorch", model(R"(, "d_ff": 3)")), "nn.TransformerEncoderLayer(d_model, nhead=2"));
  CHECK(has(rendered("pytorch", model(R"(, "d_ff": 3, "norm": "pre", "activation": "gelu")")), "norm_first=True"));
  for (const char* keys :
       {"", R"(, "d_ff": 3, "norm": "none")", R"(, "d_ff": 3, "residual": false)", R"(, "d_ff": 3, "d_k": 3)",
        R"(, "d_ff": 3, "d_k": 2, "d_v": 3)", R"(, "d_ff": 3, "scale": "none")",
        R"(, "d_ff": 3, "given": {"block1.mha": [[1, 2, 3, 4]]})"}) {
    CAPTURE(keys);
    CHECK_FALSE(has(rendered("pytorch", model(keys)), "TransformerEncoderLayer("));
  }
}

TEST_CASE("no label or title is Python: they only stand in comments, on the line that they began on") {
  RenderOptions options;
  options.explain = true;
  const auto code = [&](const char* label) {  // without its comments
    const std::string text = rendered("pytorch", two_tokens(label, label, label), options);
    std::string out;
    for (std::size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1) {
      if (text[begin] != '#') out += text.substr(begin, text.find('\n', begin) + 1 - begin);
    }
    return out;
  };
  for (const char* label : harmful_labels) {
    CAPTURE(label);
    CHECK(code(label) == code("a"));
  }
}
