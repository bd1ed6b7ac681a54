#include "text/number.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>
#include <string_view>

#include "math/rounding.hpp"

namespace mha {
namespace {

constexpr double two_to_53 = 9007199254740992.0;
constexpr std::size_t longest_fixed = 1 + 309 + 1 + max_decimals;  // the largest double has 309 digits

std::string_view not_finite(double x) { return std::isnan(x) ? "nan" : x < 0 ? "-inf" : "inf"; }

// "00", "01", … "99", one after another.
constexpr auto pairs_of_digits = [] {
  std::array<char, 200> digits{};
  for (std::size_t i = 0; i < 100; ++i) {
    digits[2 * i] = static_cast<char>('0' + i / 10);
    digits[2 * i + 1] = static_cast<char>('0' + i % 10);
  }
  return digits;
}();

constexpr auto tens = [] {
  std::array<double, max_decimals + 1> powers{1};
  for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = 10 * powers[i - 1];
  return powers;
}();

char* text_before(char* end, std::string_view text) {
  text.copy(end - text.size(), text.size());
  return end - text.size();
}

// The digits of n backwards from `end`, at least `least` of them; returns where they start.
char* digits_before(char* end, std::uint64_t n, int least) {
  for (; n >= 100; n /= 100, least -= 2) end = text_before(end, {&pairs_of_digits[2 * (n % 100)], 2});
  for (; n != 0 || least > 0; n /= 10, --least) *--end = static_cast<char>('0' + n % 10);
  return end;
}

// Exactly `count` digits of n.
char* last_digits_before(char* end, std::uint32_t n, int count) {
  for (; count >= 2; n /= 100, count -= 2) {
    end -= 2;
    std::memcpy(end, &pairs_of_digits[std::size_t{2} * (n % 100)], 2);
  }
  if (count == 1) *--end = static_cast<char>('0' + n % 10);
  return end;
}

// The same as rounded_units for most numbers below a billion units. The product is off by less than 2^30 · 2^−53, about
// 1e-7: what is farther than that from a tie lies on the same side of it.
bool quickly_rounded_units(double x, int decimals, std::uint32_t& units) {
  const double scaled = std::fabs(x) * tens[static_cast<std::size_t>(decimals)];
  if (!(scaled < 0x1p30)) return false;
  const auto whole = static_cast<std::int32_t>(scaled);
  const double rest = scaled - whole;
  units = static_cast<std::uint32_t>(whole) + (rest > 0.5 ? 1 : 0);
  return std::fabs(rest - 0.5) > 1e-6;
}

// A number of 2^53 or more is whole.
char* write_huge(char* end, double x, int decimals) {
  char digits[longest_fixed];
  const char* const last = std::to_chars(digits, std::end(digits), x, std::chars_format::fixed, 0).ptr;
  if (decimals > 0) {
    end -= decimals;
    std::fill_n(end, decimals, '0');
    *--end = '.';
  }
  return text_before(end, {digits, static_cast<std::size_t>(last - digits)});
}

char* write_units(char* end, Uint128 units, int decimals) {
  constexpr std::uint64_t ten_to_15 = 1'000'000'000'000'000;
  char* start = end;
  if (units >> 64 == 0) {
    start = digits_before(end, static_cast<std::uint64_t>(units), decimals + 1);
  } else {  // in two pieces, because 128-bit divisions are slow
    start = digits_before(end, static_cast<std::uint64_t>(units % ten_to_15), max_decimals);
    start = digits_before(start, static_cast<std::uint64_t>(units / ten_to_15), 1);
  }
  if (decimals == 0) return start;
  char* const point = end - decimals;  // make room for it
  std::copy(start, point, start - 1);
  *(point - 1) = '.';
  return start - 1;
}

// Writes a number that has few decimals and needs no exponent. Its digits are the shortest that read back to it: no two
// numbers of up to 15 digits are the same double. False: it is another one.
bool append_few_decimals(std::string& out, double x) {
  const double size = std::fabs(x);
  if (!(size >= 0.001 && size < 100'000)) return false;
  const double billionths = (size * 1e9 + 0x1p52) - 0x1p52;  // the nearest whole number
  if (billionths / 1e9 != size) return false;
  auto units = static_cast<std::uint64_t>(billionths);
  int decimals = 9;
  for (; decimals > 0 && units % 1000 == 0; decimals -= 3) units /= 1000;
  for (; decimals > 0 && units % 10 == 0; --decimals) units /= 10;
  char digits[32];
  char* start = write_units(std::end(digits), units, decimals);
  if (x < 0) *--start = '-';
  out.append(start, std::end(digits));
  return true;
}

}  // namespace

char* write_fixed(char* end, double x, int decimals) {
  std::uint32_t units = 0;
  if (quickly_rounded_units(x, decimals, units)) {
    char* start = end;
    std::uint32_t whole = units;
    if (decimals > 0) {
      // Units are below 2^31, so the quotient, rounded once, is never taken for the next whole number.
      const double ten = tens[static_cast<std::size_t>(decimals)];
      whole = static_cast<std::uint32_t>(static_cast<std::int32_t>(units / ten));
      start = last_digits_before(start, static_cast<std::uint32_t>(units - whole * ten), decimals);
      *--start = '.';
    }
    for (; whole >= 10; whole /= 10) *--start = static_cast<char>('0' + whole % 10);
    *--start = static_cast<char>('0' + whole);
    if (x < 0 && units != 0) *--start = '-';
    return start;
  }
  if (!std::isfinite(x)) return text_before(end, not_finite(x));
  if (std::fabs(x) >= two_to_53) return write_huge(end, x, decimals);
  const Uint128 all_units = rounded_units(x, decimals);
  char* start = write_units(end, all_units, decimals);
  if (x < 0 && all_units != 0) *--start = '-';
  return start;
}

std::size_t fixed_width(double x, int decimals) {
  char digits[longest_fixed];
  return static_cast<std::size_t>(std::end(digits) - write_fixed(std::end(digits), x, decimals));
}

std::size_t widest_fixed(std::span<const double> numbers, int decimals) {
  // The farther from 0, the wider.
  constexpr double inf = std::numeric_limits<double>::infinity();
  double least = inf, most = -inf;
  std::size_t widest = 0;
  for (const double x : numbers) {
    if (x - x == 0) {
      least = std::min(least, x);
      most = std::max(most, x);
    } else {
      widest = std::max(widest, not_finite(x).size());
    }
  }
  if (least > most) return widest;
  return std::max({widest, fixed_width(least, decimals), fixed_width(most, decimals)});
}

void append_fixed(std::string& out, double x, int decimals) {
  char digits[longest_fixed];
  char* const start = write_fixed(std::end(digits), x, decimals);
  out.append(start, std::end(digits));
}

std::string fixed(double x, int decimals) {
  std::string out;
  append_fixed(out, x, decimals);
  return out;
}

void append_shortest(std::string& out, double x) {
  if (append_few_decimals(out, x)) return;
  if (!std::isfinite(x)) {
    out += not_finite(x);
    return;
  }
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
