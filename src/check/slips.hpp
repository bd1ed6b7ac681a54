// Slips that can happen in any step: rows exchanged, a sign lost, digits swapped, a term left out, …
#pragma once

#include "check/mistakes.hpp"

namespace mha {

// The slips that turn the numbers the step should have (values[place]) into all its filled-in cells. The inputs of the
// step are needed for the terms of its sums.
void find_slips(const Plan& plan, std::size_t place, const Cells& cells, const Values& values,
                std::vector<Finding>& to);

// The sentences of all slips, as `mistakes()` has those of the wrong rules.
struct Slip {
  std::string_view id, en, zh;
};
std::span<const Slip> slips();

}  // namespace mha
