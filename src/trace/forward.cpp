#include "trace/forward.hpp"

#include <cmath>

#include "error.hpp"
#include "text/format.hpp"
#include "text/number.hpp"
#include "trace/recorder.hpp"

namespace mha {
namespace {

using Ref = Recorder::Ref;

const Block& block_of(const Model& m, std::size_t b) {
  static const Block nothing;
  return b < m.blocks.size() ? m.blocks[b] : nothing;
}

// What belongs to one block: its number, where its ids and its keys in the config begin, and its weights.
struct At {
  std::size_t b;  // from 0
  std::string id = fmt::format("block{}", b + 1);
  std::string key = fmt::format("weights[{}]", b);

  std::string step(std::string_view name) const { return fmt::format("{}.{}", id, name); }
  std::string head(std::size_t h) const { return fmt::format("{}.head{}", id, h + 1); }
  std::string key_of(std::string_view name) const { return fmt::format("{}.{}", key, name); }
};

Ref embed(Recorder& r, const Model& m) {
  const Shape n_by_d{m.tokens.size(), m.d_model};
  if (m.positions == Positions::none) return r.source("X0", m.input, n_by_d, "input");  // n × d_model
  const Ref E = r.source("E", m.input, n_by_d, "input");
  const Ref P = m.positions == Positions::sinusoidal ? r.sinusoidal("P", r.shape(E))
                                                     : r.matrix("P", m.position_matrix, "positions");
  return r.add("X0", E, P);
}

Ref layer_norm(Recorder& r, const Model& m, const std::string& at, Ref x, std::optional<Ref> gamma,
               std::optional<Ref> beta) {
  const Ref mean = r.mean(at + ".mean", x);                              // n × 1
  const Ref var = r.variance(at + ".var", x, mean);                      // n × 1
  const Ref std = r.deviation(at + ".std", var, m.norm_epsilon);         // n × 1
  const Ref normalized = r.normalize(at + ".normalized", x, mean, std);  // n × d_model
  return r.scale_shift(at, normalized, gamma, beta);                     // n × d_model
}

// The optional vector (bias, gamma, beta) of that name, where there is one.
std::optional<Ref> vector(Recorder& r, const Model& m, const At& at, std::string_view name, const Weight& w,
                          std::size_t width) {
  const bool is_bias = name[0] == 'b' && !name.starts_with("beta");
  if (!w && !(is_bias && m.init && m.init->biases)) return std::nullopt;
  return r.source(at.step(name), w, {1, width}, at.key_of(name));
}

Ref block_norm(Recorder& r, const Model& m, const At& at, int number, Ref x) {
  const Block& w = block_of(m, at.b);
  const std::string n = std::to_string(number);
  const std::optional<Ref> gamma = vector(r, m, at, "gamma" + n, number == 1 ? w.gamma1 : w.gamma2, m.d_model);
  const std::optional<Ref> beta = vector(r, m, at, "beta" + n, number == 1 ? w.beta1 : w.beta2, m.d_model);
  return layer_norm(r, m, at.step("ln" + n), x, gamma, beta);
}

// Q, K or V: what it is called, and what makes it.
struct Projection {
  std::string letter, W_name, b_name;  // Q, Wq, bq
  const HeadWeights& W;
  const HeadWeights& b;
  std::size_t width;  // of one head: d_k or d_v
};

bool has_bias(const Model& m, const Projection& p) {
  return p.b.form != HeadWeights::Form::absent || (m.init && m.init->biases);
}

// Its bias for one head, or, fused, for all of them.
Ref bias(Recorder& r, const Model& m, const At& at, const Projection& p, std::size_t h) {
  static const Weight absent;
  if (p.b.form == HeadWeights::Form::fused) {
    return r.source(at.step(p.b_name), p.b.parts[0], {1, m.heads * p.width}, at.key_of(p.b_name));
  }
  const bool is_listed = p.b.form == HeadWeights::Form::per_head;
  return r.source(at.head(h) + "." + p.b_name, is_listed ? p.b.parts[h] : absent, {1, p.width},
                  is_listed ? fmt::format("{}[{}]", at.key_of(p.b_name), h) : at.key_of(p.b_name));
}

// The projection of all heads at once, X · W + b (n × heads·width), where the config has it so.
std::optional<Ref> fused_projection(Recorder& r, const Model& m, const At& at, const Projection& p, Ref x) {
  const std::string id = at.step(p.letter);
  const bool is_given = m.given.contains(id) && p.W.form != HeadWeights::Form::per_head;
  const bool is_fused = p.W.form == HeadWeights::Form::fused && m.heads > 1;
  if (!is_given && !is_fused) return std::nullopt;
  static const Weight absent;
  const Weight& weight = p.W.form == HeadWeights::Form::fused ? p.W.parts[0] : absent;
  const Ref W = r.source(at.step(p.W_name), weight, {m.d_model, m.heads * p.width}, at.key_of(p.W_name));
  std::vector<Ref> biases;
  if (has_bias(m, p)) {
    const std::size_t count = p.b.form == HeadWeights::Form::fused ? 1 : m.heads;
    for (std::size_t h = 0; h < count; ++h) biases.push_back(bias(r, m, at, p, h));
  }
  return r.linear(id, x, W, biases, Recorder::Rows::free);
}

// One head's Q, K or V (n × width): X · W + b, or its columns of the fused one.
Ref head_projection(Recorder& r, const Model& m, const At& at, const Projection& p, Ref x, std::optional<Ref> fused,
                    std::size_t h) {
  const std::string id = at.head(h) + "." + p.letter;
  if (fused) {
    const std::size_t width = p.width ? p.width : r.shape(*fused).cols / m.heads;
    return r.columns(id, *fused, h * width, width);
  }
  static const Weight absent;
  const bool is_fused = p.W.form == HeadWeights::Form::fused;  // with one head
  const bool is_listed = p.W.form == HeadWeights::Form::per_head;
  const Ref W = is_fused
                    ? r.source(at.step(p.W_name), p.W.parts[0], {m.d_model, p.width}, at.key_of(p.W_name))
                    : r.source(at.head(h) + "." + p.W_name, is_listed ? p.W.parts[h] : absent, {m.d_model, p.width},
                               is_listed ? fmt::format("{}[{}]", at.key_of(p.W_name), h) : at.key_of(p.W_name));
  std::vector<Ref> biases;
  if (has_bias(m, p)) biases.push_back(bias(r, m, at, p, h));
  const bool bias_is_fused = p.b.form == HeadWeights::Form::fused;
  return r.linear(id, x, W, biases, Recorder::Rows::free, bias_is_fused ? h * p.width : 0);
}

Ref scaled_and_masked(Recorder& r, const Model& m, const std::string& head, Ref scores) {
  Ref s = scores;
  if (m.scale == Scale::sqrt_d_k) {
    s = r.divide(head + ".scaled", s, std::sqrt(static_cast<double>(m.d_k)), "scores / √d_k");
  } else if (m.scale == Scale::divide_by) {
    s = r.divide(head + ".scaled", s, m.scale_divisor, fmt::format("scores / {}", m.scale_divisor));
  }
  if (m.mask == Mask::none) return s;
  return r.mask(head + ".masked", s, m.mask == Mask::matrix ? &m.mask_matrix : nullptr);
}

// softmax(Q · Kᵀ / √d_k) · V
Ref scaled_dot_product_attention(Recorder& r, const Model& m, const std::string& head, Ref Q, Ref K, Ref V) {
  r.require_same_rows(K, V, "each row of K has its own row of V");
  const Ref scores = r.scores(head + ".scores", Q, K);             // n × n
  const Ref masked = scaled_and_masked(r, m, head, scores);        // n × n
  const Ref exp = r.exp(head + ".exp", masked);                    // n × n
  const Ref sum = r.row_sum(head + ".sum", exp);                   // n × 1
  const Ref weights = r.divide_rows(head + ".weights", exp, sum);  // n × n
  return r.matmul(head + ".out", weights, V);                      // n × d_v
}

Ref multi_head_attention(Recorder& r, const Model& m, const At& at, Ref x) {
  const Block& w = block_of(m, at.b);
  const Projection q{"Q", "Wq", "bq", w.Wq, w.bq, m.d_k};
  const Projection k{"K", "Wk", "bk", w.Wk, w.bk, m.d_k};
  const Projection v{"V", "Wv", "bv", w.Wv, w.bv, m.d_v};
  const std::optional<Ref> all_Q = fused_projection(r, m, at, q, x);  // n × heads·d_k
  const std::optional<Ref> all_K = fused_projection(r, m, at, k, x);  // n × heads·d_k
  const std::optional<Ref> all_V = fused_projection(r, m, at, v, x);  // n × heads·d_v

  std::vector<Ref> heads;
  for (std::size_t h = 0; h < m.heads; ++h) {
    const Ref Q = head_projection(r, m, at, q, x, all_Q, h);  // n × d_k
    const Ref K = head_projection(r, m, at, k, x, all_K, h);  // n × d_k
    const Ref V = head_projection(r, m, at, v, x, all_V, h);  // n × d_v
    heads.push_back(scaled_dot_product_attention(r, m, at.head(h), Q, K, V));
    r.require_same_rows(heads.front(), heads.back(), "the heads stand side by side");
  }
  const Ref concat = r.concat(at.step("concat"), heads);  // n × heads·d_v
  if (w.without_Wo) return r.copy(at.step("mha"), concat);
  const Ref Wo = r.source(at.step("Wo"), w.Wo, {m.heads * m.d_v, m.d_model}, at.key_of("Wo"));
  const std::optional<Ref> bo = vector(r, m, at, "bo", w.bo, m.d_model);
  return r.linear(at.step("mha"), concat, Wo, bo ? std::vector{*bo} : std::vector<Ref>{}, Recorder::Rows::as_X);
}

// activation(x · W1 + b1) · W2 + b2
Ref feed_forward(Recorder& r, const Model& m, const At& at, Ref x) {
  const Block& w = block_of(m, at.b);
  const auto layer = [&](const std::string& id, Ref from, const std::string& n, const Weight& W, const Weight& b,
                         Shape shape) {
    const Ref matrix = r.source(at.step("W" + n), W, shape, at.key_of("W" + n));
    const std::optional<Ref> bias = vector(r, m, at, "b" + n, b, shape.cols);
    return r.linear(id, from, matrix, bias ? std::vector{*bias} : std::vector<Ref>{}, Recorder::Rows::as_X);
  };
  const Ref hidden = layer(at.step("ffn.hidden"), x, "1", w.W1, w.b1, {m.d_model, m.d_ff});  // n × d_ff
  const Ref activated = r.activation(at.step("ffn.activated"), hidden, *m.activation);       // n × d_ff
  return layer(at.step("ffn"), activated, "2", w.W2, w.b2, {m.d_ff, m.d_model});             // n × d_model
}

// Post-norm, as in the paper: LayerNorm(x + sublayer(x)). Pre-norm: x + sublayer(LayerNorm(x)).
template <class Sublayer>
Ref sublayer(Recorder& r, const Model& m, const At& at, int number, Ref x, const Sublayer& inner) {
  Ref y = inner(m.norm == Norm::pre ? block_norm(r, m, at, number, x) : x);
  if (m.residual) y = r.add(at.step("add" + std::to_string(number)), x, y);
  return m.norm == Norm::post ? block_norm(r, m, at, number, y) : y;
}

Ref block(Recorder& r, const Model& m, const At& at, Ref x) {
  x = sublayer(r, m, at, 1, x, [&](Ref in) { return multi_head_attention(r, m, at, in); });
  if (m.d_ff != 0) x = sublayer(r, m, at, 2, x, [&](Ref in) { return feed_forward(r, m, at, in); });
  return r.copy(fmt::format("X{}", at.b + 1), x);
}

constexpr std::size_t max_steps = 300'000;  // in one calculation: more than twice those of GPT-3
constexpr std::size_t max_width = 100'000;  // of a matrix: twice GPT-3's d_ff

// A plan that could never be run is not begun.
void require_few_steps(const Model& m) {
  const double steps = static_cast<double>(m.layers) * (12 * static_cast<double>(m.heads) + 20);
  if (steps <= static_cast<double>(max_steps)) return;
  throw Error(
      m.place(m.layers > m.heads ? "layers" : "heads"),
      fmt::format("{} of {} make about {} steps, but at most {} are allowed", counted(m.layers, "block"),
                  counted(m.heads, "head"), grouped(static_cast<unsigned long long>(steps)), grouped(max_steps)));
}

// A few zeros too many would be calculated for minutes before anybody sees that they were a slip.
void require_narrow(const Model& m) {
  struct Width {
    const char* key;
    std::size_t dim, times;
  };
  for (const Width& w : {Width{"d_model", m.d_model, 1}, Width{"d_ff", m.d_ff, 1}, Width{"d_k", m.d_k, m.heads},
                         Width{"d_v", m.d_v, m.heads}}) {
    if (w.dim * w.times <= max_width) continue;
    const bool is_heads = w.times > w.dim;
    throw Error(
        m.place(is_heads ? "heads" : w.key),
        fmt::format("{}is {}{}, but a matrix may be at most {} columns wide", is_heads ? fmt::format("{} ", w.key) : "",
                    grouped(w.dim), w.times > 1 ? fmt::format(" for each of {} heads", grouped(w.times)) : "",
                    grouped(max_width)));
  }
}

}  // namespace

Plan forward(const Model& m) {
  require_few_steps(m);
  require_narrow(m);
  Recorder r(m);
  Ref x = embed(r, m);
  for (std::size_t b = 0; b < m.layers; ++b) x = block(r, m, At{b}, x);
  if (m.final_norm) {
    std::optional<Ref> gamma, beta;
    if (m.final_gamma) gamma = r.source("final.gamma", m.final_gamma, {1, m.d_model}, "final_norm.gamma");
    if (m.final_beta) beta = r.source("final.beta", m.final_beta, {1, m.d_model}, "final_norm.beta");
    x = layer_norm(r, m, "final", x, gamma, beta);
  }
  return std::move(r).finish(x);
}

}  // namespace mha
