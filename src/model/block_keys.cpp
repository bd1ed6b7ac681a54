// The keys of a block's object in "weights".
#include <array>

#include "model/keys.hpp"

namespace mha {
namespace {

// In × out, whichever way the config writes it.
Weight read_weight(const Loading& l, const Place& at, Value& v) {
  if (v.kind == Value::Kind::string) {
    read_word(at, v, {"identity"}, "a matrix");
    return {Weight::Kind::identity, {}};
  }
  Matrix m = read_matrix(at, v);
  return {Weight::Kind::given, l.is_transposed ? transpose(m) : std::move(m)};
}

Weight read_bias(const Loading&, const Place& at, Value& v) { return {Weight::Kind::given, read_vector(at, v)}; }

// How many lists stand in each other.
int depth(const Value& v) {
  if (v.kind != Value::Kind::array) return 0;
  if (v.columns != 0) return 2;
  return v.items.empty() ? 1 : 1 + depth(v.items.front());
}

// One for all heads, or, a list deeper, one for each head.
HeadWeights read_fused_or_listed(const Loading& l, const Place& at, Value& v, int depth_of_one,
                                 Weight (*read)(const Loading&, const Place&, Value&)) {
  if (depth(v) <= depth_of_one) return {HeadWeights::Form::fused, {read(l, at, v)}};
  HeadWeights w;
  w.form = HeadWeights::Form::per_head;
  for (std::size_t h = 0; h < v.size(); ++h) {
    Value of_a_head = v.columns != 0 ? v.item(h) : std::move(v.items[h]);
    w.parts.push_back(read(l, at[h], of_a_head));
  }
  return w;
}

template <HeadWeights Block::*member>
void projection(Loading& l, const Place& at, Value& v) {
  l.block->*member = read_fused_or_listed(l, at, v, 2, read_weight);
  for (const Weight& part : (l.block->*member).parts) {
    if ((l.block->*member).form == HeadWeights::Form::per_head && part.kind == Weight::Kind::identity) {
      at.fail("\"identity\" stands for all heads at once, not for one of a list");
    }
  }
}

template <HeadWeights Block::*member>
void projection_bias(Loading& l, const Place& at, Value& v) {
  l.block->*member = read_fused_or_listed(l, at, v, 1, read_bias);
}

template <Weight Block::*member>
void weight(Loading& l, const Place& at, Value& v) {
  l.block->*member = read_weight(l, at, v);
}

template <Weight Block::*member>
void vector(Loading& l, const Place& at, Value& v) {
  l.block->*member = read_bias(l, at, v);
}

void output_projection(Loading& l, const Place& at, Value& v) {
  if (v.kind != Value::Kind::string) return weight<&Block::Wo>(l, at, v);
  l.block->without_Wo = read_word(at, v, {"none", "identity"}, "a matrix") == 0;
  if (!l.block->without_Wo) l.block->Wo.kind = Weight::Kind::identity;
}

constexpr const char* one_or_one_per_head = R"({"anyOf": [{"const": "identity"}, {"$ref": "#/$defs/matrix"},
    {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/matrix"}}]})";
constexpr const char* bias_or_one_per_head = R"({"anyOf": [{"$ref": "#/$defs/vector"},
    {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/vector"}}]})";
constexpr const char* matrix_or_identity = R"({"anyOf": [{"const": "identity"}, {"$ref": "#/$defs/matrix"}]})";
constexpr const char* matrix_or_word = R"({"anyOf": [{"enum": ["identity", "none"]}, {"$ref": "#/$defs/matrix"}]})";
constexpr const char* a_vector = R"({"$ref": "#/$defs/vector"})";

constexpr auto keys = std::to_array<Key>({
    {"Wq", one_or_one_per_head, "d_model × (heads·d_k), or a list with d_model × d_k for each head",
     projection<&Block::Wq>},
    {"bq", bias_or_one_per_head, "heads·d_k numbers, or a list with d_k for each head", projection_bias<&Block::bq>},
    {"Wk", one_or_one_per_head, "d_model × (heads·d_k), or a list with d_model × d_k for each head",
     projection<&Block::Wk>},
    {"bk", bias_or_one_per_head, "heads·d_k numbers, or a list with d_k for each head", projection_bias<&Block::bk>},
    {"Wv", one_or_one_per_head, "d_model × (heads·d_v), or a list with d_model × d_v for each head",
     projection<&Block::Wv>},
    {"bv", bias_or_one_per_head, "heads·d_v numbers, or a list with d_v for each head", projection_bias<&Block::bv>},
    {"Wo", matrix_or_word, "(heads·d_v) × d_model; none: no output projection", output_projection},
    {"bo", a_vector, "d_model numbers", vector<&Block::bo>},
    {"W1", matrix_or_identity, "d_model × d_ff", weight<&Block::W1>},
    {"b1", a_vector, "d_ff numbers", vector<&Block::b1>},
    {"W2", matrix_or_identity, "d_ff × d_model", weight<&Block::W2>},
    {"b2", a_vector, "d_model numbers", vector<&Block::b2>},
    {"gamma1", a_vector, "first LayerNorm (attention): d_model factors", vector<&Block::gamma1>},
    {"beta1", a_vector, "first LayerNorm (attention): d_model shifts", vector<&Block::beta1>},
    {"gamma2", a_vector, "second LayerNorm (feed-forward): d_model factors", vector<&Block::gamma2>},
    {"beta2", a_vector, "second LayerNorm (feed-forward): d_model shifts", vector<&Block::beta2>},
});

}  // namespace

std::span<const Key> block_keys() { return keys; }

}  // namespace mha
