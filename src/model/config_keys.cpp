// The keys of the config itself, and of the small objects in it.
#include <array>
#include <cmath>

#include "math/rounding.hpp"
#include "model/keys.hpp"
#include "text/number.hpp"

namespace mha {
namespace {

constexpr std::uint64_t max_seed = std::uint64_t{1} << 53;

template <auto member>
void vector(Loading& l, const Place& at, Value& v) {
  l.model.*member = {Weight::Kind::given, read_vector(at, v)};
}

template <std::size_t Model::*member>
void dim(Loading& l, const Place& at, Value& v) {
  l.model.*member = read_dim(at, v);
}

void ignore(Loading&, const Place&, Value&) {}

void title(Loading& l, const Place& at, Value& v) { l.model.title = read_string(at, v); }

void tokens(Loading& l, const Place& at, Value& v) {
  if (v.kind != Value::Kind::array || v.size() == 0) wrong_type(at, v, "a list of strings, one for each token");
  if (!v.numbers.empty() && v.columns == 0) at.fail("has numbers in it, but needs strings: write the labels in quotes");
  if (v.columns != 0) wrong_type(at[0], v.item(0), "a string");
  for (std::size_t i = 0; i < v.items.size(); ++i) l.model.tokens.push_back(read_string(at[i], v.items[i]));
}

void input(Loading& l, const Place& at, Value& v) { l.model.input = {Weight::Kind::given, read_matrix(at, v)}; }

void layers(Loading& l, const Place& at, Value& v) {
  l.model.layers = read_dim(at, v);
  l.has_layers = true;
}

void activation(Loading& l, const Place& at, Value& v) {
  std::vector<std::string_view> words;
  for (const Activation& a : activations()) words.push_back(a.name);
  l.model.activation = &activations()[read_word(at, v, words)];
}

void norm(Loading& l, const Place& at, Value& v) {
  constexpr std::array meanings{Norm::post, Norm::pre, Norm::none};
  l.model.norm = meanings[read_word(at, v, {"post", "pre", "none"})];
}

void norm_epsilon(Loading& l, const Place& at, Value& v) {
  l.model.norm_epsilon = read_number(at, v);
  if (l.model.norm_epsilon < 0) wrong_type(at, v, "a number of at least 0: it stands under a root");
}

void residual(Loading& l, const Place& at, Value& v) { l.model.residual = read_bool(at, v); }

void positions(Loading& l, const Place& at, Value& v) {
  if (v.kind == Value::Kind::array) {
    l.model.positions = Positions::matrix;
    l.model.position_matrix = read_matrix(at, v);
    return;
  }
  constexpr std::array meanings{Positions::none, Positions::sinusoidal};
  l.model.positions = meanings[read_word(at, v, {"none", "sinusoidal"}, "an n × d_model matrix")];
}

void mask(Loading& l, const Place& at, Value& v) {
  if (v.kind == Value::Kind::array) {
    l.model.mask = Mask::matrix;
    l.model.mask_matrix = read_mask(at, v);
    return;
  }
  constexpr std::array meanings{Mask::none, Mask::causal};
  l.model.mask = meanings[read_word(at, v, {"none", "causal"}, "an n × n matrix of 1 (may look) and 0")];
}

void divide_by(Loading& l, const Place& at, Value& v) {
  l.model.scale = Scale::divide_by;
  l.model.scale_divisor = read_number(at, v);
  if (!(l.model.scale_divisor > 0)) wrong_type(at, v, "a number above 0");
}

void scale(Loading& l, const Place& at, Value& v) {
  if (v.kind == Value::Kind::object) {
    read_object(l, at, v, scale_keys());
    if (l.model.scale != Scale::divide_by) at.fail(R"(is an empty object, but needs {"divide_by": x})");
    return;
  }
  constexpr std::array meanings{Scale::sqrt_d_k, Scale::none};
  l.model.scale = meanings[read_word(at, v, {"sqrt_d_k", "none"}, R"({"divide_by": x})")];
}

void final_norm(Loading& l, const Place& at, Value& v) {
  if (v.kind == Value::Kind::object) {
    l.model.final_norm = true;
    read_object(l, at, v, final_norm_keys());
    return;
  }
  if (v.kind != Value::Kind::boolean) wrong_type(at, v, R"(true, false or {"gamma": […], "beta": […]})");
  l.model.final_norm = v.boolean;
}

void transposed_weights(Loading& l, const Place& at, Value& v) { l.is_transposed = read_bool(at, v); }

void weights(Loading& l, const Place& at, Value& v) {
  if (v.kind != Value::Kind::array || v.size() == 0) wrong_type(at, v, "a list with one object for each block");
  if (!v.numbers.empty() && v.columns == 0) wrong_type(at[0], v.item(0), "an object: { … }");
  if (l.has_layers && v.size() != l.model.layers) {
    at.fail("has " + counted(v.size(), "block") + ", but layers is " + std::to_string(l.model.layers));
  }
  if (v.columns != 0) wrong_type(at[0], v.item(0), "an object: { … }");
  l.model.layers = v.items.size();
  l.model.blocks.resize(v.items.size());
  for (std::size_t b = 0; b < v.items.size(); ++b) {
    l.block = &l.model.blocks[b];
    read_object(l, at[b], v.items[b], block_keys());
  }
}

void given(Loading& l, const Place& at, Value& v) {
  if (v.kind != Value::Kind::object) wrong_type(at, v, "an object: step id → matrix");
  for (auto& [id, value] : v.members) l.model.given[id] = read_matrix(at[id], value);
}

void init(Loading& l, const Place& at, Value& v) {
  const Distribution& d = l.model.init.emplace().numbers;
  read_object(l, at, v, init_keys());
  if (!std::isfinite(d.high - d.low))
    (at / "high").fail("high − low is beyond the largest number that can be calculated with");
  if (d.low > d.high) (at / "low").fail("is " + shortest(d.low) + ", but needs at most high, " + shortest(d.high));
}

void seed(Loading& l, const Place& at, Value& v) { l.model.init->numbers.seed = read_integer(at, v, 0, max_seed); }
void low(Loading& l, const Place& at, Value& v) { l.model.init->numbers.low = read_number(at, v); }
void high(Loading& l, const Place& at, Value& v) { l.model.init->numbers.high = read_number(at, v); }
void decimals(Loading& l, const Place& at, Value& v) {
  l.model.init->numbers.decimals = static_cast<int>(read_integer(at, v, 0, max_decimals));
}
void biases(Loading& l, const Place& at, Value& v) { l.model.init->biases = read_bool(at, v); }

constexpr const char* a_bool = R"({"type": "boolean", "default": false})";
constexpr const char* a_dim = R"({"type": "integer", "minimum": 1, "maximum": 2147483647})";
constexpr const char* a_matrix = R"({"$ref": "#/$defs/matrix"})";
constexpr const char* a_vector = R"({"$ref": "#/$defs/vector"})";

constexpr auto keys_of_config = std::to_array<Key>({
    {"$schema", "{}", "ignored", ignore},
    {"title", R"({"type": "string"})", "by default the lesson's or file's name without folder and ending", title},
    {"description", "{}", "ignored", ignore},
    {"tokens", R"({"type": "array", "items": {"type": "string"}, "minItems": 1})", "one label per row of the input",
     tokens},
    {"input", a_matrix, "the token vectors, n × d_model; drawn from init where left out", input},
    {"d_model", a_dim, "numbers per token; by default the columns of the input", dim<&Model::d_model>},
    {"heads", R"({"type": "integer", "minimum": 1, "maximum": 2147483647, "default": 1})", "attention heads",
     dim<&Model::heads>},
    {"d_k", a_dim, "width of a head's Q and K; by default from the matrices, else d_model / heads", dim<&Model::d_k>},
    {"d_v", a_dim, "width of a head's V; by default from the matrices, else d_k", dim<&Model::d_v>},
    {"layers", a_dim, "number of blocks; by default the length of weights, else 1", layers},
    {"d_ff", a_dim, "inner width of the feed-forward network; by default the columns of W1, else a block has none",
     dim<&Model::d_ff>},
    {"activation", R"({"enum": ["relu", "gelu", "gelu_tanh", "silu"], "default": "relu"})",
     "of the feed-forward network", activation},
    {"norm", R"({"enum": ["post", "pre", "none"], "default": "post"})",
     "LayerNorm after the sublayers (as in the paper), before them, or none", norm},
    {"norm_epsilon", R"({"type": "number", "minimum": 0, "default": 1e-05})",
     "inside the root: (x − mean) / √(var + ε)", norm_epsilon},
    {"residual", R"({"type": "boolean", "default": true})", "what goes into a sublayer is added to what comes out",
     residual},
    {"positions", R"({"anyOf": [{"enum": ["none", "sinusoidal"]}, {"$ref": "#/$defs/matrix"}], "default": "none"})",
     "added to the token vectors: none, sinusoidal, or an n × d_model matrix", positions},
    {"mask",
     R"({"anyOf": [{"enum": ["none", "causal"]}, {"type": "array", "minItems": 1, "items": {"type": "array", "minItems": 1,
        "items": {"enum": [0, 1, true, false]}}}], "default": "none"})",
     "n × n: row = who looks, column = at whom, 1 = may look; causal: a token sees itself and those before it", mask},
    {"scale", R"({"anyOf": [{"enum": ["sqrt_d_k", "none"]}, {"$ref": "#/$defs/scale"}], "default": "sqrt_d_k"})",
     "what the scores are divided by", scale},
    {"final_norm", R"({"anyOf": [{"type": "boolean"}, {"$ref": "#/$defs/final_norm"}], "default": false})",
     "one more LayerNorm after the last block", final_norm},
    {"transposed_weights", a_bool, "every W is written out × in, as PyTorch stores it", transposed_weights},
    {"weights", R"({"type": "array", "items": {"$ref": "#/$defs/block"}, "minItems": 1})", "one object per block",
     weights},
    {"given", R"({"type": "object", "additionalProperties": {"$ref": "#/$defs/matrix"}})",
     "step id → matrix: these steps are taken as they are instead of being computed", given},
    {"init", R"({"$ref": "#/$defs/init"})", "how numbers that are not given are drawn", init},
});

constexpr auto keys_of_init = std::to_array<Key>({
    {"seed", R"({"type": "integer", "minimum": 0, "maximum": 9007199254740992, "default": 0})",
     "another seed, other numbers", seed},
    {"low", R"({"type": "number", "default": -1})", "the smallest number", low},
    {"high", R"({"type": "number", "default": 1})", "the largest number", high},
    {"decimals", R"({"type": "integer", "minimum": 0, "maximum": 15, "default": 1})",
     "they are rounded to so many decimals", decimals},
    {"biases", a_bool, "whether biases are drawn too", biases},
});

constexpr auto keys_of_final_norm = std::to_array<Key>({
    {"gamma", a_vector, "d_model factors", vector<&Model::final_gamma>},
    {"beta", a_vector, "d_model shifts", vector<&Model::final_beta>},
});

constexpr auto keys_of_scale = std::to_array<Key>({
    {"divide_by", R"({"type": "number", "exclusiveMinimum": 0})", "the scores are divided by this number", divide_by},
});

}  // namespace

std::span<const Key> config_keys() { return keys_of_config; }
std::span<const Key> init_keys() { return keys_of_init; }
std::span<const Key> final_norm_keys() { return keys_of_final_norm; }
std::span<const Key> scale_keys() { return keys_of_scale; }

}  // namespace mha
