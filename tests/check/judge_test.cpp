#include "check/judge.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "check/cell.hpp"
#include "check/exercise.hpp"
#include "math/rounding.hpp"
#include "model/lessons.hpp"
#include "text/number.hpp"

using namespace mha;

namespace {

const std::string Q = "block1.head1.Q", scores = "block1.head1.scores", scaled = "block1.head1.scaled";

// Q is 0.125, K is 10, the scores (and scaled: d_k is 1) are 1.25.
const std::string one_token = R"({"input": [[1]], "norm": "none", "residual": false,
  "weights": [{"Wq": [[0.125]], "Wk": [[10]], "Wv": [[1]], "Wo": "none"}]})";

std::string verdicts(const Exercise& e, const Judgement& j) {
  std::string all;
  for (const JudgedStep& step : j.steps) {
    if (!all.empty()) all += ", ";
    all += e.plan.steps[step.place].id + " " + std::string(name(step.verdict));
  }
  return all;
}

std::string rows(const Matrix& m, int decimals) {
  std::string out;
  for (std::size_t i = 0; i < m.rows(); ++i) {
    for (std::size_t j = 0; j < m.cols(); ++j) out += (j ? " " : i ? "; " : "") + fixed(m(i, j), decimals);
  }
  return out;
}

}  // namespace

TEST_CASE("a cell is right to the decimals written there") {
  const double infinity = std::numeric_limits<double>::infinity();
  struct Row {
    std::string written;
    double value;
    bool right, last_digit;
  };
  for (const Row& row : std::vector<Row>{
           {"0.29", 0.285, true, false},
           {"0.28", 0.285, true, true},  // half a unit off
           {"0.33", 1.0 / 3, true, false},
           {"0.34", 1.0 / 3, false, true},
           {"0.35", 1.0 / 3, false, false},
           {"0.3333", 1.0 / 3, true, false},
           {"1/3", 1.0 / 3, true, false},
           {"1/3", 0.3333, false, false},
           {"0.3", 0.25, true, false},
           {"0.26", 0.25, false, false},  // 0.25 needs no rounding
           {"0", 0.4, true, false},
           {"1", 0.4, false, true},
           {"-0.5", 0.5, false, false},
           {"-inf", -infinity, true, false},
           {"-1000000000", -infinity, true, false},
           {"0", -infinity, false, false},
           {"-inf", 0.5, false, false},
           {"?", 0.5, false, false},
           {"0.5", std::nan(""), false, false},
       }) {
    CAPTURE(row.written);
    CAPTURE(row.value);
    CHECK(is_right(cell(row.written), row.value) == row.right);
    CHECK((row.right || is_last_digit(cell(row.written), row.value) == row.last_digit));
  }
}

TEST_CASE("exact numbers and honestly rounded ones are both right") {
  const Exercise e(one_token);
  // 0.125 is written 0.13; 0.13 · 10 = 1.30, and 0.125 · 10 = 1.25.
  CHECK(verdicts(e, judge(e, {{Q, "0.13"}, {scores, "1.25"}})) == "block1.head1.Q right, block1.head1.scores right");
  CHECK(verdicts(e, judge(e, {{Q, "0.13"}, {scores, "1.30"}})) == "block1.head1.Q right, block1.head1.scores right");
  CHECK(verdicts(e, judge(e, {{Q, "0.13"}, {scores, "1.27"}})) == "block1.head1.Q right, block1.head1.scores wrong");
}

TEST_CASE("what comes from a wrong step follows, unless it is right in itself") {
  const Exercise e(one_token);
  const Judgement j = judge(e, {{Q, "0.20"}, {scores, "2.00"}, {scaled, "2.00"}});
  CHECK(verdicts(e, j) == "block1.head1.Q wrong, block1.head1.scores follows, block1.head1.scaled follows");
  CHECK(j.first_wrong == e.place(Q));
  CHECK(verdicts(e, judge(e, {{Q, "0.20"}, {scores, "1.25"}, {scaled, "1.25"}})) ==
        "block1.head1.Q wrong, block1.head1.scores right, block1.head1.scaled right");
  CHECK(verdicts(e, judge(e, {{Q, "0.20"}, {scores, "3.00"}})) == "block1.head1.Q wrong, block1.head1.scores wrong");
}

TEST_CASE("a step that was left out is bridged") {
  const Exercise e(one_token);
  CHECK(verdicts(e, judge(e, {{Q, "0.20"}, {scaled, "2.00"}})) == "block1.head1.Q wrong, block1.head1.scaled follows");
}

TEST_CASE("who has lost a sign may carry on with all digits, or with those written") {
  const Exercise e(one_token);  // -0.125 is written -0.13
  CHECK(verdicts(e, judge(e, {{Q, "-0.13"}, {scores, "-1.25"}})) ==
        "block1.head1.Q wrong, block1.head1.scores follows");
  CHECK(verdicts(e, judge(e, {{Q, "-0.13"}, {scores, "-1.30"}})) ==
        "block1.head1.Q wrong, block1.head1.scores follows");
}

TEST_CASE("one unit of the last digit is not wrong, where the number had to be rounded") {
  const Exercise e(one_token);
  const Judgement j = judge(e, {{Q, "0.14"}});
  CHECK(verdict(e, j, Q) == "last_digit");
  CHECK(!j.first_wrong);
  CHECK(verdict(e, judge(e, {{Q, "0.126"}}), Q) == "wrong");
}

TEST_CASE("blank cells are filled in from the person's own numbers") {
  const Exercise e(two_by_two);                                                 // Q: 4 7; 11 17
  const Judgement j = judge(e, {{Q, "4 ?; ? 18"}, {scores, "18 47; 47 123"}});  // 11 + 36, 33 + 90
  CHECK(verdicts(e, j) == "block1.head1.Q wrong, block1.head1.scores follows");
  REQUIRE(j.find(e.place(Q))->cells.size() == 1);
  CHECK(j.find(e.place(Q))->cells[0].row == 1);
  CHECK(j.find(e.place(Q))->cells[0].column == 1);
  CHECK(j.find(e.place(Q))->cells[0].cell.written == "18");
  CHECK(verdict(e, judge(e, {{Q, "? ?; ? ?"}}), Q) == "blank");
}

TEST_CASE("a matrix of another shape is wrong, and what comes after it is held against the right one") {
  const Exercise e(two_by_two);
  const Judgement j = judge(e, {{Q, "4 7 0; 11 17 0"}, {scores, "18 47; 45 118"}});
  CHECK(verdicts(e, j) == "block1.head1.Q wrong, block1.head1.scores right");
  CHECK(j.find(e.place(Q))->wrong_shape == Shape{2, 3});
  CHECK(j.find(e.place(Q))->cells.size() == 6);

  const Exercise row(R"({"input": [[1, 2]], "norm": "none", "residual": false,
    "weights": [{"Wq": [[2, -1], [1, 4]], "Wk": "identity", "Wv": "identity", "Wo": "none"}]})");
  CHECK(named(row, judge(row, {{Q, "4; 7"}}), Q) == "answer-transposed");
}

TEST_CASE("a given matrix that was copied wrong is wrong, and what is calculated from it follows") {
  const Exercise e(two_by_two);
  const Judgement j = judge(e, {{"X0", "1 2; 3 6"}, {Q, "4 7; 12 21"}});  // 6 + 6, -3 + 24
  CHECK(verdicts(e, j) == "X0 wrong, block1.head1.Q follows");
  CHECK(j.first_wrong == e.place("X0"));
  CHECK(summarize(j, e.plan).steps == summarize({}, e.plan).steps + 1);
}

TEST_CASE("a masked score is minus infinity") {
  const Exercise e(R"({"input": [[1, 2], [3, 5]], "norm": "none", "residual": false, "mask": "causal", "scale": "none",
    "weights": [{"Wq": [[2, -1], [1, 4]], "Wk": "identity", "Wv": "identity", "Wo": "none"}]})");
  const std::string masked = "block1.head1.masked", weights = "block1.head1.weights";
  CHECK(verdicts(e, judge(e, {{masked, "18 -inf; 45 118"}, {weights, "1 0; 0 1"}})) ==
        "block1.head1.masked right, block1.head1.weights right");
  CHECK(verdict(e, judge(e, {{masked, "18 0; 45 118"}}), masked) == "wrong");
}

TEST_CASE("who keeps so many decimals everywhere has rounded the steps that were left out as well") {
  // 0.125 is rounded to 0.13 without being written down: the scores are 1.30.
  Exercise e(one_token);
  const Sheet answers = sheet(e, {{scores, "1.30"}});
  CHECK(decimals_kept(answers, e.plan) == 2);
  e.truth = true_numbers(e.plan, 2, Round::guessed);
  CHECK(verdict(e, judge(answers, e.plan, e.truth), scores) == "right");
  CHECK(decimals_kept(sheet(e, {{scores, "1.3"}}), e.plan) == std::nullopt);
  // Stated, a number may have more decimals than it was rounded to.
  e.truth = true_numbers(e.plan, 2);
  CHECK(verdict(e, judge(e, {{scores, "1.3000"}}), scores) == "right");
}

TEST_CASE("one wrong number in Q of the first head of the first of three blocks: everything after it follows") {
  Exercise e(std::string(find_lesson("wo-ai-ni-three-blocks")->text));
  for (const int decimals : {2, 4}) {  // as written, each step from the rounded numbers of the step before
    Values own(e.plan.steps.size());
    std::vector<Written> answers;
    for (std::size_t place = 0; place < own.size(); ++place) {
      const Step& step = e.plan.steps[place];
      if (is_given(step.op)) {
        own[place] = e.truth.exact[place];
        continue;
      }
      Matrix m = round_to(compute_or_nan(step, own, {}), decimals);
      if (step.id == Q) m(1, 0) += 0.5;
      answers.push_back({step.id, rows(m, decimals)});
      own[place] = std::make_shared<const Matrix>(std::move(m));
    }
    const Judgement j = judge(e, answers);
    CHECK(j.first_wrong == e.place(Q));
    const Summary s = summarize(j, e.plan);
    CHECK(s.count(Verdict::wrong) == 1);
    CHECK(s.count(Verdict::last_digit) == 0);
    CHECK(j.find(e.place(Q))->cells.size() == 1);
    for (const std::string id : {"block1.head1.scores", "block1.mha", "X1", "block2.head2.Q", "X3"}) {
      CAPTURE(id);
      CHECK(verdict(e, j, id) == "follows");
    }
    CHECK(verdict(e, j, "block1.head2.out") == "right");
  }
}
