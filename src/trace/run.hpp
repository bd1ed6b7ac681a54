// The whole calculation, one step after another.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "trace/trace.hpp"

namespace mha {

// The numbers of a plan's steps by their place in it; null where they are not known yet, or not needed any more.
using Values = std::vector<std::shared_ptr<const Matrix>>;

// Computes the plan step by step and hands each step out as soon as its numbers are there, with its inputs still in
// `values`; whoever wants to keep a matrix keeps its pointer. With `round`, each computed matrix is rounded to so many
// decimals before the next step uses it. Writes into the plan what only the numbers tell (the formula of exp).
// An infinity that is not a masked score, or a NaN, is an Error that names the step and the cell.
using OnStep = std::function<void(const Step& step, std::size_t place, const Values& values)>;
void run(Plan& plan, std::optional<int> round, const OnStep& on_step);

// How many multiplications the sums of the step's matrix have; 0 where it is no matrix product.
double multiplications(const Plan& plan, const Step& step);

}  // namespace mha
