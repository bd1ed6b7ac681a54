#include "model/cost.hpp"

#include "error.hpp"

namespace mha {
namespace {

// A LayerNorm squares each deviation once and scales each number once.
CostPart norm_cost(const CostDims& d, std::uint64_t count) {
  return {Phrase::cost_norms, count * 2 * d.d_model, count * 2 * d.tokens * d.d_model};
}

// Throws where the largest number that will be calculated does not fit in 64 bits.
void require_countable(const CostDims& d) {
  const auto f = [](std::size_t n) { return static_cast<double>(n); };
  const double heads_widths = f(d.heads) * (2 * f(d.d_k) + 2 * f(d.d_v) + 4);
  const double per_token =
      heads_widths * (f(d.d_model) + f(d.tokens)) + 2 * f(d.d_model) * f(d.d_ff) + 8 * f(d.d_model);
  if ((f(d.tokens) + 1) * per_token * (f(d.layers) + 1) < 1e19) return;
  throw Error("", "these dims make more than 10^19 multiply–adds: too many to count");
}

}  // namespace

CostDims cost_dims(const Model& m) {
  CostDims d;
  d.tokens = m.tokens.size();
  d.d_model = m.d_model;
  d.heads = m.heads;
  d.d_k = m.d_k;
  d.d_v = m.d_v;
  d.d_ff = m.d_ff;
  d.layers = m.layers;
  const Block nothing;
  const Block& first = m.blocks.empty() ? nothing : m.blocks.front();
  d.biases = first.bq.form != HeadWeights::Form::absent || first.bo || first.b1 || (m.init && m.init->biases);
  d.output_projection = !first.without_Wo;
  d.norm = m.norm != Norm::none;
  d.final_norm = m.final_norm;
  d.scaled = m.scale != Scale::none;
  return d;
}

CostDims with_one_head(CostDims d) {
  d.d_k *= d.heads;
  d.d_v *= d.heads;
  d.heads = 1;
  return d;
}

std::vector<CostPart> block_cost(const CostDims& d) {
  require_countable(d);
  const std::uint64_t n = d.tokens;
  const std::uint64_t all_d_k = d.heads * d.d_k;
  const std::uint64_t all_d_v = d.heads * d.d_v;
  const std::uint64_t projections = d.d_model * (2 * all_d_k + all_d_v);
  const std::uint64_t output = d.output_projection ? all_d_v * d.d_model : 0;
  const std::uint64_t network = 2 * d.d_model * d.d_ff;
  const std::uint64_t b = d.biases ? 1 : 0;
  std::vector<CostPart> parts = {
      {Phrase::cost_projections, projections + b * (2 * all_d_k + all_d_v), n * projections},
      {Phrase::cost_scores, 0, n * n * all_d_k},
      {Phrase::cost_softmax, 0, d.heads * n * n * (d.scaled ? 2 : 1)},
      {Phrase::cost_weighted_values, 0, n * n * all_d_v},
  };
  if (d.output_projection) parts.push_back({Phrase::cost_output_projection, output + b * d.d_model, n * output});
  if (d.d_ff) parts.push_back({Phrase::cost_network, network + b * (d.d_ff + d.d_model), n * network});
  if (d.norm) parts.push_back(norm_cost(d, d.d_ff ? 2 : 1));
  return parts;
}

CostPart final_norm_cost(const CostDims& d) { return d.final_norm ? norm_cost(d, 1) : CostPart{Phrase::cost_norms}; }

CostPart total_cost(const CostDims& d) {
  CostPart total = final_norm_cost(d);
  total.name = Phrase::cost_in_all;
  for (const CostPart& part : block_cost(d)) {
    total.parameters += d.layers * part.parameters;
    total.multiply_adds += d.layers * part.multiply_adds;
  }
  return total;
}

}  // namespace mha
