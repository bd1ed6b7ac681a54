// The forward pass of a transformer encoder, or of a part of one, as steps: "Attention Is All You Need", section 3.
#pragma once

#include "trace/trace.hpp"

namespace mha {

// What has to be calculated to get from the model's input to its output, without calculating it (see compute.hpp). The
// plan refers to the model. Throws Error where the config leaves out something that is needed, where a given step does
// not fit, and where the calculation would be too large.
Plan forward(const Model& model);

}  // namespace mha
