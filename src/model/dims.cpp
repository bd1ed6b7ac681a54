#include "model/dims.hpp"

#include <algorithm>
#include <utility>

#include "error.hpp"
#include "model/shapes.hpp"
#include "text/format.hpp"
#include "text/number.hpp"

namespace mha {
namespace {

// Calls f(path, weight, dims) for each weight of the config.
template <class F>
void for_each_weight(const Model& m, const F& f) {
  for (std::size_t b = 0; b < m.blocks.size(); ++b) {
    for (const HeadWeightsRow& row : head_weights()) {
      const HeadWeights& w = m.blocks[b].*row.weights;
      const bool is_fused = w.form == HeadWeights::Form::fused;
      for (std::size_t h = 0; h < w.parts.size(); ++h) {
        f(is_fused ? fmt::format("weights[{}].{}", b, row.key) : fmt::format("weights[{}].{}[{}]", b, row.key, h),
          w.parts[h], is_fused ? row.fused : row.of_a_head);
      }
    }
    for (const WeightRow& row : other_weights()) {
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
    case Dim::d_model: set(m.d_model, count); break;
    case Dim::d_k: set(m.d_k, count); break;
    case Dim::d_v: set(m.d_v, count); break;
    case Dim::all_d_k:
      if (count % m.heads == 0) set(m.d_k, count / m.heads);
      break;
    case Dim::all_d_v:
      if (count % m.heads == 0) set(m.d_v, count / m.heads);
      break;
    case Dim::d_ff: set(m.d_ff, count); break;
    case Dim::one:
    case Dim::keys:
    case Dim::queries: break;
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
    for (const HeadWeightsRow& row : head_weights()) {
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
        const auto row = std::ranges::find(other_weights(), key, &WeightRow::key);
        if (block.*row->weight) unused(key, "without W1 or d_ff a block has no feed-forward network");
      }
    }
    if (m.norm != Norm::none) continue;
    for (const std::string_view key : {"gamma1", "beta1", "gamma2", "beta2"}) {
      const auto row = std::ranges::find(other_weights(), key, &WeightRow::key);
      if (block.*row->weight) unused(key, "with \"norm\": \"none\" there is no LayerNorm");
    }
  }
}

}  // namespace

void resolve_dims(Model& m, bool is_transposed) {
  learn_dims(m);
  label_tokens(m);
  require_fit(m, is_transposed);
  require_used(m);
}

}  // namespace mha
