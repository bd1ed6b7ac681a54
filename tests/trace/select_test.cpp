#include "trace/select.hpp"

#include <doctest/doctest.h>

#include "error.hpp"
#include "model/config.hpp"
#include "trace/forward.hpp"

namespace mha {
namespace {

const Model& model() {
  static const Model m =
      read_config(R"({"tokens": ["a", "2", "a", "x,y"], "heads": 2, "d_model": 4, "init": {}})", "test", "test");
  return m;
}

// The cells of one step that the glob selects, as "row,column" from 1.
std::string cells(const std::string& glob, const char* id = "block1.head1.scores") {
  const Plan plan = forward(model());
  const std::vector<Selection> selected = select(plan, {glob}, "--only");
  std::string out;
  for (const CellPlace c : selected[static_cast<std::size_t>(plan.find(id) - plan.steps.data())].cells) {
    if (!out.empty()) out += ' ';
    out += std::to_string(c.row + 1);
    out += ',';
    out += std::to_string(c.column + 1);
  }
  return out;
}

}  // namespace

TEST_CASE("a star crosses dots, a question mark is one character, and a bracket is itself") {
  CHECK(matches("block1.head1.Q", "block1.head1.Q"));
  CHECK(matches("block1.head1.Q", "*"));
  CHECK(matches("block1.head1.Q", "*.Q"));
  CHECK(matches("block1.head1.Q", "block1*Q"));
  CHECK(matches("block1.head1.Q", "block?.head?.Q"));
  CHECK(matches("block1.head1.Q", "*head1*"));
  CHECK(matches("aXbXc", "a*X*c"));
  CHECK(matches("a[1]", "a[1]"));
  CHECK_FALSE(matches("a1", "a[1]"));
  CHECK_FALSE(matches("block1.head1.Q", "block1"));
  CHECK_FALSE(matches("block1.head1.Q", ""));
  CHECK_FALSE(matches("block1.head1.Q", "*.q"));
  CHECK(matches("", ""));
  CHECK(matches("", "**"));
}

TEST_CASE("many stars do not take for ever") {
  std::string glob;
  for (int i = 0; i < 200; ++i) glob += "a*";
  CHECK_FALSE(matches(std::string(5000, 'a'), glob + "b"));
}

TEST_CASE("a cell is named by labels or by numbers, and a label wins over a number") {
  CHECK(cells("block1.head1.scores[x,y,4]") == "4,4");
  CHECK(cells("block1.head1.scores[\"x,y\", 3]") == "4,3");
  CHECK(cells("block1.head1.scores[1,3]") == "1,3");
  CHECK(cells("block1.head1.scores[2,\"2\"]") == "2,2");
  CHECK(cells("block1.head1.scores[a,2]") == "1,2 3,2");  // two rows have that label
  CHECK(cells("block1.*[4,4]") == "4,4");                 // where a step has such a cell
  CHECK(cells("block1.*[4,4]", "block1.head1.Q") == "");
  CHECK(cells("block1.head1.scores") == "");
}

TEST_CASE("a cell that no step has is an error that lists the labels") {
  const auto error = [](const std::string& glob) -> std::string {
    try {
      cells(glob);
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  };
  CHECK(error("block1.head1.scores[b,1]") ==
        R"(--only: block1.head1.scores has no row "b"; its rows are a, "2", a, "x,y")");
  CHECK(error("block1.head1.Q[a,3]") == R"(--only: block1.head1.Q has no column "3"; its columns are 1 to 2)");
  CHECK(error("block1.head1.Q[a]") ==
        "--only: block1.head1.Q needs a row and a column in its brackets: block1.head1.Q[1,2]");
  CHECK(error("block1.head1.QQ[a,1]").starts_with("--only: no step has the id \"block1.head1.QQ\"; did you mean "));
  CHECK(error("block1.head1.Q[a,1").starts_with("--only: no step has the id \"block1.head1.Q[a,1\"; did you mean "));
}

}  // namespace mha
