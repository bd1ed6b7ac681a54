#include "model/hints.hpp"

#include <algorithm>
#include <array>

#include "text/format.hpp"
#include "text/suggest.hpp"

namespace mha {
namespace {

struct ForeignName {
  std::string_view name;
  std::string_view here;
  std::string_view note = "";
};

constexpr std::string_view stacked =
    "PyTorch and GPT-2 stack q, k and v in one matrix: split it in three (PyTorch's is also "
    "transposed: \"transposed_weights\")";
constexpr std::string_view turned = "PyTorch stores it transposed: \"transposed_weights\": true";
constexpr std::string_view polarity =
    "take care: in PyTorch True means that a token may *not* look, here 1 means that it may";

constexpr auto foreign_keys = std::to_array<ForeignName>({
    {"hidden_size", "d_model"},
    {"n_embd", "d_model"},
    {"embed_dim", "d_model"},
    {"d_embed", "d_model"},
    {"dim", "d_model"},
    {"emb_dim", "d_model"},
    {"embedding_dim", "d_model"},
    {"num_heads", "heads"},
    {"nhead", "heads"},
    {"num_attention_heads", "heads"},
    {"n_head", "heads"},
    {"n_heads", "heads"},
    {"h", "heads"},
    {"head_dim", "d_k"},
    {"key_dim", "d_k"},
    {"d_head", "d_k"},
    {"value_dim", "d_v"},
    {"num_layers", "layers"},
    {"num_hidden_layers", "layers"},
    {"n_layer", "layers"},
    {"n_layers", "layers"},
    {"N", "layers"},
    {"num_blocks", "layers"},
    {"blocks", "layers", "their numbers are in \"weights\", one object per block"},
    {"dim_feedforward", "d_ff"},
    {"intermediate_size", "d_ff"},
    {"n_inner", "d_ff"},
    {"d_mlp", "d_ff"},
    {"ffn_dim", "d_ff"},
    {"d_inner", "d_ff"},
    {"hidden_act", "activation"},
    {"activation_function", "activation"},
    {"act_fn", "activation"},
    {"norm_first", "norm", "\"pre\" or \"post\""},
    {"normalize_first", "norm", "\"pre\" or \"post\""},
    {"layer_norm_eps", "norm_epsilon"},
    {"layer_norm_epsilon", "norm_epsilon"},
    {"eps", "norm_epsilon"},
    {"epsilon", "norm_epsilon"},
    {"attn_mask", "mask", polarity},
    {"attention_mask", "mask", polarity},
    {"x", "input"},
    {"X", "input"},
    {"X0", "input"},
    {"embeddings", "input"},
    {"inputs", "input"},
    {"in_proj_weight", "Wq", stacked},
    {"in_proj_bias", "bq", "split it in three: bq, bk and bv"},
    {"c_attn", "Wq", stacked},
    {"c_proj", "Wo"},
    {"q_proj", "Wq", turned},
    {"k_proj", "Wk", turned},
    {"v_proj", "Wv", turned},
    {"o_proj", "Wo", turned},
    {"out_proj", "Wo", turned},
    {"W_Q", "Wq"},
    {"W_K", "Wk"},
    {"W_V", "Wv"},
    {"W_O", "Wo"},
    {"linear1", "W1", turned},
    {"linear2", "W2", turned},
    {"W_in", "W1"},
    {"W_out", "W2"},
    {"c_fc", "W1"},
    {"ln_1", "gamma1", "and its bias beta1"},
    {"ln_2", "gamma2", "and its bias beta2"},
    {"norm1", "gamma1", "and its bias beta1"},
    {"norm2", "gamma2", "and its bias beta2"},
    {"ln_f", "final_norm"},
});

constexpr auto foreign_words = std::to_array<ForeignName>({
    {"gelu_new", "gelu_tanh"},
    {"gelu_pytorch_tanh", "gelu_tanh"},
    {"swish", "silu"},
});

template <class Table>
std::string hint(const Table& table, std::string_view unknown, const std::vector<std::string>& known) {
  const auto found = std::ranges::find(table, unknown, &ForeignName::name);
  if (found == table.end()) return did_you_mean(unknown, known);
  std::string text = fmt::format("; here it is called \"{}\"", found->here);
  if (std::ranges::find(known, found->here) == known.end()) {
    const bool is_in_block = std::ranges::find(known, "Wq") != known.end();
    text += is_in_block ? ", a key of the whole config" : ", in \"weights\", one object per block";
  }
  if (!found->note.empty()) text += fmt::format(" ({})", found->note);
  return text;
}

}  // namespace

std::string key_hint(std::string_view unknown, const std::vector<std::string>& known) {
  return hint(foreign_keys, unknown, known);
}

std::string word_hint(std::string_view unknown, const std::vector<std::string>& known) {
  return hint(foreign_words, unknown, known);
}

}  // namespace mha
