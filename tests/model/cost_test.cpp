#include "model/cost.hpp"

#include <doctest/doctest.h>

#include "error.hpp"
#include "model/config.hpp"

using namespace mha;

namespace {

// The dims that the articles ask for.
CostDims large() {
  CostDims d;
  d.tokens = 2048, d.d_model = 4096, d.heads = 32, d.d_k = 128, d.d_v = 128, d.d_ff = 16384, d.layers = 32;
  return d;
}

CostPart part(const CostDims& d, Phrase name) {
  for (const CostPart& p : block_cost(d)) {
    if (p.name == name) return p;
  }
  return {};
}

}  // namespace

TEST_CASE("the parameters of a block are 4·d² for attention and 2·d·d_ff for the network") {
  // 4 · 4096² = 67,108,864   2 · 4096 · 16384 = 134,217,728
  CHECK(part(large(), Phrase::cost_projections).parameters + part(large(), Phrase::cost_output_projection).parameters ==
        67108864);
  CHECK(part(large(), Phrase::cost_network).parameters == 134217728);
  // two LayerNorms with gamma and beta: 4 · 4096
  CHECK(part(large(), Phrase::cost_norms).parameters == 16384);
  // 32 · (67,108,864 + 134,217,728 + 16,384) = 6,442,975,232
  CHECK(total_cost(large()).parameters == 6442975232);
}

TEST_CASE("scores and weights·V take n²·d_model multiply–adds each") {
  // 2048² · 4096 = 17,179,869,184
  CHECK(part(large(), Phrase::cost_scores).multiply_adds == 17179869184);
  CHECK(part(large(), Phrase::cost_weighted_values).multiply_adds == 17179869184);
}

TEST_CASE("heads change only how often scores are scaled and normalised") {
  const CostDims one = with_one_head(large());
  CHECK(one.heads == 1);
  CHECK(one.d_k == 4096);
  CHECK(total_cost(one).parameters == total_cost(large()).parameters);
  // two divisions for each of 2048² scores: 8,388,608, and 32 times as many
  CHECK(part(one, Phrase::cost_softmax).multiply_adds == 8388608);
  CHECK(part(large(), Phrase::cost_softmax).multiply_adds == 32 * 8388608ULL);
  CHECK(total_cost(large()).multiply_adds - total_cost(one).multiply_adds == 32 * 31 * 8388608ULL);
}

TEST_CASE("a config's parts count only where it has them") {
  const Model m = read_config(R"({"input": [[1, 2], [3, 4], [5, 6]], "norm": "none", "scale": "none",
    "weights": [{"Wq": "identity", "Wk": "identity", "Wv": "identity", "Wo": "none"}]})",
                              "my.json", "my");
  const CostDims d = cost_dims(m);
  // Wq, Wk and Wv are 2×2; each of 3 tokens takes 12 products; 3·3 scores of 2 products; one division for each weight
  CHECK(total_cost(d).parameters == 12);
  CHECK(total_cost(d).multiply_adds == 3 * 12 + 9 * 2 + 9 + 9 * 2);
}

TEST_CASE("dims beyond counting are refused") {
  CostDims d = large();
  d.layers = d.tokens = d.d_ff = 2147483647;
  CHECK_THROWS_WITH_AS(total_cost(d), "these dims make more than 10^19 multiply–adds: too many to count", Error);
}
