// Marks a sheet of answers: what is right, what follows from a mistake made before, what is wrong, and which mistake it
// was (INTERFACE §5).
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "check/chain.hpp"
#include "check/mistakes.hpp"

namespace mha {

enum class Verdict { right, follows, last_digit, wrong, blank };
inline constexpr std::size_t verdict_count = 5;
std::string_view name(Verdict verdict);  // as JSON has it

// A cell that is wrong, or right but for the last digit.
struct MarkedCell {
  std::size_t row = 0, column = 0;  // as written; from 0
  Cell cell;
  Verdict verdict = Verdict::wrong;
  // What it should be, and what it should be for the person's own numbers before it; NaN where there is no such cell.
  double right = 0;
  double from_own = 0;
};

struct JudgedStep {
  std::size_t place = 0;                       // in the plan
  Verdict verdict = Verdict::blank;            // the worst of its cells: wrong, last_digit, follows, right, blank
  std::vector<std::vector<Verdict>> verdicts;  // of each cell that was written
  std::vector<MarkedCell> cells;
  std::optional<Shape>
      wrong_shape;                // as written, where that is not the shape of the step: all its cells are wrong then
  std::vector<Finding> mistakes;  // all that reproduce the cells of a step that is wrong or off in the last digit
};

struct Judgement {
  std::vector<JudgedStep> steps;           // those that were answered, in the order of computation
  std::optional<std::size_t> first_wrong;  // place in the plan
  Values own;  // the person's numbers up to the first wrong step: written, or computed from what was written

  const JudgedStep* find(std::size_t place) const;  // null: not answered
};

// To how many decimals most numbers of the sheet were kept: somebody who keeps so many has rounded the steps that were
// left out as well. None where it is less than two: with such coarse numbers in between nearly anything would be right.
std::optional<int> decimals_kept(const Sheet& sheet, const Plan& plan);

// `truth` is that of the plan. Answers of any shape and size can be marked.
Judgement judge(const Sheet& sheet, const Plan& plan, const Truth& truth);

// How many steps of a calculation were filled in, and how. Given matrices count only where they were copied wrong.
struct Summary {
  std::size_t steps = 0;
  std::size_t filled_in = 0;
  std::array<std::size_t, verdict_count> counts{};  // by Verdict; blank ones are the rest of the steps

  std::size_t count(Verdict verdict) const { return counts[static_cast<std::size_t>(verdict)]; }
};
Summary summarize(const Judgement& judgement, const Plan& plan);

}  // namespace mha
