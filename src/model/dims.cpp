#include "model/dims.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "error.hpp"
#include "text/format.hpp"
#include "text/number.hpp"

namespace mha {
namespace {

// What the rows or columns of a matrix count.
enum class Dim { one, keys, queries, d_model, d_k, d_v, all_d_k, all_d_v, d_ff };

std::string_view in_words(Dim dim) {
  switch (dim) {
    case Dim::one:
      return "1";
    case Dim::keys:
      return "keys";
    case Dim::queries:
      return "queries";
    case Dim::d_model:
      return "d_model";
    case Dim::d_k:
      return "d_k";
    case Dim::d_v:
      return "d_v";
    case Dim::all_d_k:
      return "heads·d_k";
    case Dim::all_d_v:
      return "heads·d_v";
    case Dim::d_ff:
      return "d_ff";
  }
  return "";
}

// 0: not known.
std::size_t value(const Model& m, Dim dim) {
  switch (dim) {
    case Dim::one:
      return 1;
    case Dim::keys:
      return m.tokens.size();
    case Dim::queries:
      return 0;
    case Dim::d_model:
      return m.d_model;
    case Dim::d_k:
      return m.d_k;
    case Dim::d_v:
      return m.d_v;
    case Dim::all_d_k:
      return m.heads * m.d_k;
    case Dim::all_d_v:
      return m.heads * m.d_v;
    case Dim::d_ff:
      return m.d_ff;
  }
  return 0;
}

struct Dims {
  Dim rows;
  Dim cols;
};

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

Dims dims_of_step(std::string_view id) {
  const std::string_view ending = id.substr(id.rfind('.') + 1);
  const auto found = std::ranges::find(step_dims, ending, &StepDims::ending);
  if (found == step_dims.end()) return per_token;  // X1, P, ffn, final
  return id.find(".head") != std::string_view::npos ? found->of_a_head : found->fused;
}

// The weights of a block: their keys in the config, where they are kept, and their dims.
struct HeadWeightsRow {
  std::string_view key;
  HeadWeights Block::*weights;
  Dims fused;
  Dims of_a_head;
};
constexpr std::array<HeadWeightsRow, 6> head_weights{{
    {"Wq", &Block::Wq, {Dim::d_model, Dim::all_d_k}, {Dim::d_model, Dim::d_k}},
    {"Wk", &Block::Wk, {Dim::d_model, Dim::all_d_k}, {Dim::d_model, Dim::d_k}},
    {"Wv", &Block::Wv, {Dim::d_model, Dim::all_d_v}, {Dim::d_model, Dim::d_v}},
    {"bq", &Block::bq, {Dim::one, Dim::all_d_k}, {Dim::one, Dim::d_k}},
    {"bk", &Block::bk, {Dim::one, Dim::all_d_k}, {Dim::one, Dim::d_k}},
    {"bv", &Block::bv, {Dim::one, Dim::all_d_v}, {Dim::one, Dim::d_v}},
}};
struct WeightRow {
  std::string_view key;
  Weight Block::*weight;
  Dims dims;
};
constexpr std::array<WeightRow, 10> weights{{
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

// Calls f(path, weight, dims) for each weight of the config.
template <class F>
void for_each_weight(const Model& m, const F& f) {
  for (std::size_t b = 0; b < m.blocks.size(); ++b) {
    for (const HeadWeightsRow& row : head_weights) {
      const HeadWeights& w = m.blocks[b].*row.weights;
      const bool is_fused = w.form == HeadWeights::Form::fused;
      for (std::size_t h = 0; h < w.parts.size(); ++h) {
        f(is_fused ? fmt::format("weights[{}].{}", b, row.key) : fmt::format("weights[{}].{}[{}]", b, row.key, h),
          w.parts[h], is_fused ? row.fused : row.of_a_head);
      }
    }
    for (const WeightRow& row : weights) {
      if (m.blocks[b].*row.weight) f(fmt::format("weights[{}].{}", b, row.key), m.blocks[b].*row.weight, row.dims);
    }
  }
  if (m.final_gamma) f("final_norm.gamma", m.final_gamma, Dims{Dim::one, Dim::d_model});
  if (m.final_beta) f("final_norm.beta", m.final_beta, Dims{Dim::one, Dim::d_model});
}

// Takes over what a matrix says of a dim that is not known yet.
void learn(Model& m, Dim dim, std::size_t count) {
  const auto set = [](std::size_t& unknown, std::size_t found) {
    if (unknown == 0) unknown = found;
  };
  switch (dim) {
    case Dim::d_model:
      set(m.d_model, count);
      break;
    case Dim::d_k:
      set(m.d_k, count);
      break;
    case Dim::d_v:
      set(m.d_v, count);
      break;
    case Dim::all_d_k:
      if (count % m.heads == 0) set(m.d_k, count / m.heads);
      break;
    case Dim::all_d_v:
      if (count % m.heads == 0) set(m.d_v, count / m.heads);
      break;
    case Dim::d_ff:
      set(m.d_ff, count);
      break;
    case Dim::one:
    case Dim::keys:
    case Dim::queries:
      break;
  }
}

void learn_dims(Model& m) {
  const auto learn_both = [&m](Dims dims, Shape shape) {
    learn(m, dims.rows, shape.rows);
    learn(m, dims.cols, shape.cols);
  };
  if (m.input) learn(m, Dim::d_model, m.input.matrix.cols());
  if (m.positions == Positions::matrix) learn(m, Dim::d_model, m.position_matrix.cols());
  for_each_weight(m, [&](const std::string&, const Weight& w, Dims dims) {
    if (w.kind == Weight::Kind::given) learn_both(dims, w.matrix.shape());
  });
  for_each_weight(m, [&](const std::string&, const Weight& w, Dims dims) {
    if (w.kind == Weight::Kind::identity && m.d_model) learn_both(dims, {m.d_model, m.d_model});
  });
  for (const auto& [id, matrix] : m.given) learn_both(dims_of_step(id), matrix.shape());
  if (m.d_k == 0 && m.d_model % m.heads == 0) m.d_k = m.d_model / m.heads;
  if (m.d_v == 0) m.d_v = m.d_k;
  if (m.d_model == 0) m.d_model = m.heads * m.d_v;
}

// How many tokens there are, and which matrix says so: the rows of K, else those of the input, else any others.
std::pair<std::size_t, std::string> count_tokens(const Model& m) {
  for (const Dim dim : {Dim::keys, Dim::queries}) {
    for (const auto& [id, matrix] : m.given) {
      const Dims dims = dims_of_step(id);
      const std::string place = fmt::format("given[\"{}\"]", id);
      if (dims.rows == dim) return {matrix.rows(), fmt::format("{} has {}", place, counted(matrix.rows(), "row"))};
      if (dims.cols == dim) return {matrix.cols(), fmt::format("{} has {}", place, counted(matrix.cols(), "column"))};
    }
    if (m.input) return {m.input.matrix.rows(), "the input has " + counted(m.input.matrix.rows(), "row")};
  }
  if (m.positions == Positions::matrix) {
    return {m.position_matrix.rows(), "positions have " + counted(m.position_matrix.rows(), "row")};
  }
  return {m.tokens.size(), ""};
}

void label_tokens(Model& m) {
  const auto [count, because] = count_tokens(m);
  if (m.tokens.empty()) {
    for (std::size_t i = 0; i < count; ++i) m.tokens.push_back(fmt::format("t{}", i + 1));
  } else if (m.tokens.size() != count) {
    throw Error(m.place("tokens"),
                fmt::format("has {}, but {}: each row needs one", counted(m.tokens.size(), "label"), because));
  }
}

// The reason in words of numbers, where there is one worth saying.
std::string why(const Model& m, Dims dims) {
  if (dims.rows == Dim::d_model && m.d_model) return fmt::format(": each token has {} numbers", m.d_model);
  if (dims.rows == Dim::all_d_v && m.d_v) return fmt::format(": {} heads give {} numbers each", m.heads, m.d_v);
  if (dims.rows == Dim::d_ff) return fmt::format(": W1 makes {} numbers of each token", m.d_ff);
  if (dims.cols == Dim::all_d_k) return fmt::format(": {} heads with {} numbers each", m.heads, m.d_k);
  if (dims.cols == Dim::all_d_v) return fmt::format(": {} heads with {} numbers each", m.heads, m.d_v);
  return "";
}

void require_fit(const Model& m, const std::string& path, const Weight& w, Dims dims, bool is_transposed) {
  const Shape known{value(m, dims.rows), value(m, dims.cols)};
  if (w.kind == Weight::Kind::identity) {
    if (known.rows == known.cols) return;
    throw Error(m.place(path), fmt::format("\"identity\" stands for a square matrix, but this one is {} ({} × {})",
                                           in_words(known), in_words(dims.rows), in_words(dims.cols)));
  }
  Shape found = w.matrix.shape();
  Shape needed{known.rows ? known.rows : found.rows, known.cols ? known.cols : found.cols};
  if (dims.cols == Dim::all_d_k && m.d_k == 0) needed.cols = found.cols + m.heads - found.cols % m.heads;
  if (dims.cols == Dim::all_d_v && m.d_v == 0) needed.cols = found.cols + m.heads - found.cols % m.heads;
  if (found == needed) return;
  std::string words = fmt::format("{} × {}", in_words(dims.rows), in_words(dims.cols));
  if (dims.rows == Dim::one) {
    throw Error(m.place(path), fmt::format("has {}, but needs {} ({})", counted(found.cols, "number"), needed.cols,
                                           in_words(dims.cols)));
  }
  if (is_transposed) {
    std::swap(found.rows, found.cols);
    std::swap(needed.rows, needed.cols);
    words = fmt::format("{} × {}, since transposed_weights is true", in_words(dims.cols), in_words(dims.rows));
  }
  throw Error(m.place(path), does_not_fit(found, needed, words) + why(m, dims));
}

void require_fit(const Model& m, bool is_transposed) {
  const std::size_t rows = m.input ? m.input.matrix.rows() : m.tokens.size();
  if (m.input && m.input.matrix.cols() != m.d_model) {
    throw Error(m.place("input"), does_not_fit(m.input.matrix.shape(), {rows, m.d_model}, "n × d_model"));
  }
  if (m.positions == Positions::matrix && m.position_matrix.shape() != Shape{rows, m.d_model}) {
    throw Error(m.place("positions"), does_not_fit(m.position_matrix.shape(), {rows, m.d_model}, "n × d_model") +
                                          ": they are added to the token vectors");
  }
  for (std::size_t b = 0; b < m.blocks.size(); ++b) {
    for (const HeadWeightsRow& row : head_weights) {
      const HeadWeights& w = m.blocks[b].*row.weights;
      if (w.form != HeadWeights::Form::per_head || w.parts.size() == m.heads) continue;
      throw Error(m.place(fmt::format("weights[{}].{}", b, row.key)),
                  fmt::format("is a list of {}, but needs {}: one for each head", w.parts.size(), m.heads));
    }
  }
  for_each_weight(
      m, [&](const std::string& path, const Weight& w, Dims dims) { require_fit(m, path, w, dims, is_transposed); });
}

// A weight that nothing uses is more often a slip than meant.
void require_used(const Model& m) {
  for (std::size_t b = 0; b < m.blocks.size(); ++b) {
    const Block& block = m.blocks[b];
    const auto unused = [&](std::string_view key, std::string_view because) {
      throw Error(m.place(fmt::format("weights[{}].{}", b, key)), fmt::format("nothing uses it: {}", because));
    };
    if (block.without_Wo && block.bo) unused("bo", "with \"Wo\": \"none\" there is no output projection");
    if (m.d_ff == 0) {
      for (const std::string_view key : {"b2", "gamma2", "beta2"}) {
        const auto row = std::ranges::find(weights, key, &WeightRow::key);
        if (block.*row->weight) unused(key, "without W1 or d_ff a block has no feed-forward network");
      }
    }
    if (m.norm != Norm::none) continue;
    for (const std::string_view key : {"gamma1", "beta1", "gamma2", "beta2"}) {
      const auto row = std::ranges::find(weights, key, &WeightRow::key);
      if (block.*row->weight) unused(key, "with \"norm\": \"none\" there is no LayerNorm");
    }
  }
}

}  // namespace

std::string in_words(Shape shape) { return fmt::format("{}×{}", shape.rows, shape.cols); }

std::string does_not_fit(Shape found, Shape needed, std::string_view dims) {
  return fmt::format("is {}, but needs {} ({})", in_words(found), in_words(needed), dims);
}

std::string shape_in_words(std::string_view step_id) {
  const Dims dims = dims_of_step(step_id);
  return fmt::format("{} × {}", in_words(dims.rows), in_words(dims.cols));
}

void resolve_dims(Model& m, bool is_transposed) {
  learn_dims(m);
  label_tokens(m);
  require_fit(m, is_transposed);
  require_used(m);
}

}  // namespace mha
