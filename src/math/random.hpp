// Drawn numbers, the same on every machine: std::mt19937_64, whose output the C++ standard fixes.
#pragma once

#include <cstdint>
#include <string_view>

#include "math/matrix.hpp"

namespace mha {

struct Distribution {
  std::uint64_t seed = 0;
  double low = -1;
  double high = 1;
  int decimals = 1;
};

// 64-bit FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/).
std::uint64_t fnv1a(std::string_view bytes);

// The numbers of the matrix called `id`, row by row: generator seeded with seed XOR fnv1a(id); the top 53 bits of a
// draw divided by 2^53 give u, the number is low + u·(high − low) rounded to `decimals`.
Matrix draw(const Distribution& d, std::string_view id, Shape shape);

}  // namespace mha
