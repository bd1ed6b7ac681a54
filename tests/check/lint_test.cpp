#include "check/lint.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "error.hpp"
#include "model/config.hpp"
#include "trace/forward.hpp"

using namespace mha;

namespace {

std::vector<Alike> lint_of(const std::string& config) {
  const Model model = read_config(config, "my.json", "my");
  Plan plan = forward(model);
  return lint(plan, 4);
}

// One head of that width over two tokens, with identity projections.
std::string one_head(const std::string& input, const std::string& keys) {
  return R"({"input": )" + input + R"(, "norm": "none", "residual": false, )" + keys + R"(
    "weights": [{"Wq": "identity", "Wk": "identity", "Wv": "identity", "Wo": "none"}]})";
}

}  // namespace

TEST_CASE("two heads of width 2 cannot tell d_k from √d_model") {
  // d_k = 2 and √d_model = √4 = 2; √n = √3 and √d_k = √2 are others
  const std::vector<Alike> alike = lint_of(R"({"tokens": ["a", "b", "c"], "d_model": 4, "heads": 2, "norm": "none",
    "residual": false, "init": {"seed": 3}})");
  const Alike needed{
      {"scaled-by-d_k", "scaled-by-sqrt-d_model"}, false, {"block1.head1.scaled", "block1.head2.scaled"}};
  CHECK(std::ranges::find(alike, needed) != alike.end());
}

TEST_CASE("a mistake that gives the right numbers is found: one head over as many tokens as it is wide") {
  // n = d_k = d_model = 2: √n = √d_model = √d_k
  const std::vector<Alike> alike = lint_of(one_head("[[1, 0.5], [0, 2]]", ""));
  REQUIRE_FALSE(alike.empty());
  const auto right = std::ranges::find_if(alike, [](const Alike& a) {
    return a.is_right && std::ranges::find(a.mistakes, "scaled-by-sqrt-n") != a.mistakes.end();
  });
  REQUIRE(right != alike.end());
  CHECK(right->steps == std::vector<std::string>{"block1.head1.scaled"});
}

TEST_CASE("what is alike is said in both languages") {
  const std::vector<Alike> alike = {{{"scaled-by-d_k", "scaled-by-sqrt-d_model"}, false, {"block1.head1.scaled"}}};
  CHECK(lint_text(alike, Language::en) ==
        "These mistakes give the same numbers here, so all of them are named:\n"
        "  scaled-by-d_k = scaled-by-sqrt-d_model\n"
        "      block1.head1.scaled\n");
  CHECK(lint_text({}, Language::en) == "Every usual mistake shows, and each in its own way.\n");
  CHECK(lint_text({}, Language::zh) == "每一种常见错误都看得出来，而且各不相同。\n");
}

TEST_CASE("a calculation whose numbers are too many to be kept is not looked at") {
  // Wq, Wk, Wv and Wo have 4000² numbers each; X0, Q, K, V, out, concat, mha and X1 4000; five steps of softmax one
  CHECK_THROWS_WITH_AS(
      lint_of(R"({"tokens": ["a"], "d_model": 4000, "norm": "none", "residual": false, "init": {}})"),
      "my.json: this calculation has 64,032,005 numbers, too many to be marked: at most 33,554,432 are kept at once",
      Error);
}
