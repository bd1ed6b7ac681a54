#include "math/rounding.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>

namespace mha {
namespace {

constexpr double two_to_53 = 9007199254740992.0;

constexpr auto powers_of_ten = [] {
  std::array<std::uint64_t, max_decimals + 1> powers{1};
  for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = 10 * powers[i - 1];
  return powers;
}();

std::uint64_t power_of_ten(int exponent) { return powers_of_ten[static_cast<std::size_t>(exponent)]; }

// Whether numerator / 2^shift, a fraction below 1/2, lies within 1e-9 of 1/2. Both sides are whole numbers, so
// "missing · 10^9 <= 2^shift" may be asked as "missing <= floor(2^shift / 10^9)", which needs no more than 128 bits.
bool nearly_half(Uint128 numerator, int shift) {
  const Uint128 one = Uint128{1} << shift;
  const Uint128 missing = one / 2 - numerator;
  if (missing > one >> 29) return false;  // 2^29 < 10^9: most numbers need no division
  return missing <= one / 1'000'000'000;
}

}  // namespace

Uint128 rounded_units(double x, int decimals) {
  // |x| = mantissa / 2^shift, read from the bits; the product mantissa · 10^decimals < 2^53 · 2^50 fits.
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const int exponent = static_cast<int>(bits >> 52 & 0x7FF);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
  const bool subnormal = exponent == 0;
  const std::uint64_t mantissa = subnormal ? fraction : fraction | std::uint64_t{1} << 52;
  const int shift = 1075 - (subnormal ? 1 : exponent);
  const Uint128 product = Uint128{mantissa} * power_of_ten(decimals);
  if (shift == 0) return product;
  if (shift > 104) return 0;  // the product is below 2^103: less than a quarter of a unit

  const Uint128 whole = product >> shift;
  const Uint128 rest = product - (whole << shift);
  const Uint128 half = Uint128{1} << (shift - 1);
  const bool up = rest >= half || nearly_half(rest, shift);
  return up ? whole + 1 : whole;
}

double round_to(double x, int decimals) {
  if (!(std::fabs(x) < two_to_53)) return x;  // whole already, infinite or NaN
  const Uint128 units = rounded_units(x, decimals);
  if (units >= Uint128{1} << 53) return x;  // doubles are farther apart here than the decimals
  if (units == 0) return 0;                 // not −0
  // Two exact doubles: the division rounds once, to the double nearest to the decimal.
  const double rounded =
      static_cast<double>(static_cast<std::uint64_t>(units)) / static_cast<double>(power_of_ten(decimals));
  return std::copysign(rounded, x);
}

namespace {

// Rounds what can be rounded without 128 bits; true if that was all of it, else nothing is changed. The product with
// the power of ten is off by less than 2^26 · 2^−53 < 8e-9: what is farther than 1e-8 from a tie lies on the same side
// of it.
bool round_simple(std::span<double> cells, int decimals) {
  constexpr std::size_t most = 64;
  std::array<double, most> rounded;
  const double power = static_cast<double>(power_of_ten(decimals));
  bool is_simple = cells.size() <= most;
  for (std::size_t i = 0; i < std::min(most, cells.size()); ++i) {
    const double scaled = std::fabs(cells[i]) * power;
    const double units = (scaled + 0x1p52) - 0x1p52;  // the nearest whole number
    is_simple &= scaled < 0x1p26 && std::fabs(scaled - units) < 0.5 - 1e-8;
    rounded[i] = units == 0 ? 0 : std::copysign(units / power, cells[i]);
  }
  if (is_simple) std::copy_n(rounded.begin(), cells.size(), cells.begin());
  return is_simple;
}

}  // namespace

void round_to(std::span<double> cells, int decimals) {
  for (std::size_t i = 0; i < cells.size(); i += 64) {
    const std::span<double> part = cells.subspan(i, std::min<std::size_t>(64, cells.size() - i));
    if (round_simple(part, decimals)) continue;
    for (double& x : part) x = round_to(x, decimals);
  }
}

Matrix round_to(Matrix a, int decimals) {
  round_to(a.cells(), decimals);
  return a;
}

}  // namespace mha
