#include "math/activation.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace mha {
namespace {

double relu(double x) { return x <= 0 ? 0 : x; }  // −0 gives 0, NaN stays NaN

// The formulas as they are shown, turned so that no digits cancel where x is far below 0:
// 1 + erf(y) = erfc(−y), 1 + tanh(y) = 2 / (1 + e^(−2y)).
double gelu(double x) { return x / 2 * std::erfc(-x / std::numbers::sqrt2); }

double gelu_tanh(double x) {
  const double y = std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x);
  return x / (1 + std::exp(-2 * y));
}

double silu(double x) { return x / (1 + std::exp(-x)); }

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
