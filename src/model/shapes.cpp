#include "model/shapes.hpp"

#include <algorithm>
#include <array>

#include "text/format.hpp"

namespace mha {
namespace {

// The last words of a step's id, and its dims. A head's own Q, K and V are narrower than the fused ones.
struct StepDims {
  std::string_view ending;
  Dims fused;
  Dims of_a_head;
};
constexpr Dims per_token{Dim::queries, Dim::d_model};
constexpr Dims per_pair{Dim::queries, Dim::keys};
constexpr Dims per_row{Dim::queries, Dim::one};
constexpr std::array<StepDims, 22> step_dims{{
    {"Q", {Dim::queries, Dim::all_d_k}, {Dim::queries, Dim::d_k}},
    {"K", {Dim::keys, Dim::all_d_k}, {Dim::keys, Dim::d_k}},
    {"V", {Dim::keys, Dim::all_d_v}, {Dim::keys, Dim::d_v}},
    {"scores", per_pair, per_pair},
    {"scaled", per_pair, per_pair},
    {"masked", per_pair, per_pair},
    {"exp", per_pair, per_pair},
    {"sum", per_row, per_row},
    {"weights", per_pair, per_pair},
    {"out", {Dim::queries, Dim::d_v}, {Dim::queries, Dim::d_v}},
    {"concat", {Dim::queries, Dim::all_d_v}, {Dim::queries, Dim::all_d_v}},
    {"mean", per_row, per_row},
    {"var", per_row, per_row},
    {"std", per_row, per_row},
    {"hidden", {Dim::queries, Dim::d_ff}, {Dim::queries, Dim::d_ff}},
    {"activated", {Dim::queries, Dim::d_ff}, {Dim::queries, Dim::d_ff}},
    {"normalized", per_token, per_token},
    {"mha", per_token, per_token},
    {"add1", per_token, per_token},
    {"add2", per_token, per_token},
    {"ln1", per_token, per_token},
    {"ln2", per_token, per_token},
}};

constexpr std::array<HeadWeightsRow, 6> head_weight_rows{{
    {"Wq", &Block::Wq, {Dim::d_model, Dim::all_d_k}, {Dim::d_model, Dim::d_k}},
    {"Wk", &Block::Wk, {Dim::d_model, Dim::all_d_k}, {Dim::d_model, Dim::d_k}},
    {"Wv", &Block::Wv, {Dim::d_model, Dim::all_d_v}, {Dim::d_model, Dim::d_v}},
    {"bq", &Block::bq, {Dim::one, Dim::all_d_k}, {Dim::one, Dim::d_k}},
    {"bk", &Block::bk, {Dim::one, Dim::all_d_k}, {Dim::one, Dim::d_k}},
    {"bv", &Block::bv, {Dim::one, Dim::all_d_v}, {Dim::one, Dim::d_v}},
}};

constexpr std::array<WeightRow, 10> weight_rows{{
    {"Wo", &Block::Wo, {Dim::all_d_v, Dim::d_model}},
    {"bo", &Block::bo, {Dim::one, Dim::d_model}},
    {"W1", &Block::W1, {Dim::d_model, Dim::d_ff}},
    {"b1", &Block::b1, {Dim::one, Dim::d_ff}},
    {"W2", &Block::W2, {Dim::d_ff, Dim::d_model}},
    {"b2", &Block::b2, {Dim::one, Dim::d_model}},
    {"gamma1", &Block::gamma1, {Dim::one, Dim::d_model}},
    {"beta1", &Block::beta1, {Dim::one, Dim::d_model}},
    {"gamma2", &Block::gamma2, {Dim::one, Dim::d_model}},
    {"beta2", &Block::beta2, {Dim::one, Dim::d_model}},
}};

}  // namespace

std::string_view in_words(Dim dim) {
  switch (dim) {
    case Dim::one: return "1";
    case Dim::keys: return "keys";
    case Dim::queries: return "queries";
    case Dim::d_model: return "d_model";
    case Dim::d_k: return "d_k";
    case Dim::d_v: return "d_v";
    case Dim::all_d_k: return "heads·d_k";
    case Dim::all_d_v: return "heads·d_v";
    case Dim::d_ff: return "d_ff";
  }
  return "";
}

std::string in_words(Shape shape) { return fmt::format("{}×{}", shape.rows, shape.cols); }

std::string does_not_fit(Shape found, Shape needed, std::string_view dims) {
  return fmt::format("is {}, but needs {} ({})", in_words(found), in_words(needed), dims);
}

std::string shape_in_words(std::string_view step_id) {
  const Dims dims = dims_of_step(step_id);
  return fmt::format("{} × {}", in_words(dims.rows), in_words(dims.cols));
}

std::size_t value(const Model& m, Dim dim) {
  switch (dim) {
    case Dim::one: return 1;
    case Dim::keys: return m.tokens.size();
    case Dim::queries: return 0;
    case Dim::d_model: return m.d_model;
    case Dim::d_k: return m.d_k;
    case Dim::d_v: return m.d_v;
    case Dim::all_d_k: return m.heads * m.d_k;
    case Dim::all_d_v: return m.heads * m.d_v;
    case Dim::d_ff: return m.d_ff;
  }
  return 0;
}

Dims dims_of_step(std::string_view id) {
  const std::string_view ending = id.substr(id.rfind('.') + 1);
  const auto found = std::ranges::find(step_dims, ending, &StepDims::ending);
  if (found == step_dims.end()) return per_token;  // X1, P, ffn, final
  return id.find(".head") != std::string_view::npos ? found->of_a_head : found->fused;
}

std::span<const HeadWeightsRow> head_weights() { return head_weight_rows; }
std::span<const WeightRow> other_weights() { return weight_rows; }

}  // namespace mha
