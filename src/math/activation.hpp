// The activations of a feed-forward network. Config, schema, messages and formulas read this table; a new activation
// is a row in it.
#pragma once

#include <span>
#include <string_view>

namespace mha {

struct Activation {
  std::string_view name;                                               // as a config writes it
  std::string_view formula;                                            // of x
  void (*apply)(std::span<const double> x, std::span<double> result);  // of each; they may be the same

  double value(double x) const {
    apply({&x, 1}, {&x, 1});
    return x;
  }
};

std::span<const Activation> activations();
const Activation* find_activation(std::string_view name);  // null: no such activation

}  // namespace mha
