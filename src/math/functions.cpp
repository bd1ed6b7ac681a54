#include "math/functions.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "math/vectors.hpp"

namespace mha {
namespace {

// From tests/math/coefficients.py, the constant first.
constexpr double exp_coefficients[] = {0x1.0000000000000p-1,  0x1.5555555555557p-3,  0x1.5555555555556p-5,
                                       0x1.11111111100bep-7,  0x1.6c16c16c162c3p-10, 0x1.a01a01abf85abp-13,
                                       0x1.a01a01a6e1e2ap-16, 0x1.71de01fdbf9cap-19, 0x1.27e4db46cddd1p-22,
                                       0x1.af4e554377204p-26, 0x1.1f7340dbc337ep-29};
constexpr double tail_coefficients[] = {
    0x1.dd9cda313e3a2p-2,   -0x1.82e51724f987dp-4,  0x1.86a4a47b1341fp-6,  0x1.36075fe145548p-6,
    -0x1.f1b1ea50297fdp-6,  0x1.728bae6e67f01p-6,   -0x1.5b0c76924d2b4p-7, 0x1.635e52b878ad2p-9,
    0x1.f431cd7577853p-14,  -0x1.72263564c614dp-12, 0x1.29986383413f1p-14, 0x1.1bd4dcc5a1a90p-15,
    -0x1.f3d81ebeba261p-17, -0x1.e16ec30c0bcb0p-19, 0x1.567c06717a87ap-19, 0x1.1bca7cf9e5c05p-21,
    -0x1.cc62fe20f4b7ap-22, -0x1.dee3f08a43170p-24, 0x1.29f5b724305efp-24, 0x1.d97e6b7e7a993p-26,
    -0x1.35d29e1f9caccp-27, -0x1.ab9059ad60e04p-28, 0x1.2f8955054b587p-32, 0x1.de96266412500p-31,
    0x1.7e1c079629d37p-33};

// A vector of doubles, and the same bits as whole numbers. The functions take references: how a vector is passed by
// value depends on the processor.
template <std::size_t Width>
struct Vectors {
  typedef double Double [[gnu::vector_size(Width * sizeof(double))]];
  typedef std::uint64_t Bits [[gnu::vector_size(Width * sizeof(double))]];
};

template <class Vector, std::size_t Count>
[[gnu::always_inline]] inline void polynomial(const double (&coefficients)[Count], const Vector& x, Vector& out) {
  out = Vector{} + coefficients[Count - 1];
#pragma GCC unroll 32
  for (std::size_t i = 2; i <= Count; ++i) out = out * x + coefficients[Count - i];
}

// 2^n, n being whole and from −1022 to 1023: the exponent of a double stands above its 52 other bits.
template <class V>
[[gnu::always_inline]] inline void power_of_two(const typename V::Double& n, typename V::Double& out) {
  const typename V::Double moved = n + (0x1.8p52 + 1023);  // its lowest bits are those of n + 1023
  out = __builtin_bit_cast(typename V::Double, __builtin_bit_cast(typename V::Bits, moved) << 52);
}

// e^(x + more), `more` being small beside x: 2^n · e^r, n whole and r between −½ ln 2 and ½ ln 2.
template <class V>
[[gnu::always_inline]] inline void exp_of(const typename V::Double& of, const typename V::Double& more,
                                          typename V::Double& out) {
  using Vector = typename V::Double;
  // Beyond these the result is 0 or ∞ in any case. A NaN stays one.
  Vector x = of < -800.0 ? Vector{} - 800.0 : of;
  x = x > 710.0 ? Vector{} + 710.0 : x;
  const Vector n = (x * 0x1.71547652b82fep+0 + 0x1.8p52) - 0x1.8p52;  // the whole number nearest to x / ln 2
  // ln 2 in two parts, the first so short that n times it is exact.
  const Vector high = x - n * 0x1.62e42fefa3000p-1;
  const Vector low = more - n * 0x1.3de6af278ece6p-42;
  const Vector r = high + low;
  const Vector lost = low - (r - high);  // in rounding r
  Vector rest;
  polynomial(exp_coefficients, r, rest);
  // 1 + r + rest, and at the end what the two additions have lost in rounding.
  const Vector small = r * r * rest + lost;
  const Vector sum = r + small;
  const Vector one_more = 1.0 + sum;
  const Vector power = one_more + ((sum - (one_more - 1.0)) + (small - (sum - r)));
  // 2^n may be out of range where the result is not.
  const Vector half = (n * 0.5 + 0x1.8p52) - 0x1.8p52;
  Vector scale, other_scale;
  power_of_two<V>(half, scale);
  power_of_two<V>(n - half, other_scale);
  out = power * scale * other_scale;
}

struct Exp {
  double shift;
  template <class V>
  [[gnu::always_inline]] void operator()(typename V::Double& x) const {
    exp_of<V>(x - shift, typename V::Double{}, x);
  }
};

struct Gelu {
  template <class V>
  [[gnu::always_inline]] void operator()(typename V::Double& x) const {
    using Vector = typename V::Double;
    // 1 − Φ(a) for a = |x|: e^(−a²/2) times what falls slowly, a polynomial in (a − 4.5)/(a + 4.5), divided by 1 + a.
    Vector a = x < 0 ? -x : x;
    a = a > 40.0 ? Vector{} + 40.0 : a;  // 1 − Φ of more than that is 0, as a double
    Vector tail;
    polynomial(tail_coefficients, (a - 4.5) / (a + 4.5), tail);
    // a = front + back, the front so short that its square is exact: a²/2 = front²/2 + back·(a + front)/2.
    const Vector front = __builtin_bit_cast(Vector, __builtin_bit_cast(typename V::Bits, a) & 0xFFFFFFFFF8000000U);
    Vector bell;
    exp_of<V>(front * front * -0.5, (a - front) * (a + front) * -0.5, bell);
    const Vector beyond = bell * tail / (1.0 + a);
    x = x * (x < 0 ? beyond : 1.0 - beyond);
  }
};

struct Silu {
  template <class V>
  [[gnu::always_inline]] void operator()(typename V::Double& x) const {
    typename V::Double power;
    exp_of<V>(-x, typename V::Double{}, power);
    x = x / (1.0 + power);
  }
};

struct GeluTanh {
  template <class V>
  [[gnu::always_inline]] void operator()(typename V::Double& x) const {
    using Vector = typename V::Double;
    const Vector twice = 0x1.9884533d43651p+0 * (x + 0.044715 * x * x * x);  // 2 · √(2/π) · …
    Vector power;
    exp_of<V>(-twice, Vector{}, power);
    x = x / (1.0 + power);
  }
};

// The function of all numbers, a vector at a time; the last vector may be partly empty.
template <std::size_t Width, class Function>
[[gnu::always_inline]] inline void each(const Function& function, const double* in, std::size_t count, double* out) {
  using V = Vectors<Width>;
  typename V::Double x = {};
  for (; count >= Width; in += Width, out += Width, count -= Width) {
    __builtin_memcpy(&x, in, sizeof x);
    function.template operator()<V>(x);
    __builtin_memcpy(out, &x, sizeof x);
  }
  if (count == 0) return;
  x = typename V::Double{};
  __builtin_memcpy(&x, in, count * sizeof(double));
  function.template operator()<V>(x);
  __builtin_memcpy(out, &x, count * sizeof(double));
}

#ifdef MHA_WIDE_VECTORS
template <class Function>
[[gnu::target("avx2")]] void each_4(const Function& function, const double* in, std::size_t count, double* out) {
  each<4>(function, in, count, out);
}
template <class Function>
[[gnu::target("avx512f")]] void each_8(const Function& function, const double* in, std::size_t count, double* out) {
  each<8>(function, in, count, out);
}
#endif

template <class Function>
void for_each(const Function& function, std::span<const double> in, std::span<double> out) {
  const std::size_t count = std::min(in.size(), out.size());
#ifdef MHA_WIDE_VECTORS
  if (vector_width() == VectorWidth::four) return each_4(function, in.data(), count, out.data());
  if (vector_width() == VectorWidth::eight) return each_8(function, in.data(), count, out.data());
#endif
  each<2>(function, in.data(), count, out.data());
}

}  // namespace

void exp(std::span<const double> in, double shift, std::span<double> out) { for_each(Exp{shift}, in, out); }
void gelu(std::span<const double> in, std::span<double> out) { for_each(Gelu{}, in, out); }
void gelu_tanh(std::span<const double> in, std::span<double> out) { for_each(GeluTanh{}, in, out); }
void silu(std::span<const double> in, std::span<double> out) { for_each(Silu{}, in, out); }

}  // namespace mha
