// From the digits of a number to the nearest double.
#pragma once

#include <cstdint>
#include <optional>

namespace mha {

// The double nearest to digits · 10^exponent (of two that are equally near, the even one); nothing where that takes
// more than 128 bits to find out, as with exponents below −27.
std::optional<double> nearest_double(std::uint64_t digits, int exponent);

// Reads the JSON number that begins at `text`. What it belongs to has to end in a character that no number has in it.
// Returns where the number ends; null where there is none, or where it is beyond the largest double.
const char* read_json_number(const char* text, double& value);

}  // namespace mha
