// e^x and the activations that are made of it, for many numbers at once. The C library's functions give other last bits
// with each version and with each processor; these use nothing but +, −, ·, / and bits, which IEEE 754 fixes, and so
// give the same bits on every machine, one number alone or many with vectors of any width.
//
// How exact they are, in units of the last digit (functions_test.cpp measures it): e^x 0.66, silu 2, gelu 5.2; less
// so where the result is nearly 0 (gelu below −37: 21). gelu_tanh is as exact as its formula, whose exponent is
// rounded.
#pragma once

#include <span>

namespace mha {

// out[i] = e^(in[i] − shift). e^0 is exactly 1, e^−∞ is 0, what is too large is ∞. in and out may be the same.
void exp(std::span<const double> in, double shift, std::span<double> out);

// x · Φ(x), Φ being the normal distribution: x/2 · (1 + erf(x/√2)). No digits cancel where x is far below 0.
void gelu(std::span<const double> in, std::span<double> out);

// x / (1 + e^(−2y)), y = √(2/π) · (x + 0.044715·x³), which is x/2 · (1 + tanh y).
void gelu_tanh(std::span<const double> in, std::span<double> out);

// x / (1 + e^(−x))
void silu(std::span<const double> in, std::span<double> out);

}  // namespace mha
