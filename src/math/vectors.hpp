// How wide the vectors are with which one instruction calculates several doubles: what this processor has is found out
// when the program runs. The width changes no result: a vector's numbers have nothing to do with each other.
#pragma once

#include <cstddef>

// GCC for Windows keeps the stack aligned to 16 bytes only: too little for wider vectors that do not fit into
// registers.
#if defined(__x86_64__) && !defined(_WIN32)
#define MHA_WIDE_VECTORS 1
#endif

namespace mha {

enum class VectorWidth : std::size_t {
  two = 2,    // SSE2, and whatever other processors have
  four = 4,   // AVX2
  eight = 8,  // AVX-512
};

bool has(VectorWidth width);  // this processor, and this build
VectorWidth vector_width();   // in use: the widest there is, or what a test has asked for
void use_vectors(VectorWidth width);

}  // namespace mha
