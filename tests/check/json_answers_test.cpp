#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "check/answers.hpp"
#include "error.hpp"

namespace mha {
namespace {

struct Text {
  std::string_view written, message;
};

std::string error_of(std::string_view text) {
  try {
    read_answers(text, "my.json");
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a JSON object has the rows of each step") {
  const Answers answers = read_answers(
      "\n{\"block1.head1.Q\": [[1.50, 1e-3], [-2, \"1/3\"]],\n \"mean\": [0.25, null, \"?\", \"-inf\"]}", "my.json");
  REQUIRE(answers.steps.size() == 2);
  const Answer& Q = answers.steps[0];
  CHECK(Q.name == "block1.head1.Q");
  CHECK(Q.line == 2);
  REQUIRE(Q.rows.size() == 2);
  CHECK_FALSE(Q.rows[0].label);
  CHECK(Q.rows[0].cells[0].value == 1.5);
  CHECK(Q.rows[0].cells[0].decimals == 2);  // as written
  CHECK(Q.rows[0].cells[0].written == "1.50");
  CHECK(Q.rows[0].cells[1].decimals == 3);
  CHECK(Q.rows[1].cells[0].value == -2);
  CHECK(Q.rows[1].cells[1].is_exact);
  const Answer& mean = answers.steps[1];
  CHECK(mean.line == 3);
  REQUIRE(mean.rows.size() == 1);
  REQUIRE(mean.rows[0].cells.size() == 4);
  CHECK(mean.rows[0].cells[1].kind == Cell::Kind::blank);
  CHECK(mean.rows[0].cells[2].kind == Cell::Kind::blank);
  CHECK(mean.rows[0].cells[3].kind == Cell::Kind::minus_infinity);
}

TEST_CASE("what --format json prints is read") {
  const Answers answers = read_answers(
      "{\"title\": \"t\", \"round\": 2, \"steps\": [{\"id\": \"X0\", \"op\": \"given\", \"rows\": [\"a\", \"\"], "
      "\"columns\": "
      "[\"1\"], \"shape\": [2, 1], \"values\": [[0.5], [\"-inf\"]]}], \"output\": \"X0\"}",
      "my.json");
  CHECK(answers.round == 2);
  REQUIRE(answers.steps.size() == 1);
  CHECK(answers.steps[0].name == "X0");
  CHECK(answers.steps[0].rows[0].label == "a");
  CHECK(answers.steps[0].rows[1].label == "");
  CHECK(answers.steps[0].rows[1].cells[0].kind == Cell::Kind::minus_infinity);
}

TEST_CASE("JSON that cannot be read is an error that shows the place") {
  const Text table[] = {
      {"{\"X0\": [[1, 0],\n [0, \"1/0\"]]}",
       "my.json: line 2, column 6: \"1/0\" divides by 0\n  2 |  [0, \"1/0\"]]}\n    |      ^"},
      {"{\"a\": [1], \"X0\": [[1], [true]]}",
       "my.json: line 1, column 25: is true, but needs a number (or null: not filled in)\n"
       "  1 | {\"a\": [1], \"X0\": [[1], [true]]}\n    |                         ^"},
      {"{\"X0\": {\"a\": [1]}}",
       "my.json: line 1, column 8: is an object, but needs a list of rows: [[1, 2], [3, 4]]\n"
       "  1 | {\"X0\": {\"a\": [1]}}\n    |        ^"},
      {"{\"X0\": []}",
       "my.json: line 1, column 8: is an empty list, but needs a list of rows: [[1, 2], [3, 4]]\n"
       "  1 | {\"X0\": []}\n    |        ^"},
      {"{\"X0\": [[]]}",
       "my.json: line 1, column 9: is an empty list, but needs the numbers of a row\n"
       "  1 | {\"X0\": [[]]}\n    |         ^"},
      {"{\"X0\": [[1, 2], [3]]}",
       "my.json: line 1, column 17: has the length 1, but the first row has 2\n"
       "  1 | {\"X0\": [[1, 2], [3]]}\n    |                 ^"},
      {"{\"X0\": [[1], 2]}",
       "my.json: line 1, column 14: is a number, but the rows before it are lists\n"
       "  1 | {\"X0\": [[1], 2]}\n    |              ^"},
      {"{\"tokens\": [\"a\"], \"weights\": []}",
       "my.json: is a config (it has \"tokens\", \"d_model\" or \"weights\"), where answers are needed"},
      {"{\"steps\": [{\"id\": \"X0\"}]}",
       "my.json: line 1, column 12: a step needs an \"id\" and \"values\"\n"
       "  1 | {\"steps\": [{\"id\": \"X0\"}]}\n    |            ^"},
      {"{\"steps\": [{\"id\": \"X0\", \"rows\": [\"a\"], \"values\": [[1], [2]]}]}",
       "my.json: line 1, column 33: \"rows\" needs a list of 2 labels, one for each row\n"
       "  1 | {\"steps\": [{\"id\": \"X0\", \"rows\": [\"a\"], \"values\": [[1], [2]]}]}\n"
       "    |                                 ^"},
      {"{\"steps\": [], \"round\": 16}",
       "my.json: line 1, column 24: \"round\" needs a whole number from 0 to 15\n"
       "  1 | {\"steps\": [], \"round\": 16}\n    |                        ^"},
      {"{\"steps\": 1}",
       "my.json: line 1, column 11: \"steps\" is a number, but needs a list\n"
       "  1 | {\"steps\": 1}\n    |           ^"},
      {"{}", "my.json: there are no answers in it: a step is a line such as ## block1.head1.Q with its rows below"},
  };
  for (const Text& each : table) {
    CAPTURE(each.written);
    CHECK(error_of(each.written) == each.message);
  }
  CHECK(error_of("{\"X0\": [[1]").starts_with("my.json: line 1, column 12: found the end of the file, needed a ]"));
  CHECK(error_of("{\"X0\": [1], \"X0\": [1]}") == "my.json: the key \"X0\" stands twice in line 1");
}

}  // namespace mha
