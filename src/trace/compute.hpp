// One step's numbers from its inputs.
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

}  // namespace mha
