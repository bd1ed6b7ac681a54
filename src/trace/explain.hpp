// The arithmetic of single cells, as a good teacher would write it on the blackboard: letters = numbers put in = terms
// = result. One expression is written as text or as LaTeX, and read by the page.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "trace/compute.hpp"
#include "trace/trace.hpp"

namespace mha {

// A small expression tree. Text and LaTeX writers walk it; nothing is evaluated here.
struct Expression {
  enum class Kind { number, name, sum, product, quotient, square, root, power_of_e, call };
  Kind kind = Kind::number;
  std::string text;                // of a number (as shown), a name (Q[我,1]) or a call (max, erf, tanh, sin, cos)
  std::vector<Expression> parts;   // operands; a sum's negative numbers stand in brackets, or make it a difference
};

// The cells that a cell was made from, to light them up.
struct Source {
  std::size_t step = 0;  // place in the plan
  std::size_t first_row = 0, rows = 1, first_column = 0, columns = 1;
};

struct Explanation {
  std::vector<Expression> sides;  // what stands between the equals signs; the last one is the result as shown
  std::vector<Source> sources;
  std::size_t left_out = 0;       // terms of a long sum that are not shown
};

// How cell (row, column) of the plan's step at `place` was calculated from the values of its inputs. The result is shown
// with `precision` decimals; the numbers put in with as many as it takes to get that result from what is printed.
Explanation explain(const Plan& plan, std::size_t place, const Values& values, std::size_t row, std::size_t column,
                    int precision);

std::string to_text(const Expression& e);   // Q[我,1] = 0.1·0.2 + (−0.2)·0.5
std::string to_latex(const Expression& e);

}  // namespace mha
