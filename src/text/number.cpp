#include "text/number.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "math/rounding.hpp"

namespace mha {
namespace {

constexpr double two_to_53 = 9007199254740992.0;

bool append_not_finite(std::string& out, double x) {
  if (std::isfinite(x)) return false;
  out += std::isnan(x) ? "nan" : x < 0 ? "-inf" : "inf";
  return true;
}

// The digits of n backwards from `end`, at least `least` of them; returns where they start.
char* digits_before(char* end, std::uint64_t n, int least) {
  for (; n != 0 || least > 0; n /= 10, --least) *--end = static_cast<char>('0' + n % 10);
  return end;
}

// A number of 2^53 or more is whole.
void append_huge(std::string& out, double x, int decimals) {
  char digits[320];  // the largest double has 309
  const auto end = std::to_chars(digits, std::end(digits), x, std::chars_format::fixed, 0).ptr;
  out.append(digits, end);
  if (decimals > 0) out.append(1, '.').append(static_cast<std::size_t>(decimals), '0');
}

}  // namespace

void append_fixed(std::string& out, double x, int decimals) {
  if (append_not_finite(out, x)) return;
  if (std::fabs(x) >= two_to_53) return append_huge(out, x, decimals);

  const Uint128 units = rounded_units(x, decimals);
  constexpr std::uint64_t ten_to_15 = 1'000'000'000'000'000;
  char digits[40];  // units are below 10^31; point and sign
  char* const end = std::end(digits);
  char* start = end;
  if (units >> 64 == 0) {
    start = digits_before(end, static_cast<std::uint64_t>(units), decimals + 1);
  } else {  // in two pieces, because 128-bit divisions are slow
    start = digits_before(end, static_cast<std::uint64_t>(units % ten_to_15), max_decimals);
    start = digits_before(start, static_cast<std::uint64_t>(units / ten_to_15), 1);
  }
  if (decimals > 0) {  // make room for the point
    char* const point = end - decimals;
    std::copy(start, point, start - 1);
    --start;
    *(point - 1) = '.';
  }
  if (x < 0 && units != 0) *--start = '-';
  out.append(start, end);
}

std::string fixed(double x, int decimals) {
  std::string out;
  append_fixed(out, x, decimals);
  return out;
}

void append_shortest(std::string& out, double x) {
  if (append_not_finite(out, x)) return;
  char digits[32];  // -1.7976931348623157e+308 has 24
  const double positive_zero = x == 0 ? 0.0 : x;
  out.append(digits, std::to_chars(digits, std::end(digits), positive_zero).ptr);
}

std::string shortest(double x) {
  std::string out;
  append_shortest(out, x);
  return out;
}

std::string grouped(unsigned long long n) {
  std::string out = std::to_string(n);
  for (std::size_t at = out.size(); at > 3;) out.insert(at -= 3, 1, ',');
  return out;
}

std::string counted(std::size_t n, std::string_view noun) {
  return grouped(n) + " " + std::string(noun) + (n == 1 ? "" : "s");
}

}  // namespace mha
