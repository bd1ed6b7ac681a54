#include "check/mistakes.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "check/exercise.hpp"
#include "check/slips.hpp"

using namespace mha;

namespace {

// What stands in post.txt and pre.txt.
struct Numbered {
  std::string config;
  std::vector<Written> right;
  std::vector<std::pair<std::string, Written>> wrong;  // ids, with spaces between them
};

Numbered read(const std::string& file) {
  std::ifstream in(std::string(MHA_SOURCE_DIR) + "/tests/check/" + file);
  REQUIRE(in);
  Numbered numbered;
  for (std::string line; std::getline(in, line);) {
    const std::string rest = line.substr(line.find(' ') + 1);
    const std::size_t colon = rest.find(": ");
    if (line.starts_with("config ")) numbered.config = rest;
    if (line.starts_with("right ")) numbered.right.push_back({rest.substr(0, colon), rest.substr(colon + 2)});
    if (!line.starts_with("wrong ")) continue;
    const std::size_t in_step = rest.find(" in ");
    numbered.wrong.push_back(
        {rest.substr(0, in_step), {rest.substr(in_step + 4, colon - in_step - 4), rest.substr(colon + 2)}});
  }
  return numbered;
}

bool has_rule(const std::string& id) { return std::ranges::find(mistakes(), id, &Mistake::id) != mistakes().end(); }

// Of those that are named, the ones that a wrong rule gives; slips may fit by chance.
std::string rules_named(const Exercise& e, const Judgement& j, const std::string& id) {
  std::istringstream all(named(e, j, id));
  std::string rules;
  for (std::string one; all >> one;) {
    if (has_rule(one)) rules += (rules.empty() ? "" : " ") + one;
  }
  return rules;
}

bool names(const Exercise& e, const Written& answer, const std::string& id) {
  std::istringstream all(named(e, judge(e, {answer}), answer.id));
  for (std::string one; all >> one;) {
    if (one == id) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("each mistake is named by its numbers, and no other, in two exercises calculated by another program") {
  std::map<std::string, std::set<std::string>> where;
  for (const std::string file : {"post.txt", "pre.txt"}) {
    const Numbered numbered = read(file);
    const Exercise e(numbered.config);
    for (const auto& wrong : numbered.wrong) {
      const std::string& ids = wrong.first;
      const Written& answer = wrong.second;
      CAPTURE(file);
      CAPTURE(answer.id);
      CAPTURE(answer.rows);
      const Judgement j = judge(e, {answer});
      CHECK(verdict(e, j, answer.id) == "wrong");
      CHECK(rules_named(e, j, answer.id) == ids);
      std::istringstream words(ids);
      for (std::string id; words >> id;) where[id].insert(file);
    }
  }
  for (const Mistake& mistake : mistakes()) {
    CAPTURE(mistake.id);
    CHECK((mistake.id == "k-not-transposed" || where[std::string(mistake.id)].size() == 2));
  }
}

TEST_CASE("right answers are right, and no mistake is named for them") {
  for (const std::string file : {"post.txt", "pre.txt"}) {
    const Numbered numbered = read(file);
    const Exercise e(numbered.config);
    CHECK(!judge(e, numbered.right).first_wrong);
    for (const Written& answer : numbered.right) {
      CAPTURE(answer.id);
      for (const Judgement& j : {judge(e, numbered.right), judge(e, {answer})}) {
        CHECK(verdict(e, j, answer.id) == "right");
        CHECK(named(e, j, answer.id).empty());
      }
    }
  }
}

TEST_CASE("a mistake is named from the person's own numbers, where a step before it was wrong") {
  // From scores of 19, 47; 45, 118, not divided: the first one is wrong, and so is the scale.
  const Exercise e(two_by_two);
  const Judgement j = judge(e, {{"block1.head1.scores", "19 47; 45 118"}, {"block1.head1.scaled", "19 47; 45 118"}});
  CHECK(verdict(e, j, "block1.head1.scores") == "wrong");
  CHECK(verdict(e, j, "block1.head1.scaled") == "wrong");
  CHECK(named(e, j, "block1.head1.scaled") == "not-scaled");
}

TEST_CASE("Q · K in place of Q · Kᵀ") {
  // [4 7; 11 17] · [1 2; 3 5]: 4 + 21, 8 + 35; 11 + 51, 22 + 85
  CHECK(names(Exercise(two_by_two), {"block1.head1.scores", "25 43; 62 107"}, "k-not-transposed"));
  // K1 + 2·K3; K2 + K3; 2·K1 + K2
  CHECK(names(Exercise(three_by_three), {"block1.head1.scores", "3 4 2; 1 2 7; 2 5 6"}, "k-not-transposed"));
}

TEST_CASE("slips") {
  const Exercise two(two_by_two);        // Q: 4 7; 11 17
  const Exercise three(three_by_three);  // scores: 1 12 3; 2 7 2; 4 1 3
  struct Row {
    std::string id, q, scores;  // what was written
  };
  const std::vector<Row> rows{
      {"answer-transposed", "4 11; 7 17", "1 2 4; 12 7 1; 3 2 3"},
      {"rows-swapped", "11 17; 4 7", "4 1 3; 2 7 2; 1 12 3"},
      {"row-copied", "4 7; 4 7", "1 12 3; 4 1 3; 4 1 3"},
      {"sign-slip", "4 -7; 11 17", "1 -12 3; 2 7 2; 4 1 3"},
      {"term-left-out", "4 7; 11 20", "1 12 3; 2 7 2; 2 1 3"},    // -3 + 20; 2 + 2
      {"term-doubled", "6 7; 11 17", "1 12 3; 2 7 2; 4 1 5"},     // 2 + 2; 2 + 1
      {"term-sign-slip", "4 7; 11 23", "1 12 3; 2 -5 2; 4 1 3"},  // -3 + 20; 1 + 6
      {"digits-swapped", "4 7; 11 71", "1 21 3; 2 7 2; 4 1 3"},
      {"decimal-point-slipped", "4 7; 11 1.7", "1 120 3; 2 7 2; 4 1 3"},
      {"wrong-row", "11 7; 11 17", "1 7 3; 2 7 2; 4 1 3"},
      {"wrong-column", "7 7; 11 17", "1 12 3; 7 7 2; 4 1 3"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.id);
    CHECK(names(two, {"block1.head1.Q", row.q}, row.id));
    CHECK(names(three, {"block1.head1.scores", row.scores}, row.id));
    CHECK(!names(two, {"block1.head1.Q", "4 7; 11 17"}, row.id));
  }
  for (const Slip& slip : slips()) {
    CAPTURE(slip.id);
    CHECK((slip.id == "truncated" || std::ranges::find(rows, slip.id, &Row::id) != rows.end()));
  }
}

TEST_CASE("numbers that are cut off are off in the last digit, and that is said") {
  // 18, 47, 45, 118 divided by √2: 12.7279 33.2340 31.8198 83.4386
  const Exercise two(two_by_two);
  const Judgement j = judge(two, {{"block1.head1.scaled", "12.72 33.23; 31.81 83.43"}});
  CHECK(verdict(two, j, "block1.head1.scaled") == "last_digit");
  CHECK(named(two, j, "block1.head1.scaled") == "truncated");
  CHECK(!j.first_wrong);
  // divided by √3: 0.5774 6.9282 1.7321; 1.1547 4.0415 1.1547; 2.3094 0.5774 1.7321
  const Exercise three(three_by_three);
  const Judgement k =
      judge(three, {{"block1.head1.scaled", "0.577 6.928 1.732; 1.154 4.041 1.154; 2.309 0.577 1.732"}});
  CHECK(verdict(three, k, "block1.head1.scaled") == "last_digit");
  CHECK(named(three, k, "block1.head1.scaled") == "truncated");
}

TEST_CASE("a mistake in a step that was left out is found from the numbers that are there") {
  // The rows of three_by_three, divided by 3: e^(1/3), e^4, e^1 and so on, each row by its sum.
  const Exercise three(three_by_three);
  const Judgement k =
      judge(three, {{"block1.head1.weights", "0.0238 0.9299 0.0463; 0.1371 0.7258 0.1371; 0.4798 0.1765 0.3438"}});
  CHECK(verdict(three, k, "block1.head1.weights") == "wrong");
  CHECK(k.find(three.place("block1.head1.weights"))->mistakes.front().place == three.place("block1.head1.scaled"));
}

TEST_CASE("each sentence says something in both languages") {
  for (const Mistake& mistake : mistakes()) {
    CAPTURE(mistake.id);
    CHECK(!mistake.en.empty());
    CHECK(!mistake.zh.empty());
  }
}
