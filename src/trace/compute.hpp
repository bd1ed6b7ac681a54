// One step's numbers from its inputs, and the whole calculation, one step after another.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "trace/trace.hpp"

namespace mha {

// The step's matrix from its inputs (as many as step.from, in that order). Any matrices of fitting shapes will do, so
// this also answers what a step would be with other inputs or, for a changed copy of the step, with another rule.
// Shapes that do not fit throw ShapeError.
Matrix compute(const Step& step, std::span<const Matrix* const> inputs);

// True where e^x of these scores is taken as e^(x − the row's maximum): a finite one is beyond ±20.
bool is_shifted(const Matrix& scores);

// The numbers of a plan's steps by their place in it; null where they are not known yet, or not needed any more.
using Values = std::vector<std::shared_ptr<const Matrix>>;

// Computes the plan step by step and hands each step out as soon as its numbers are there, with its inputs still in
// `values`; whoever wants to keep a matrix keeps its pointer. With `round`, each computed matrix is rounded to so many
// decimals before the next step uses it. Writes into the plan what only the numbers tell (the formula of exp).
// An infinity that is not a masked score, or a NaN, is an Error that names the step and the cell.
using OnStep = std::function<void(const Step& step, std::size_t place, const Values& values)>;
void run(Plan& plan, std::optional<int> round, const OnStep& on_step);

}  // namespace mha
