// One written number held against a true one.
#pragma once

#include "check/answers.hpp"

namespace mha {

// The value rounded to the decimals written, or within 0.51 of a unit of the last of them. A fraction is meant exactly.
// For −∞ a number of −10⁹ or less is right too, as programs write it. A blank cell, and a value that is none, never
// are.
bool is_right(const Cell& cell, double value);

// One unit of the last digit beside the value rounded to the decimals written, where it had to be rounded.
bool is_last_digit(const Cell& cell, double value);

// The value cut off after the decimals written. What needs no rounding is left as it is.
bool is_cut_off(const Cell& cell, double value);

// The number a cell stands for where the calculation goes on with it; `computed` where it is blank.
double value_of(const Cell& cell, double computed);

}  // namespace mha
