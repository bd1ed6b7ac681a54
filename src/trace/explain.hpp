// The arithmetic of single cells, as a good teacher would write it on the blackboard: letters = numbers put in = terms
// = result.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "trace/expression.hpp"
#include "trace/run.hpp"
#include "trace/trace.hpp"

namespace mha {

// How numbers are shown.
struct Decimals {
  int shown = 4;
  std::optional<int> round;  // the calculation's own rounding, as in run()
};

// Cells that a cell was made from, to light them up: a rectangle of one step's matrix.
struct Source {
  std::size_t step = 0;  // place in the plan
  CellPlace first;
  std::size_t rows = 1, columns = 1;
  bool operator==(const Source&) const = default;
};

struct Explanation {
  std::vector<Expression> sides;  // what stands between the equals signs: the cell's name first, the result last
  bool is_near = false;  // the last equals sign is ≈: the result has been rounded to fewer decimals than shown
  std::vector<Expression> condition;  // of a mask, its two sides: mask[我,爱] = 1
  std::size_t left_out = 0;  // terms of a long sum that are not shown; their numbers are put in as the trace shows them
  std::vector<Source> sources;
};

// How a cell of the plan's step at `place` was calculated from its inputs. Every number is put in with `shown`
// decimals, or with as many more as it takes until each side, calculated from what is written there, gives the result
// as it is shown. No sides: the cell is given, there is nothing to explain.
Explanation explain(const Plan& plan, std::size_t place, const Values& values, CellPlace cell, Decimals decimals);

// The sides in one line. The condition stands behind them in brackets.
std::string to_text(const Explanation& e);

}  // namespace mha
