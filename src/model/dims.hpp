// The dims of a model: what its keys, matrices and given steps say of them, and whether all of that fits together.
#pragma once

#include "model/model.hpp"

namespace mha {

// Fills in what the keys left open: d_model, d_k, d_v, d_ff and the tokens' labels; a dim that nothing tells stays 0.
// Then looks at each matrix: one that does not fit, or that nothing uses, is an Error. `is_transposed` only turns the
// shapes in messages back to what the config has. Given steps are looked at where their place in the calculation is
// known (trace/recorder.cpp).
void resolve_dims(Model& model, bool is_transposed);

}  // namespace mha
