#include <doctest/doctest.h>

#include <string>

#include "check/answers.hpp"
#include "error.hpp"
#include "model/config.hpp"
#include "trace/forward.hpp"

namespace mha {
namespace {

// Two heads, two blocks: most names are the end of several ids. Two tokens are called the same.
const Model& model() {
  static const Model m = read_config(
      R"({"tokens": ["的", "a", "的"], "d_model": 4, "heads": 2, "layers": 2, "init": {"seed": 1}})", "c.json", "t");
  return m;
}

std::string matched(std::string_view text) {
  const Plan plan = forward(model());
  const Sheet sheet = match_answers(read_answers(text, "my.txt"), plan, "my.txt");
  std::string out;
  for (const SheetStep& step : sheet.steps) {
    out += (out.empty() ? "" : " // ") + plan.steps[step.place].id + ":";
    for (const auto& row : step.cells) {
      if (&row != &step.cells.front()) out += ";";
      for (const Cell& cell : row) out += " " + (cell.kind == Cell::Kind::blank ? "?" : cell.written);
    }
  }
  return out;
}

std::string error_of(std::string_view text) {
  try {
    return "no error: " + matched(text);
  } catch (const Error& e) {
    return e.what();
  }
}

}  // namespace

TEST_CASE("a step is named by its id or by any unique ending of whole words") {
  CHECK(matched("## block1.head1.scores\n1\n") == "block1.head1.scores: 1");
  CHECK(matched("## block2.mha\n1\n") == "block2.mha: 1");
  CHECK(matched("## X0\n1\n") == "X0: 1");
  CHECK(error_of("## head2.Q\n1\n") ==
        "my.txt: line 1: \"head2.Q\" is the end of 2 ids (block1.head2.Q, block2.head2.Q): write more of the one that "
        "is meant");
  CHECK(error_of("## Q\n1\n") ==
        "my.txt: line 1: \"Q\" is the end of 4 ids (block1.head1.Q, block1.head2.Q, block2.head1.Q, "
        "block2.head2.Q): write more of the one that is meant");
  CHECK(error_of("## scores\n1\n").find("is the end of 4 ids (") != std::string::npos);
  CHECK(error_of("## d1.Q\n1\n").starts_with("my.txt: line 1: this calculation has no step \"d1.Q\""));
}

TEST_CASE("the ending is unique where only one id has it") {
  const Model m = read_config(R"({"tokens": ["a"], "d_model": 2, "init": {}})", "c.json", "t");
  const Plan plan = forward(m);
  for (const std::string_view name : {"Q", "head1.Q", "block1.head1.Q", "ln1.mean", "mha", "ln1"}) {
    CAPTURE(name);
    const Sheet sheet = match_answers(read_answers("## " + std::string(name) + "\n1 2\n", "my.txt"), plan, "my.txt");
    REQUIRE(sheet.steps.size() == 1);
    CHECK(plan.steps[sheet.steps[0].place].id.ends_with(name));
  }
}

TEST_CASE("steps come in the order of computation") {
  CHECK(matched("## X2\n1\n## X0\n2\n## X1\n3\n") == "X0: 2 // X1: 3 // X2: 1");
}

TEST_CASE("an unknown step is an error with the nearest ids") {
  CHECK(error_of("\n## block1.head1.score\n1\n") ==
        "my.txt: line 2: this calculation has no step \"block1.head1.score\"; did you mean \"block1.head1.scores\"?");
  CHECK(error_of("## wieghts\n1\n") ==
        "my.txt: line 1: this calculation has no step \"wieghts\"; did you mean \"weights\"?");
  CHECK(error_of("## X0\x1b[2J\n1\n") ==
        "my.txt: line 1: this calculation has no step \"X0\\u001b\"; did you mean \"X0\"?");
}

TEST_CASE("a step that is answered twice is an error") {
  CHECK(error_of("## X0\n1\n\n## X1\n1\n## X0\n1\n") == "my.txt: line 6: X0 is answered twice, first in line 1");
  CHECK(error_of("## block1.concat\n1\n## block1.concat\n") ==
        "my.txt: line 3: block1.concat is answered twice, first in line 1");
}

TEST_CASE("rows with labels stand where they belong, equal labels in the order of the rows") {
  CHECK(matched("## X0\na 1 2\n") == "X0: ? ?; 1 2; ? ?");
  CHECK(matched("## X0\na 1\n的 2\n的 3\n") == "X0: 2; 1; 3");
  CHECK(matched("## X0\n的 2\n") == "X0: 2; ?; ?");
  CHECK(matched("## X0\n的 2\n1\n3\n") == "X0: 2; 1; 3");  // all in their order
  CHECK(matched("## block1.head1.Wq\n\"2\" 5\n") == "block1.head1.Wq: ?; 5; ?; ?");
}

TEST_CASE("without labels the shape stays as it is written") {
  CHECK(matched("## X0\n1 2\n") == "X0: 1 2");
  CHECK(matched("## X0\n1\n2\n3\n4\n5\n") == "X0: 1; 2; 3; 4; 5");
}

TEST_CASE("a heading with nothing below it is a step that is not filled in") {
  CHECK(matched("## block1.head1.sum\n## X1\n1\n") == "block1.head1.sum: ?; ?; ? // X1: 1");
}

TEST_CASE("the name of the step before its first row is no label") {
  CHECK(matched("## X0\nX0 = [1 2]\n     [3 4]\n") == "X0: 1 2; 3 4");
  CHECK(matched("## block1.head1.Q\nQ: 1 2\n") == "block1.head1.Q: 1 2");
  CHECK(error_of("## block1.head1.Q\nK: 1 2\n") ==
        "my.txt: line 2: block1.head1.Q has no row \"K\"; known are \"的\", \"a\"");
}

TEST_CASE("a label that fits no row is an error") {
  CHECK(error_of("## X0\na 1\nb 2\n") == "my.txt: line 3: X0 has no row \"b\"; known are \"的\", \"a\"");
  CHECK(error_of("## X0\na 1\na 2\n") == "my.txt: line 3: X0 has one row \"a\", and this is one more");
  CHECK(error_of("## X0\n的 1\n的 2\n的 3\n") == "my.txt: line 4: X0 has 2 rows \"的\", and this is one more");
  CHECK(error_of("## X0\n1\n的 2\n3\n") ==
        "my.txt: line 3: row 2 of X0 is not \"的\": where some rows have no label, all have "
        "to stand in their order");
  CHECK(error_of("## X0\n1\n2\n3\na 4\n") ==
        "my.txt: line 5: row 4 of X0 is not \"a\": where some rows have no label, all have "
        "to stand in their order");
}

TEST_CASE("JSON answers have lines too") {
  CHECK(error_of("{\n\"X0\": [1],\n\"X9\": [1]}") ==
        "my.txt: line 3: this calculation has no step \"X9\"; did you mean \"X0\", \"X1\" or \"X2\"?");
}

}  // namespace mha
