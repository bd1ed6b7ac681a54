#include "math/random.hpp"

#include <random>

#include "math/rounding.hpp"

namespace mha {

std::uint64_t fnv1a(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char byte : bytes) {
    hash ^= static_cast<unsigned char>(byte);
    hash *= 0x100000001b3;
  }
  return hash;
}

Matrix draw(const Distribution& d, std::string_view id, Shape shape) {
  std::mt19937_64 generator(d.seed ^ fnv1a(id));
  Matrix result(shape.rows, shape.cols);
  for (double& x : result.cells()) {
    // Not std::uniform_real_distribution: the standard does not fix what that one does with the bits.
    const double u = static_cast<double>(generator() >> 11) * 0x1p-53;
    x = d.low + u * (d.high - d.low);
  }
  round_to(result.cells(), d.decimals);
  return result;
}

}  // namespace mha
