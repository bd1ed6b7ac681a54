#include "math/activation.hpp"

#include <algorithm>

#include "math/functions.hpp"

namespace mha {
namespace {

void relu(std::span<const double> x, std::span<double> result) {
  std::ranges::transform(x, result.begin(), [](double each) { return each <= 0 ? 0 : each; });  // −0: 0; NaN stays NaN
}

constexpr Activation table[] = {
    {"relu", "max(0, x)", relu},
    {"gelu", "x/2 · (1 + erf(x/√2))", gelu},
    {"gelu_tanh", "x/2 · (1 + tanh(√(2/π)·(x + 0.044715·x³)))", gelu_tanh},
    {"silu", "x / (1 + e^(−x))", silu},
};

}  // namespace

std::span<const Activation> activations() { return table; }

const Activation* find_activation(std::string_view name) {
  const auto* found = std::ranges::find(table, name, &Activation::name);
  return found == std::end(table) ? nullptr : found;
}

}  // namespace mha
