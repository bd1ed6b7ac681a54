// How PyTorch says what a step does, for the script of --format pytorch.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "trace/trace.hpp"

namespace mha {

// The variable of a step: block1_head1_Q.
std::string torch_name(std::string_view id);

// The value of a calculated step or of an identity, as Python: `block1_head1_Q @ block1_head1_K.T`. In an exact
// calculation softmax and LayerNorm are PyTorch's own; `is_rounded`, they are made from the steps between.
std::string torch_call(const Plan& plan, std::size_t place, bool is_rounded);
// The places of the steps whose variables torch_call() has in it.
std::vector<std::size_t> torch_inputs(const Plan& plan, std::size_t place, bool is_rounded);

// The whole model as nn.TransformerEncoderLayers with the same weights, and the comparison of what comes out, in the
// variable encoder_agrees. Nothing where such layers cannot do what the model does.
bool fits_torch_encoder(const Plan& plan);
std::string torch_encoder(const Plan& plan);

}  // namespace mha
