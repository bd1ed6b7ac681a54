#include "check/report.hpp"

#include <doctest/doctest.h>

#include "check/exercise.hpp"

using namespace mha;

namespace {

// Q is 4 7; 11 17: the sign of 7 was lost. 4 - 14 = -10, 12 - 35 = -23 follow from that. Then nothing was divided.
const std::vector<Written> two_slips{{"block1.head1.Q", "4 -7; 11 17"},
                                     {"block1.head1.scores", "-10 -23; 45 118"},
                                     {"block1.head1.scaled", "-10.0 -23.0; 45.0 118.0"},
                                     {"block1.head1.V", "1 2; 3 ?"},
                                     {"block1.head1.sum", "?; ?"}};

}  // namespace

TEST_CASE("the first wrong step is said first, then each step, then the honest sum") {
  const Exercise e(two_by_two);
  CHECK(report_text(judge(e, two_slips), e.plan, ReportOptions{}) ==
        R"(The first wrong step is block1.head1.Q.
  [t1,2] -7
  sign-slip: one cell has the wrong sign

block1.head1.Q       wrong
block1.head1.V       right
block1.head1.scores  follows
block1.head1.scaled  wrong
  [t1,t1] -10.0  [t1,t2] -23.0  [t2,t1] 45.0  [t2,t2] 118.0
  not-scaled: the scores were not divided; right is scores / √d_k
block1.head1.sum     blank

4 of 12 steps filled in: 1 right, 1 follows, 2 wrong
)");
  CHECK(report_text(judge(e, two_slips), e.plan, {"", Language::zh, false, 0}) ==
        R"(第一个出错的步骤是 block1.head1.Q。
  [t1,2] -7
  sign-slip: 有一个数的正负号错了

block1.head1.Q       错误
block1.head1.V       正确
block1.head1.scores  承前（算法正确）
block1.head1.scaled  错误
  [t1,t1] -10.0  [t1,t2] -23.0  [t2,t1] 45.0  [t2,t2] 118.0
  not-scaled: 得分没有做除法；应该是 scores / √d_k
block1.head1.sum     没有填

填了 4 步，共 12 步：1 正确，1 承前（算法正确），2 错误
)");
}

TEST_CASE("a report in which nothing is wrong") {
  const Exercise e(two_by_two);
  CHECK(report_text(judge(e, {{"X0", "1 2; 3 5"}, {"block1.head1.Q", "4 7; 11 17"}}), e.plan, ReportOptions{}) ==
        R"(Nothing is wrong.

block1.head1.Q  right

1 of 12 steps filled in: 1 right
)");
}

TEST_CASE("the right numbers are there only where they are asked for") {
  const Exercise e(two_by_two);
  const Judgement j = judge(e, two_slips);
  ReportOptions options;
  options.show = true;
  const std::string shown = report_text(j, e.plan, options);
  CHECK(shown.find("  [t1,2] -7 (right: 7)\n") != std::string::npos);
  // 18 / √2 = 12.73, and -10 / √2 = -7.07
  CHECK(shown.find("[t1,t1] -10.0 (right: 12.7; from the numbers before it: -7.1)") != std::string::npos);
  CHECK(report_json(j, e.plan, options).find(R"("written": "-7", "right": 7, "from_own": 7)") != std::string::npos);
  options.show = false;
  for (const std::string& report : {report_text(j, e.plan, options), report_json(j, e.plan, options)}) {
    CHECK(report.find("12.7") == std::string::npos);
    CHECK(report.find("right\":") == report.rfind("right\":"));  // only that of the summary
  }
}

TEST_CASE("hints: a cell, the rule, its arithmetic") {
  const Exercise e(two_by_two);
  const Judgement j = judge(e, two_slips);
  ReportOptions options;
  CHECK(hints(j, e.plan, options).empty());
  options.hint = 1;
  CHECK(hints(j, e.plan, options) == std::vector<std::string>{"Look at [t1,2] again."});
  options.hint = 2;
  CHECK(hints(j, e.plan, options) == std::vector<std::string>{"Look at [t1,2] again.", "The rule: Q = X0 · Wq"});
  options.hint = 3;
  options.language = Language::zh;
  CHECK(hints(j, e.plan, options) ==
        std::vector<std::string>{"再看看 [t1,2]。", "规则：Q = X0 · Wq",
                                 "Q[t1,2] = X0[t1,·]·Wq[·,2] = 1·(-1) + 2·4 = -1 + 8 = 7"});
}

TEST_CASE("a matrix of another shape, and one that was copied wrong") {
  const Exercise e(two_by_two);
  CHECK(report_text(judge(e, {{"X0", "1 2; 3 4"}, {"block1.head1.Q", "4 7 1; 11 17 1"}}), e.plan, ReportOptions{}) ==
        R"(X0 is not as the exercise has it.
  [t2,2] 4
  it was copied wrong

X0              wrong
block1.head1.Q  wrong
  is 2×3, but needs 2×2
  no known mistake gives these numbers

2 of 13 steps filled in: 2 wrong
)");
}

TEST_CASE("the JSON form") {
  const Exercise e(two_by_two);
  CHECK(report_json(judge(e, two_slips), e.plan, {"小明.txt", Language::en, false, 0}) ==
        R"({
"name": "小明.txt",
"steps": [
  {"id": "block1.head1.Q", "verdict": "wrong",
   "cells": [{"row": "t1", "column": "2", "written": "-7"}],
   "mistakes": ["sign-slip"]},
  {"id": "block1.head1.V", "verdict": "right"},
  {"id": "block1.head1.scores", "verdict": "follows"},
  {"id": "block1.head1.scaled", "verdict": "wrong",
   "cells": [{"row": "t1", "column": "t1", "written": "-10.0"},
    {"row": "t1", "column": "t2", "written": "-23.0"},
    {"row": "t2", "column": "t1", "written": "45.0"},
    {"row": "t2", "column": "t2", "written": "118.0"}],
   "mistakes": ["not-scaled"]},
  {"id": "block1.head1.sum", "verdict": "blank"}
],
"first_wrong": "block1.head1.Q",
"summary": {"steps": 12, "filled_in": 4, "right": 1, "follows": 1, "last_digit": 0, "wrong": 2}
}
)");
}

TEST_CASE("one line of a table for each file, and no cell that a spreadsheet takes for a formula") {
  const Exercise e(two_by_two);
  CHECK(report_csv_header() == "name,filled_in,right,follows,wrong,first_wrong,mistakes\n");
  CHECK(report_csv(judge(e, two_slips), e.plan, {"小明.txt", Language::en, false, 0}) ==
        "小明.txt,4,1,1,2,block1.head1.Q,\"sign-slip; not-scaled\"\n");
  CHECK(report_csv(judge(e, {{"block1.head1.Q", "4 7; 11 17"}}), e.plan, {"=1+1,\"x\"", Language::en, false, 0}) ==
        "\"'=1+1,\"\"x\"\"\",1,1,0,0,,\n");
}
