#include "model/json_number.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <nlohmann/json.hpp>

#include "math/rounding.hpp"

namespace mha {
namespace {

constexpr std::uint64_t two_to_53 = std::uint64_t{1} << 53;
constexpr int most_digits = 19;            // 10^19 < 2^64
constexpr int largest_exponent = 100'000;  // more digits of an exponent change nothing

// Powers of ten that are doubles, and powers of five that are 64-bit integers.
constexpr auto tens = [] {
  std::array<double, 23> powers{1};
  for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = 10 * powers[i - 1];
  return powers;
}();
constexpr auto fives = [] {
  std::array<std::uint64_t, 28> powers{1};
  for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = 5 * powers[i - 1];
  return powers;
}();

double power_of_two(int exponent) { return std::bit_cast<double>(static_cast<std::uint64_t>(1023 + exponent) << 52); }

// digits / (5^n · 2^n), rounded once: the quotient of both numbers shifted to the left end of 64 bits has at least 63
// bits, ten more than a double, and its last bit stands for all that come after it.
double divided_by_ten_to_the(int n, std::uint64_t digits) {
  const std::uint64_t five_to_n = fives[static_cast<std::size_t>(n)];
  const int shift = std::countl_zero(digits);
  const int divisor_shift = std::countl_zero(five_to_n);
  const Uint128 dividend = Uint128{digits << shift} << 63;
  const std::uint64_t divisor = five_to_n << divisor_shift;
  const auto quotient = static_cast<std::uint64_t>(dividend / divisor);
  const bool has_rest = static_cast<std::uint64_t>(dividend) != quotient * divisor;
  return static_cast<double>(quotient | (has_rest ? 1 : 0)) * power_of_two(divisor_shift - shift - 63 - n);
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::optional<double> nearest_double(std::uint64_t digits, int exponent) {
  if (digits == 0 || exponent == 0) return static_cast<double>(digits);
  // Two exact doubles: what is rounded is their quotient or product alone.
  if (digits <= two_to_53 && exponent < 0 && exponent >= -22) {
    return static_cast<double>(digits) / tens[static_cast<std::size_t>(-exponent)];
  }
  if (digits <= two_to_53 && exponent > 0 && exponent <= 22) {
    return static_cast<double>(digits) * tens[static_cast<std::size_t>(exponent)];
  }
  if (exponent < 0 && exponent >= -27) return divided_by_ten_to_the(-exponent, digits);
  return std::nullopt;
}

const char* read_json_number(const char* text, double& value) {
  const char* at = text;
  const bool is_negative = *at == '-';
  if (is_negative) ++at;
  const char* const first = at;
  std::uint64_t digits = 0;
  const auto read_digits = [&] {
    const char* const begin = at;
    for (; is_digit(*at); ++at) digits = 10 * digits + static_cast<std::uint64_t>(*at - '0');
    return at - begin;
  };
  std::ptrdiff_t count = read_digits();
  if (count == 0 || (count > 1 && *first == '0')) return nullptr;
  std::ptrdiff_t exponent = 0;
  if (*at == '.') {
    ++at;
    exponent = -read_digits();
    if (exponent == 0) return nullptr;
    count -= exponent;
  }
  if (count > most_digits) {  // zeros in front do not count
    for (const char* p = first; *p == '0' || *p == '.'; ++p) count -= *p == '0' ? 1 : 0;
  }
  if (*at == 'e' || *at == 'E') {
    ++at;
    const bool is_small = *at == '-';
    if (*at == '-' || *at == '+') ++at;
    if (!is_digit(*at)) return nullptr;
    int written = 0;
    for (; is_digit(*at); ++at) written = std::min(largest_exponent, 10 * written + (*at - '0'));
    exponent += is_small ? -written : written;
  }
  std::optional<double> nearest;
  if (count <= most_digits && exponent >= -27 && exponent <= 22) {
    nearest = nearest_double(digits, static_cast<int>(exponent));
  }
  if (nearest) {
    value = is_negative ? -*nearest : *nearest;
    return at;
  }
  const auto number = nlohmann::json::parse(text, at, nullptr, false);
  if (number.is_discarded()) return nullptr;
  value = number.get<double>();
  return at;
}

}  // namespace mha
