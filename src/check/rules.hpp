// Wrong rules: what somebody has who makes a certain mistake in a step, from their own numbers before it. Most are a
// changed copy of the step, or other inputs, through compute(). A mistake that can be made in several ways has several
// matrices; one that cannot be made here has none. Shapes that do not fit throw ShapeError.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "trace/compute.hpp"
#include "trace/run.hpp"

namespace mha {

// A step in its surroundings.
struct Case {
  const Plan& plan;
  std::size_t place;
  const Values& values;  // the numbers of all steps before, and of all that is given

  const Step& step() const { return plan.steps[place]; }
  const Step& step_of(std::size_t input) const { return plan.steps[step().from[input]]; }  // that an input comes from
  const Matrix& in(std::size_t input) const { return *values[step().from[input]]; }
  std::vector<const Matrix*> inputs() const;
  std::string block() const;                            // "block1", for block1.head1.Q
  const Matrix* find(std::string_view id) const;        // null: no such step, or not known
  const Matrix* in_block(std::string_view name) const;  // of the step's own block: W2, gamma1
};

using Matrices = std::vector<Matrix>;
using Rule = Matrices (*)(const Case& c);

// Attention: attention_rules.cpp.
Matrices not_scaled(const Case& c);
Matrices scaled_by_d_k(const Case& c);
Matrices scaled_by_sqrt_d_model(const Case& c);
Matrices scaled_by_sqrt_n(const Case& c);
Matrices multiplied_by_sqrt_d_k(const Case& c);
Matrices softmax_by_column(const Case& c);
Matrices normalized_without_exp(const Case& c);
Matrices masked_after_softmax(const Case& c);
Matrices mask_inverted(const Case& c);
Matrices mask_forgotten(const Case& c);
Matrices k_not_transposed(const Case& c);
Matrices scores_symmetric(const Case& c);
Matrices heads_interleaved(const Case& c);
Matrices heads_alternating(const Case& c);
Matrices heads_swapped(const Case& c);

// Projections, residual sums and the feed-forward network: network_rules.cpp.
Matrices weight_transposed(const Case& c);
Matrices bias_forgotten(const Case& c);
Matrices output_projection_forgotten(const Case& c);
Matrices residual_forgotten(const Case& c);
Matrices residual_from_block_input(const Case& c);
Matrices norm_misplaced(const Case& c);
Matrices activation_forgotten(const Case& c);
Matrices other_gelu(const Case& c);
Matrices activation_after_second_layer(const Case& c);
Matrices ffn_layers_swapped(const Case& c);

// LayerNorm and positions: norm_rules.cpp.
Matrices sample_variance(const Case& c);
Matrices epsilon_outside_root(const Case& c);
Matrices epsilon_forgotten(const Case& c);
Matrices variance_for_deviation(const Case& c);
Matrices layernorm_by_column(const Case& c);
Matrices gamma_forgotten(const Case& c);
Matrices beta_forgotten(const Case& c);
Matrices gamma_and_beta_forgotten(const Case& c);
Matrices sinusoid_halves(const Case& c);
Matrices positions_from_1(const Case& c);
Matrices sinusoid_column_as_i(const Case& c);
Matrices sinusoid_unpaired(const Case& c);
Matrices positions_forgotten(const Case& c);

}  // namespace mha
