#include <algorithm>

#include "render/pytorch.hpp"
#include "text/format.hpp"
#include "text/number.hpp"

namespace mha {
namespace {

constexpr std::string_view helper = R"(

# The whole once more: PyTorch's own encoder with the same weights.
def encoder_layer(Wq, Wk, Wv, Wo, W1, W2, bq=0, bk=0, bv=0, bo=0, b1=0, b2=0, gamma1=1, beta1=0, gamma2=1, beta2=0):
    def vector(numbers, width):  # a missing one is all 0, or all 1
        return (torch.zeros(1, width) + numbers)[0]

    d_model, d_ff = W1.shape
    layer = nn.TransformerEncoderLayer(d_model, nhead={}, dim_feedforward=d_ff, dropout=0.0, activation={},
                                       layer_norm_eps={}, norm_first={})
    layer.load_state_dict({{
        "self_attn.in_proj_weight": torch.cat([Wq, Wk, Wv], dim=1).T,
        "self_attn.in_proj_bias": torch.cat([vector(b, d_model) for b in (bq, bk, bv)]),
        "self_attn.out_proj.weight": Wo.T,
        "self_attn.out_proj.bias": vector(bo, d_model),
        "linear1.weight": W1.T,
        "linear1.bias": vector(b1, d_ff),
        "linear2.weight": W2.T,
        "linear2.bias": vector(b2, d_model),
        "norm1.weight": vector(gamma1, d_model),
        "norm1.bias": vector(beta1, d_model),
        "norm2.weight": vector(gamma2, d_model),
        "norm2.bias": vector(beta2, d_model),
    }})
    return layer


)";

// The step's variable; where each head has its own, all of them side by side; nothing where there is none.
std::string weight(const Plan& plan, std::size_t block, std::string_view name) {
  const std::string whole = fmt::format("block{}.{}", block, name);
  if (plan.find(whole)) return torch_name(whole);
  std::string parts;
  for (std::size_t h = 1; h <= plan.model->heads; ++h) {
    const std::string part = fmt::format("block{}.head{}.{}", block, h, name);
    if (plan.find(part)) parts += (parts.empty() ? "" : ", ") + torch_name(part);
  }
  if (parts.empty()) return "";
  return plan.model->heads == 1 ? parts : "torch.cat([" + parts + "], dim=1)";
}

std::string activation(const Activation& a) {
  if (a.name == "relu" || a.name == "gelu") return fmt::format("\"{}\"", a.name);
  if (a.name == "gelu_tanh") return "lambda x: F.gelu(x, approximate=\"tanh\")";
  return fmt::format("F.{}", a.name);
}

// True: may not be looked at.
std::string mask(const Plan& plan) {
  const auto masked = std::ranges::find(plan.steps, Op::mask, &Step::op);
  return masked == plan.steps.end() ? "None" : torch_name(masked->id) + " == -inf";
}

std::string final_norm(const Plan& plan) {
  std::string out = "x = F.layer_norm(x, x.shape[-1:]";
  if (plan.find("final.gamma")) out += ", weight=final_gamma[0]";
  if (plan.find("final.beta")) out += ", bias=final_beta[0]";
  return out + fmt::format(", eps={})\n", shortest(plan.model->norm_epsilon));
}

}  // namespace

bool fits_torch_encoder(const Plan& plan) {
  const Model& m = *plan.model;
  const bool has_all_Wo = std::ranges::none_of(m.blocks, &Block::without_Wo);
  return m.given.empty() && has_all_Wo && m.residual && m.norm != Norm::none && m.d_ff != 0 &&
         m.scale == Scale::sqrt_d_k && m.d_k * m.heads == m.d_model && m.d_v == m.d_k;
}

std::string torch_encoder(const Plan& plan) {
  if (!fits_torch_encoder(plan)) return "";
  const Model& m = *plan.model;
  std::string out = fmt::format(helper, m.heads, activation(*m.activation), shortest(m.norm_epsilon),
                                m.norm == Norm::pre ? "True" : "False");
  out += "x = X0.unsqueeze(1)  # a batch of one\n";
  out += fmt::format("mask = {}\n", mask(plan));
  for (std::size_t b = 1; b <= m.layers; ++b) {
    std::string weights;
    for (const std::string_view name : {"Wq", "Wk", "Wv", "Wo", "W1", "W2", "bq", "bk", "bv", "bo", "b1", "b2",
                                        "gamma1", "beta1", "gamma2", "beta2"}) {
      const std::string variable = weight(plan, b, name);
      if (!variable.empty()) weights += fmt::format("    {}={},\n", name, variable);
    }
    out += "x = encoder_layer(\n" + weights + ")(x, src_mask=mask)\n";
  }
  if (m.final_norm) out += final_norm(plan);
  return out +
         fmt::format("encoder_agrees = agrees(x.squeeze(1), {}.tolist())\n", torch_name(plan.steps[plan.output].id));
}

}  // namespace mha
