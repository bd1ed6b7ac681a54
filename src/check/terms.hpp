// What a cell is the sum of.
#pragma once

#include <vector>

#include "trace/run.hpp"

namespace mha {

struct Terms {
  std::vector<double> terms;
  double divisor = 1;  // of the whole sum: of a mean, of a variance
};

// The terms of cell (row, column) of a step, from the values of its inputs; none where it is no sum.
Terms terms_of(const Step& step, const Values& values, std::size_t row, std::size_t column);

}  // namespace mha
