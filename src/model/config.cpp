#include "model/config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <span>

#include "error.hpp"
#include "math/rounding.hpp"
#include "model/dims.hpp"
#include "model/hints.hpp"
#include "model/json.hpp"
#include "text/number.hpp"
#include "text/suggest.hpp"
#include "text/unicode.hpp"

namespace mha {
namespace {

constexpr std::size_t max_dim = 2147483647;  // so that no product of two overflows

// What is being read, and what only matters while it is read.
struct Loader {
  Model model;
  bool has_layers = false;
  bool is_transposed = false;

  [[noreturn]] void fail(const std::string& path, const std::string& message) const {
    throw Error(model.place(path), message);
  }
};

// "is "2"", "is 2.5", "is a list"
std::string found(const Value& v) {
  if (v.kind == Value::Kind::number) return "is " + shortest(v.number);
  if (v.kind == Value::Kind::string) return "is " + json_string(shortened(v.text, 40));
  return "is " + kind_of(v);
}

[[noreturn]] void wrong_type(const Loader& l, const std::string& path, const Value& v, const std::string& needed) {
  l.fail(path, fmt::format("{}, but needs {}", found(v), needed));
}

std::string read_string(const Loader& l, const std::string& path, const Value& v) {
  if (v.kind != Value::Kind::string) wrong_type(l, path, v, "a string");
  return v.text;
}

bool read_bool(const Loader& l, const std::string& path, const Value& v) {
  if (v.kind != Value::Kind::boolean) wrong_type(l, path, v, "true or false");
  return v.boolean;
}

double read_number(const Loader& l, const std::string& path, const Value& v) {
  if (v.kind != Value::Kind::number) wrong_type(l, path, v, "a number");
  return v.number;
}

// A whole number; 2.0 is one, 2.5 is not.
std::uint64_t read_integer(const Loader& l, const std::string& path, const Value& v, std::uint64_t low,
                           std::uint64_t high) {
  if (v.kind != Value::Kind::number || v.number != std::floor(v.number) || v.number < static_cast<double>(low) ||
      v.number > static_cast<double>(high)) {
    wrong_type(l, path, v, fmt::format("a whole number from {} to {}", low, high));
  }
  return static_cast<std::uint64_t>(v.number);
}

std::size_t read_dim(const Loader& l, const std::string& path, const Value& v) {
  return static_cast<std::size_t>(read_integer(l, path, v, 1, max_dim));
}

// One of the words of a table; `or_else` names what may stand there instead of a word.
template <class Table>
auto read_word(const Loader& l, const std::string& path, const Value& v, const Table& table, std::string_view or_else) {
  std::vector<std::string> words;
  for (const auto& row : table) {
    if (v.kind == Value::Kind::string && v.text == row.first) return row.second;
    words.emplace_back(row.first);
  }
  const std::string rest = or_else.empty() ? "" : fmt::format(", or {}", or_else);
  if (v.kind == Value::Kind::string) {
    l.fail(path, fmt::format("unknown word {}{}{}", json_string(shortened(v.text, 40)), word_hint(v.text, words), rest));
  }
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "" : ", ") + json_string(word);
  wrong_type(l, path, v, fmt::format("{}{}{}", words.size() > 1 ? "one of " : "", list, rest));
}

double read_cell(const Loader& l, const std::string& path, std::size_t i, const Value& row) {
  if (!row.numbers.empty()) return row.numbers[i];
  return read_number(l, fmt::format("{}[{}]", path, i), row.items[i]);
}

// A list of numbers as a 1 × k matrix.
Matrix read_vector(const Loader& l, const std::string& path, const Value& v) {
  if (v.kind != Value::Kind::array || v.size() == 0) wrong_type(l, path, v, "a list of numbers");
  std::vector<double> cells(v.size());
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = read_cell(l, path, i, v);
  const std::size_t count = cells.size();
  return Matrix(1, count, std::move(cells));
}

// A list of rows of the same length; `read` reads one cell of a row.
template <class ReadCell>
Matrix read_rows(const Loader& l, const std::string& path, const Value& v, const ReadCell& read) {
  constexpr const char* needed = "a matrix: a list of rows, each a list of numbers";
  if (v.kind != Value::Kind::array || v.items.empty()) wrong_type(l, path, v, needed);
  std::vector<double> cells;
  const std::size_t width = v.items.front().size();
  for (std::size_t i = 0; i < v.items.size(); ++i) {
    const Value& row = v.items[i];
    if (row.kind != Value::Kind::array || row.size() == 0) {
      wrong_type(l, fmt::format("{}[{}]", path, i), row, "a row of a matrix: a list of numbers");
    }
    if (i == 0) cells.reserve(v.items.size() * width);
    if (row.size() != width) {
      l.fail(fmt::format("{}[{}]", path, i),
             fmt::format("row {} has {} numbers, but row 1 has {}: the rows of a matrix have the same length", i + 1,
                         row.size(), width));
    }
    for (std::size_t j = 0; j < width; ++j) cells.push_back(read(fmt::format("{}[{}]", path, i), j, row));
  }
  return Matrix(v.items.size(), width, std::move(cells));
}

Matrix read_matrix(const Loader& l, const std::string& path, const Value& v) {
  return read_rows(l, path, v, [&l](const std::string& row_path, std::size_t j, const Value& row) {
    return read_cell(l, row_path, j, row);
  });
}

// A weight matrix, in × out whichever way the config writes it.
Weight read_weight(const Loader& l, const std::string& path, const Value& v) {
  Matrix m = read_matrix(l, path, v);
  return {Weight::Kind::given, l.is_transposed ? transpose(m) : std::move(m)};
}

Weight read_bias(const Loader& l, const std::string& path, const Value& v) {
  return {Weight::Kind::given, read_vector(l, path, v)};
}

bool is_list_of_lists(const Value& v) {
  return v.kind == Value::Kind::array && !v.items.empty() && v.items.front().kind == Value::Kind::array;
}

// Fused, or a list with one for each head: what `part` reads stands once, or in a list.
template <class ReadPart>
HeadWeights read_head_weights(const Loader& l, const std::string& path, const Value& v, bool is_listed,
                              const ReadPart& part) {
  HeadWeights w;
  if (!is_listed) return {HeadWeights::Form::fused, {part(l, path, v)}};
  w.form = HeadWeights::Form::per_head;
  for (std::size_t h = 0; h < v.items.size(); ++h) {
    w.parts.push_back(part(l, fmt::format("{}[{}]", path, h), v.items[h]));
  }
  return w;
}

HeadWeights read_projection(const Loader& l, const std::string& path, const Value& v) {
  if (v.kind == Value::Kind::string) {
    static constexpr std::array<std::pair<std::string_view, int>, 1> words{{{"identity", 0}}};
    read_word(l, path, v, words, "a matrix");
    return {HeadWeights::Form::fused, {Weight{Weight::Kind::identity, {}}}};
  }
  return read_head_weights(l, path, v, is_list_of_lists(v) && is_list_of_lists(v.items.front()), read_weight);
}

HeadWeights read_projection_bias(const Loader& l, const std::string& path, const Value& v) {
  return read_head_weights(l, path, v, is_list_of_lists(v), read_bias);
}

// ---- the keys of a block

using BlockReader = void (*)(Loader&, Block&, const std::string& path, const Value&);

template <HeadWeights Block::* member>
void read_projection_of(Loader& l, Block& b, const std::string& path, const Value& v) {
  b.*member = read_projection(l, path, v);
}
template <HeadWeights Block::* member>
void read_projection_bias_of(Loader& l, Block& b, const std::string& path, const Value& v) {
  b.*member = read_projection_bias(l, path, v);
}
template <Weight Block::* member>
void read_weight_of(Loader& l, Block& b, const std::string& path, const Value& v) {
  b.*member = read_weight(l, path, v);
}
template <Weight Block::* member>
void read_bias_of(Loader& l, Block& b, const std::string& path, const Value& v) {
  b.*member = read_bias(l, path, v);
}

void read_Wo(Loader& l, Block& b, const std::string& path, const Value& v) {
  if (v.kind != Value::Kind::string) {
    b.Wo = read_weight(l, path, v);
    return;
  }
  static constexpr std::array<std::pair<std::string_view, bool>, 2> words{{{"none", true}, {"identity", false}}};
  b.without_Wo = read_word(l, path, v, words, "a matrix");
  if (!b.without_Wo) b.Wo.kind = Weight::Kind::identity;
}

constexpr const char* a_matrix = R"({"type": "array", "items": {"type": "array", "items": {"type": "number"}}})";
constexpr const char* a_vector = R"({"type": "array", "items": {"type": "number"}})";
constexpr const char* a_projection = R"({"anyOf": [{"const": "identity"}, {"$ref": "#/$defs/matrix"},
    {"type": "array", "items": {"$ref": "#/$defs/matrix"}}]})";
constexpr const char* a_projection_bias = R"({"anyOf": [{"$ref": "#/$defs/vector"},
    {"type": "array", "items": {"$ref": "#/$defs/vector"}}]})";
constexpr const char* ref_matrix = R"({"$ref": "#/$defs/matrix"})";
constexpr const char* ref_vector = R"({"$ref": "#/$defs/vector"})";

// A key: its name, the JSON Schema of its value, what it means, and how it is read.
template <class Reader>
struct Key {
  std::string_view name;
  std::string_view schema;
  std::string_view meaning;
  Reader read;
};

constexpr auto block_keys = std::to_array<Key<BlockReader>>({
    {"Wq", a_projection, "d_model × (heads·d_k), or a list with d_model × d_k for each head", read_projection_of<&Block::Wq>},
    {"bq", a_projection_bias, "heads·d_k numbers, or a list with d_k for each head", read_projection_bias_of<&Block::bq>},
    {"Wk", a_projection, "d_model × (heads·d_k), or a list with d_model × d_k for each head", read_projection_of<&Block::Wk>},
    {"bk", a_projection_bias, "heads·d_k numbers, or a list with d_k for each head", read_projection_bias_of<&Block::bk>},
    {"Wv", a_projection, "d_model × (heads·d_v), or a list with d_model × d_v for each head", read_projection_of<&Block::Wv>},
    {"bv", a_projection_bias, "heads·d_v numbers, or a list with d_v for each head", read_projection_bias_of<&Block::bv>},
    {"Wo", R"({"anyOf": [{"enum": ["identity", "none"]}, {"$ref": "#/$defs/matrix"}]})",
     "(heads·d_v) × d_model; none: no output projection", read_Wo},
    {"bo", ref_vector, "d_model numbers", read_bias_of<&Block::bo>},
    {"W1", ref_matrix, "d_model × d_ff", read_weight_of<&Block::W1>},
    {"b1", ref_vector, "d_ff numbers", read_bias_of<&Block::b1>},
    {"W2", ref_matrix, "d_ff × d_model", read_weight_of<&Block::W2>},
    {"b2", ref_vector, "d_model numbers", read_bias_of<&Block::b2>},
    {"gamma1", ref_vector, "first LayerNorm (attention): d_model factors", read_bias_of<&Block::gamma1>},
    {"beta1", ref_vector, "first LayerNorm (attention): d_model shifts", read_bias_of<&Block::beta1>},
    {"gamma2", ref_vector, "second LayerNorm (feed-forward): d_model factors", read_bias_of<&Block::gamma2>},
    {"beta2", ref_vector, "second LayerNorm (feed-forward): d_model shifts", read_bias_of<&Block::beta2>},
});

// ---- objects

template <class Keys>
std::vector<std::string> names_of(const Keys& keys) {
  std::vector<std::string> names;
  for (const auto& key : keys) names.emplace_back(key.name);
  return names;
}

std::string joined(const std::string& path, std::string_view key) {
  return path.empty() ? std::string(key) : fmt::format("{}.{}", path, key);
}

// Calls read(key, path, value) for each member of the object, in the order of the table, so that one key may look at
// what another one said. A key that is not in the table is an error.
template <class Keys, class Read>
void read_object(const Loader& l, const std::string& path, const Value& v, const Keys& keys, const Read& read) {
  if (v.kind != Value::Kind::object) wrong_type(l, path, v, "an object");
  for (const auto& [name, value] : v.members) {
    if (std::ranges::find(keys, name, &std::ranges::range_value_t<Keys>::name) != keys.end()) continue;
    l.fail(path, fmt::format("unknown key {}{}", json_string(shortened(name, 40)), key_hint(name, names_of(keys))));
  }
  for (const auto& key : keys) {
    if (const Value* value = v.find(key.name)) read(key, joined(path, key.name), *value);
  }
}

// ---- the keys of init and final_norm

using Reader = void (*)(Loader&, const std::string& path, const Value&);

constexpr std::uint64_t max_seed = std::uint64_t{1} << 53;

constexpr auto init_keys = std::to_array<Key<Reader>>({
    {"seed", R"({"type": "integer", "minimum": 0, "maximum": 9007199254740992, "default": 0})", "another seed, other numbers",
     [](Loader& l, const std::string& path, const Value& v) {
       l.model.init->numbers.seed = read_integer(l, path, v, 0, max_seed);
     }},
    {"low", R"({"type": "number", "default": -1})", "the smallest number",
     [](Loader& l, const std::string& path, const Value& v) { l.model.init->numbers.low = read_number(l, path, v); }},
    {"high", R"({"type": "number", "default": 1})", "the largest number",
     [](Loader& l, const std::string& path, const Value& v) { l.model.init->numbers.high = read_number(l, path, v); }},
    {"decimals", R"({"type": "integer", "minimum": 0, "maximum": 15, "default": 1})", "they are rounded to so many decimals",
     [](Loader& l, const std::string& path, const Value& v) {
       l.model.init->numbers.decimals = static_cast<int>(read_integer(l, path, v, 0, max_decimals));
     }},
    {"biases", R"({"type": "boolean", "default": false})", "whether biases are drawn too",
     [](Loader& l, const std::string& path, const Value& v) { l.model.init->biases = read_bool(l, path, v); }},
});

constexpr auto final_norm_keys = std::to_array<Key<Reader>>({
    {"gamma", ref_vector, "d_model factors",
     [](Loader& l, const std::string& path, const Value& v) { l.model.final_gamma = read_bias(l, path, v); }},
    {"beta", ref_vector, "d_model shifts",
     [](Loader& l, const std::string& path, const Value& v) { l.model.final_beta = read_bias(l, path, v); }},
});

// ---- the keys of a config

void read_tokens(Loader& l, const std::string& path, const Value& v) {
  if (v.kind != Value::Kind::array || v.size() == 0) wrong_type(l, path, v, "a list of strings, one for each token");
  if (!v.numbers.empty()) wrong_type(l, path, v, "a list of strings: write the labels in quotes");
  for (std::size_t i = 0; i < v.items.size(); ++i) {
    l.model.tokens.push_back(read_string(l, fmt::format("{}[{}]", path, i), v.items[i]));
  }
}

void read_activation(Loader& l, const std::string& path, const Value& v) {
  std::vector<std::pair<std::string_view, const Activation*>> words;
  for (const Activation& a : activations()) words.emplace_back(a.name, &a);
  l.model.activation = read_word(l, path, v, words, "");
}

void read_norm(Loader& l, const std::string& path, const Value& v) {
  static constexpr std::array<std::pair<std::string_view, Norm>, 3> words{
      {{"post", Norm::post}, {"pre", Norm::pre}, {"none", Norm::none}}};
  l.model.norm = read_word(l, path, v, words, "");
}

void read_norm_epsilon(Loader& l, const std::string& path, const Value& v) {
  l.model.norm_epsilon = read_number(l, path, v);
  if (l.model.norm_epsilon < 0) l.fail(path, found(v) + ", but needs a number of at least 0: it stands under a root");
}

void read_positions(Loader& l, const std::string& path, const Value& v) {
  static constexpr std::array<std::pair<std::string_view, Positions>, 2> words{
      {{"none", Positions::none}, {"sinusoidal", Positions::sinusoidal}}};
  if (v.kind == Value::Kind::array) {
    l.model.positions = Positions::matrix;
    l.model.position_matrix = read_matrix(l, path, v);
  } else {
    l.model.positions = read_word(l, path, v, words, "an n × d_model matrix");
  }
}

// 1 or 0, true or false.
double read_mask_cell(const Loader& l, const std::string& path, std::size_t j, const Value& row) {
  if (!row.numbers.empty() && (row.numbers[j] == 0 || row.numbers[j] == 1)) return row.numbers[j];
  Value cell;
  cell.kind = Value::Kind::number;
  if (row.numbers.empty()) {
    cell = row.items[j];
    if (cell.kind == Value::Kind::boolean) return cell.boolean ? 1 : 0;
    if (cell.kind == Value::Kind::number && (cell.number == 0 || cell.number == 1)) return cell.number;
  } else {
    cell.number = row.numbers[j];
  }
  wrong_type(l, fmt::format("{}[{}]", path, j), cell, "1 (may look) or 0 (may not), or true or false");
}

void read_mask(Loader& l, const std::string& path, const Value& v) {
  static constexpr std::array<std::pair<std::string_view, Mask>, 2> words{{{"none", Mask::none}, {"causal", Mask::causal}}};
  if (v.kind != Value::Kind::array) {
    l.model.mask = read_word(l, path, v, words, "an n × n matrix of 1 (may look) and 0");
    return;
  }
  l.model.mask = Mask::matrix;
  l.model.mask_matrix = read_rows(l, path, v, [&l](const std::string& row_path, std::size_t j, const Value& row) {
    return read_mask_cell(l, row_path, j, row);
  });
  for (std::size_t i = 0; i < l.model.mask_matrix.rows(); ++i) {
    if (std::ranges::count(l.model.mask_matrix.row(i), 1.0) == 0) {
      l.fail(fmt::format("{}[{}]", path, i),
             fmt::format("row {} has only 0: a token that may look at nothing has no attention weights (1 = may look)", i + 1));
    }
  }
}

void read_divisor(Loader& l, const std::string& path, const Value& v) {
  l.model.scale = Scale::divide_by;
  l.model.scale_divisor = read_number(l, path, v);
  if (!(l.model.scale_divisor > 0)) l.fail(path, found(v) + ", but needs a number above 0");
}

constexpr auto scale_keys = std::to_array<Key<Reader>>({
    {"divide_by", R"({"type": "number", "exclusiveMinimum": 0})", "the scores are divided by this number", read_divisor},
});

void read_scale(Loader& l, const std::string& path, const Value& v) {
  static constexpr std::array<std::pair<std::string_view, Scale>, 2> words{
      {{"sqrt_d_k", Scale::sqrt_d_k}, {"none", Scale::none}}};
  if (v.kind != Value::Kind::object) {
    l.model.scale = read_word(l, path, v, words, R"({"divide_by": x})");
    return;
  }
  read_object(l, path, v, scale_keys,
              [&l](const auto& key, const std::string& at, const Value& value) { key.read(l, at, value); });
  if (l.model.scale != Scale::divide_by) l.fail(path, R"(is an empty object, but needs {"divide_by": x})");
}

void read_final_norm(Loader& l, const std::string& path, const Value& v) {
  if (v.kind != Value::Kind::boolean && v.kind != Value::Kind::object) {
    wrong_type(l, path, v, R"(true, false or {"gamma": […], "beta": […]})");
  }
  l.model.final_norm = v.kind == Value::Kind::object || v.boolean;
  if (v.kind != Value::Kind::object) return;
  read_object(l, path, v, final_norm_keys,
              [&l](const auto& key, const std::string& at, const Value& value) { key.read(l, at, value); });
}

void read_weights(Loader& l, const std::string& path, const Value& v) {
  if (v.kind != Value::Kind::array || v.size() == 0) wrong_type(l, path, v, "a list with one object for each block");
  if (!v.numbers.empty()) wrong_type(l, path, v, "a list with one object for each block");
  if (l.has_layers && v.items.size() != l.model.layers) {
    l.fail(path, fmt::format("has {} blocks, but layers is {}", v.items.size(), l.model.layers));
  }
  l.model.layers = v.items.size();
  l.model.blocks.resize(v.items.size());
  for (std::size_t b = 0; b < v.items.size(); ++b) {
    read_object(l, fmt::format("{}[{}]", path, b), v.items[b], block_keys,
                [&](const auto& key, const std::string& at, const Value& value) {
                  key.read(l, l.model.blocks[b], at, value);
                });
  }
}

void read_given(Loader& l, const std::string& path, const Value& v) {
  if (v.kind != Value::Kind::object) wrong_type(l, path, v, "an object: step id → matrix");
  for (const auto& [id, value] : v.members) {
    l.model.given[id] = read_matrix(l, fmt::format("{}[{}]", path, json_string(shortened(id, 60))), value);
  }
}

void read_init(Loader& l, const std::string& path, const Value& v) {
  l.model.init.emplace();
  read_object(l, path, v, init_keys,
              [&l](const auto& key, const std::string& at, const Value& value) { key.read(l, at, value); });
  const Distribution& d = l.model.init->numbers;
  if (d.low > d.high) {
    l.fail(path + ".low", fmt::format("is {}, but needs at most high ({})", shortest(d.low), shortest(d.high)));
  }
}

template <std::size_t Model::* member>
void read_dim_of(Loader& l, const std::string& path, const Value& v) {
  l.model.*member = read_dim(l, path, v);
}

void ignore(Loader&, const std::string&, const Value&) {}

constexpr auto config_keys = std::to_array<Key<Reader>>({
    {"$schema", "{}", "ignored", ignore},
    {"title", R"({"type": "string"})", "by default the file's name without folder and ending",
     [](Loader& l, const std::string& path, const Value& v) { l.model.title = read_string(l, path, v); }},
    {"description", "{}", "ignored", ignore},
    {"tokens", R"({"type": "array", "items": {"type": "string"}, "minItems": 1})", "one label per row of the input",
     read_tokens},
    {"input", ref_matrix, "the token vectors, n × d_model; drawn from init where it is left out",
     [](Loader& l, const std::string& path, const Value& v) {
       l.model.input = {Weight::Kind::given, read_matrix(l, path, v)};
     }},
    {"d_model", R"({"type": "integer", "minimum": 1})", "numbers per token; by default the columns of the input",
     read_dim_of<&Model::d_model>},
    {"heads", R"({"type": "integer", "minimum": 1, "default": 1})", "attention heads", read_dim_of<&Model::heads>},
    {"d_k", R"({"type": "integer", "minimum": 1})", "width of a head's Q and K; by default from the matrices, else d_model / heads",
     read_dim_of<&Model::d_k>},
    {"d_v", R"({"type": "integer", "minimum": 1})", "width of a head's V; by default from the matrices, else d_k",
     read_dim_of<&Model::d_v>},
    {"layers", R"({"type": "integer", "minimum": 1})", "number of blocks; by default the length of weights, else 1",
     [](Loader& l, const std::string& path, const Value& v) {
       l.model.layers = read_dim(l, path, v);
       l.has_layers = true;
     }},
    {"d_ff", R"({"type": "integer", "minimum": 1})",
     "inner width of the feed-forward network; by default the columns of W1; without it a block has none",
     read_dim_of<&Model::d_ff>},
    {"activation", "", "of the feed-forward network", read_activation},
    {"norm", R"({"enum": ["post", "pre", "none"], "default": "post"})", "LayerNorm after the sublayers (as in the paper), before them, or none",
     read_norm},
    {"norm_epsilon", R"({"type": "number", "minimum": 0, "default": 1e-05})", "inside the root: (x − mean) / √(var + ε)",
     read_norm_epsilon},
    {"residual", R"({"type": "boolean", "default": true})", "whether what goes into a sublayer is added to what comes out",
     [](Loader& l, const std::string& path, const Value& v) { l.model.residual = read_bool(l, path, v); }},
    {"positions", R"({"anyOf": [{"enum": ["none", "sinusoidal"]}, {"$ref": "#/$defs/matrix"}], "default": "none"})",
     "added to the token vectors: none, sinusoidal, or an n × d_model matrix", read_positions},
    {"mask", R"({"anyOf": [{"enum": ["none", "causal"]}, {"type": "array", "items": {"type": "array",
        "items": {"enum": [0, 1, true, false]}}}], "default": "none"})",
     "n × n: row = who looks, column = at whom, 1 = may look; causal: a token sees itself and those before it", read_mask},
    {"scale", R"({"anyOf": [{"enum": ["sqrt_d_k", "none"]}, {"type": "object", "required": ["divide_by"],
        "additionalProperties": false, "properties": {"divide_by": {"type": "number", "exclusiveMinimum": 0}}}],
        "default": "sqrt_d_k"})",
     "what the scores are divided by", read_scale},
    {"final_norm", R"({"anyOf": [{"type": "boolean"}, {"$ref": "#/$defs/final_norm"}], "default": false})",
     "one more LayerNorm after the last block", read_final_norm},
    {"transposed_weights", R"({"type": "boolean", "default": false})", "every W is written out × in, as PyTorch stores it",
     [](Loader& l, const std::string& path, const Value& v) { l.is_transposed = read_bool(l, path, v); }},
    {"weights", R"({"type": "array", "items": {"$ref": "#/$defs/block"}, "minItems": 1})", "one object per block", read_weights},
    {"given", R"({"type": "object", "additionalProperties": {"$ref": "#/$defs/matrix"}})",
     "step id → matrix: these steps are taken as they are instead of being computed", read_given},
    {"init", R"({"$ref": "#/$defs/init"})", "how numbers that are not given are drawn", read_init},
});

// ---- the schema

template <class Keys>
nlohmann::ordered_json properties(const Keys& keys) {
  nlohmann::ordered_json all = nlohmann::ordered_json::object();
  for (const auto& key : keys) {
    nlohmann::ordered_json schema;
    if (key.schema.empty()) {  // the activations have a table of their own
      for (const Activation& a : activations()) schema["enum"].push_back(a.name);
      schema["default"] = "relu";
    } else {
      schema = nlohmann::ordered_json::parse(key.schema);
    }
    schema["description"] = key.meaning;
    all[std::string(key.name)] = schema;
  }
  return all;
}

template <class Keys>
nlohmann::ordered_json object_schema(const Keys& keys) {
  return {{"type", "object"}, {"additionalProperties", false}, {"properties", properties(keys)}};
}

}  // namespace

Model read_config(std::string_view text, const std::string& file, const std::string& title) {
  Loader l;
  l.model.file = shortened(file, 200);
  l.model.title = title;
  const Value config = parse_json(text, file);
  if (config.kind != Value::Kind::object) wrong_type(l, "", config, "an object: { … }");
  read_object(l, "", config, config_keys,
              [&l](const auto& key, const std::string& path, const Value& value) { key.read(l, path, value); });
  resolve_dims(l.model, l.is_transposed);
  return std::move(l.model);
}

std::string config_schema() {
  nlohmann::ordered_json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                                   {"title", "A config of mha"}};
  schema.update(object_schema(config_keys));
  schema["$defs"] = {{"matrix", nlohmann::ordered_json::parse(a_matrix)},
                     {"vector", nlohmann::ordered_json::parse(a_vector)},
                     {"block", object_schema(block_keys)},
                     {"final_norm", object_schema(final_norm_keys)},
                     {"init", object_schema(init_keys)}};
  return schema.dump(2) + "\n";
}

}  // namespace mha
