#include "math/vectors.hpp"

#include <atomic>
#include <initializer_list>

namespace mha {
namespace {

VectorWidth widest() {
  for (const VectorWidth width : {VectorWidth::eight, VectorWidth::four}) {
    if (has(width)) return width;
  }
  return VectorWidth::two;
}

std::atomic<VectorWidth>& width_in_use() {
  static std::atomic<VectorWidth> width{widest()};
  return width;
}

}  // namespace

bool has(VectorWidth width) {
#ifdef MHA_WIDE_VECTORS
  if (width == VectorWidth::four) return __builtin_cpu_supports("avx2");
  if (width == VectorWidth::eight) return __builtin_cpu_supports("avx512f");
#endif
  return width == VectorWidth::two;
}

VectorWidth vector_width() { return width_in_use().load(std::memory_order_relaxed); }
void use_vectors(VectorWidth width) { width_in_use().store(width, std::memory_order_relaxed); }

}  // namespace mha
