// How many parameters a model has and how many multiplications it takes, part by part.
#pragma once

#include <cstdint>
#include <vector>

#include "model/model.hpp"
#include "text/words.hpp"

namespace mha {

// The dims that cost depends on. Each is at most 2^31 − 1.
struct CostDims {
  std::size_t tokens = 0, d_model = 0, heads = 1, d_k = 0, d_v = 0, d_ff = 0, layers = 1;
  bool biases = false;
  bool output_projection = true;
  bool norm = true;
  bool final_norm = false;
  bool scaled = true;
};
CostDims cost_dims(const Model& model);

// The same widths in all, in one head: d_k and d_v are heads times as wide.
CostDims with_one_head(CostDims dims);

struct CostPart {
  Phrase name;
  std::uint64_t parameters = 0;
  std::uint64_t multiply_adds = 0;
};

// One block's parts in the order of calculation: projections, scores, softmax, weights·V, Wo, network, norms.
std::vector<CostPart> block_cost(const CostDims& dims);
CostPart final_norm_cost(const CostDims& dims);  // zeros where there is none

// All blocks and the final LayerNorm. Throws Error where the numbers are beyond 64 bits.
CostPart total_cost(const CostDims& dims);

}  // namespace mha
