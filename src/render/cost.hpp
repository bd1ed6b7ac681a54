// `mha cost`: the parts of model/cost.hpp as a table for people.
#pragma once

#include <string>

#include "model/cost.hpp"

namespace mha {

// Parameters and multiply–adds per part, per block and in all, beside those of one head of full width, what is counted,
// and what differs. `what` is named in the heading.
std::string cost_table(const CostDims& dims, const std::string& what, Language language);

}  // namespace mha
