// The activations of a feed-forward network. Config, schema, messages and formulas read this table; a new activation
// is a row in it.
#pragma once

#include <span>
#include <string_view>

namespace mha {

struct Activation {
  std::string_view name;     // as a config writes it
  std::string_view formula;  // of x
  double (*value)(double x);
};

std::span<const Activation> activations();
const Activation* find_activation(std::string_view name);  // null: no such activation

}  // namespace mha
