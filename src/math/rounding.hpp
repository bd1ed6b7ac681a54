// Rounding as at school: half away from zero (四舍五入). A value that is a decimal tie on paper is a tie here too,
// although its binary form is a hair off: what lies within 1e-9 of a unit of the last kept digit below a tie counts as
// one, so that 0.285 gives 0.29, where printf gives 0.28.
#pragma once

#include <cstdint>
#include <span>

#include "math/matrix.hpp"

namespace mha {

inline constexpr int max_decimals = 15;

// |x| rounded to `decimals` (0 … 15) and multiplied by 10^decimals, exactly. Requires |x| < 2^53.
__extension__ typedef unsigned __int128 Uint128;
Uint128 rounded_units(double x, int decimals);

// The double nearest to x rounded to `decimals`; never −0. Infinities and NaN come back as they are.
double round_to(double x, int decimals);
void round_to(std::span<double> cells, int decimals);
Matrix round_to(Matrix a, int decimals);

}  // namespace mha
