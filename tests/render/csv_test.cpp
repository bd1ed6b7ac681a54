#include <doctest/doctest.h>

#include "render/rendered.hpp"

using namespace mha;

TEST_CASE("csv has one cell of a step on each line") {
  RenderOptions options;
  options.precision = 2;
  CHECK(rendered("csv", two_tokens("我", "b"), options) ==
        "step,row,column,value\n"
        "block1.concat,我,1,0.29\n"
        "block1.concat,我,2,-3.00\n"
        "block1.concat,b,1,0.00\n"
        "block1.concat,b,2,12.00\n"
        "block1.mha,我,1,0.29\n"
        "block1.mha,我,2,-3.00\n"
        "block1.mha,b,1,0.00\n"
        "block1.mha,b,2,12.00\n"
        "X1,我,1,0.29\n"
        "X1,我,2,-3.00\n"
        "X1,b,1,0.00\n"
        "X1,b,2,12.00\n");
}

TEST_CASE("a file of csv begins with a byte order mark, for Excel") {
  RenderOptions options;
  options.to_file = true;
  CHECK(rendered("csv", two_tokens("a", "b"), options).starts_with("\xEF\xBB\xBFstep,row,column,value\n"));
}

TEST_CASE("csv has the arithmetic in a column of its own") {
  RenderOptions options;
  options.explain = true;
  const std::string text = rendered("csv", two_tokens("a", "b"), options);
  CHECK(
      text.starts_with("step,row,column,value,explanation\n"
                       "block1.concat,a,1,0.2850,\n"));
  CHECK(has(text, "\nX1,a,2,-3.0000,\"X1[a,2] = mha[a,2] = -3.0000\"\n"));
}

TEST_CASE("in csv no label is a formula, and each is one field") {
  const std::pair<const char*, const char*> labels[] = {
      {"=1+1", "'=1+1"},  {"+1", "'+1"},      {"-1", "'-1"},          {"@x", "'@x"},      {" =1", "' =1"},
      {"＝1", "'＝1"},    {"\\t=1", "\\t=1"}, {"'a", "''a"},          {"a,b", "\"a,b\""}, {"\\\"", "\"\"\"\""},
      {"a\\nb", "a\\nb"}, {"a=1", "a=1"},     {"\\u202e", "\\u202e"}, {"", ""},
  };
  for (const auto& row : labels) {
    const std::string label = row.first, shown = row.second;
    CAPTURE(label);
    const std::string text = rendered("csv", two_tokens(label, "b"));
    CHECK(has(text, "\nX1," + shown + ",2,-3.0000\n"));
  }
}

TEST_CASE("a masked score is no formula either") {
  const std::string text = rendered("csv", R"({"tokens": ["a", "b"], "input": [[1], [1]], "mask": "causal",
      "norm": "none", "weights": [{"Wq": "identity", "Wk": "identity", "Wv": "identity", "Wo": "none"}]})");
  CHECK(has(text, "\nblock1.head1.masked,a,b,−∞\n"));
}
