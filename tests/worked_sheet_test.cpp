// examples/wo-ai-ni-round-2.md was calculated by hand, two decimals kept at each step. The program has to get the same.
#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <sstream>

#include "model/config.hpp"
#include "model/lessons.hpp"
#include "text/number.hpp"
#include "trace/forward.hpp"
#include "trace/run.hpp"

using namespace mha;

namespace {

using Lines = std::vector<std::string>;

// The rows of each step in the sheet's fenced blocks: a line `## id`, then label and numbers.
std::map<std::string, Lines> sheet(const std::string& path) {
  std::ifstream in(path);
  REQUIRE(in);
  std::map<std::string, Lines> steps;
  bool is_fenced = false;
  std::string id;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) {
      is_fenced = !is_fenced;
      id.clear();
    } else if (is_fenced && line.starts_with("## ")) {
      id = line.substr(3, line.find(' ', 3) - 3);
    } else if (!id.empty() && !line.empty() && line[0] != '#') {
      std::istringstream words(line);
      std::string row;
      for (std::string word; words >> word;) {
        if (!row.empty()) row += ' ';
        row += word;
      }
      steps[id].push_back(row);
    }
  }
  return steps;
}

}  // namespace

TEST_CASE("the sheet that was worked by hand with two decimals agrees with --round 2 in every step") {
  const std::map<std::string, Lines> by_hand = sheet(std::string(MHA_SOURCE_DIR) + "/examples/wo-ai-ni-round-2.md");
  CHECK(by_hand.size() >= 30);
  const Model model = read_config(find_lesson("wo-ai-ni")->text, "wo-ai-ni", "wo-ai-ni");
  Plan plan = forward(model);
  std::size_t compared = 0;
  run(plan, 2, [&](const Step& step, std::size_t place, const Values& values) {
    const auto found = by_hand.find(step.id);
    if (found == by_hand.end()) {
      CHECK_MESSAGE(is_given(step.op), step.id, " is not in the sheet");
      return;
    }
    CAPTURE(step.id);
    const Matrix& m = *values[place];
    Lines rows;
    for (std::size_t i = 0; i < m.rows(); ++i) {
      std::string row = step.row_labels ? label_of(step.row_labels, i) : "";
      for (std::size_t j = 0; j < m.cols(); ++j) {
        if (!row.empty()) row += ' ';
        append_fixed(row, m(i, j), 2);
      }
      rows.push_back(row);
    }
    CHECK(found->second == rows);
    ++compared;
  });
  CHECK(compared == by_hand.size());
}
