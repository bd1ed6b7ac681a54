#include "math/functions.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "math/vectors.hpp"

namespace mha {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

void exp_of(std::span<const double> in, std::span<double> out) { exp(in, 0, out); }
double exp_of(double x) {
  exp({&x, 1}, 0, {&x, 1});
  return x;
}

std::vector<double> random_numbers(std::size_t count, double low, double high, unsigned seed) {
  std::mt19937_64 generator(seed);
  std::vector<double> numbers(count);
  for (double& x : numbers) x = low + (high - low) * (static_cast<double>(generator() >> 11) * 0x1p-53);
  return numbers;
}

// The distance between doubles at y.
long double unit(long double y) {
  int exponent = 0;
  std::frexp(y, &exponent);
  return std::ldexp(1.0L, std::max(exponent - 53, -1074));
}

using Function = void (*)(std::span<const double>, std::span<double>);

// The largest error, in units of the last digit, against the C library's long double.
double largest_error(Function f, long double (*exact)(long double), double low, double high) {
  const std::vector<double> x = random_numbers(20000, low, high, 1);
  std::vector<double> y(x.size());
  f(x, y);
  long double largest = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const long double right = exact(x[i]);
    largest = std::max(largest, std::fabs(y[i] - right) / unit(right));
  }
  return static_cast<double>(largest);
}

}  // namespace

TEST_CASE("e^x has exact values where the definition fixes them") {
  CHECK(exp_of(0.0) == 1);
  CHECK(exp_of(-0.0) == 1);
  CHECK(exp_of(-inf) == 0);
  CHECK_FALSE(std::signbit(exp_of(-inf)));
  CHECK(exp_of(inf) == inf);
  CHECK(std::isnan(exp_of(nan)));
  // ln(1.797693134862315708e308) = 709.78271289338397…, ln(4.94e-324 / 2) = −745.1332191019412…
  CHECK(exp_of(709.782712893384) < inf);
  CHECK(exp_of(709.7827128933841) == inf);
  CHECK(exp_of(1e308) == inf);
  CHECK(exp_of(-745.13) == std::numeric_limits<double>::denorm_min());
  CHECK(exp_of(-745.14) == 0);
  CHECK(exp_of(-1e308) == 0);
  CHECK(exp_of(std::numeric_limits<double>::denorm_min()) == 1);
  // to 20 digits from tables: e = 2.7182818284590452354, e^10 = 22026.465794806716517, 1/e = 0.36787944117144232160
  CHECK(exp_of(1.0) == 2.7182818284590452354);
  CHECK(exp_of(10.0) == 22026.465794806716517);
  CHECK(exp_of(-1.0) == 0.36787944117144232160);
}

TEST_CASE("the functions are as exact as their header says") {
  if (std::numeric_limits<long double>::digits < 64) return;  // nothing to hold them against
  const auto exact_exp = [](long double x) { return std::exp(x); };
  const auto exact_gelu = [](long double x) { return x / 2 * std::erfc(-x / std::sqrt(2.0L)); };
  const auto exact_silu = [](long double x) { return x / (1 + std::exp(-x)); };
  for (const auto& range : {std::pair{-0.4, 0.4}, {-5.0, 5.0}, {-40.0, 40.0}, {-708.0, 709.0}}) {
    const auto [low, high] = range;
    CAPTURE(range.first);
    CHECK(largest_error(exp_of, exact_exp, low, high) < 0.66);
  }
  CHECK(largest_error(exp_of, exact_exp, -745, -708) < 0.77);
  for (const auto& range : {std::pair{-0.01, 0.01}, {-1.0, 1.0}, {-6.0, 6.0}, {-37.0, 0.0}, {0.0, 100.0}}) {
    const auto [low, high] = range;
    CAPTURE(range.first);
    CHECK(largest_error(gelu, exact_gelu, low, high) < 5.2);
  }
  for (const auto& range : {std::pair{-0.01, 0.01}, {-5.0, 5.0}, {-700.0, 700.0}}) {
    const auto [low, high] = range;
    CAPTURE(range.first);
    CHECK(largest_error(silu, exact_silu, low, high) < 2);
  }
  const auto exact_tanh = [](long double x) {
    const long double y = std::sqrt(2 / 3.14159265358979323846264L) * (x + 0.044715L * x * x * x);
    return x / (1 + std::exp(-2 * y));
  };
  CHECK(largest_error(gelu_tanh, exact_tanh, -1, 10) < 3);
  // e^60 has an exponent whose last digit is 2^−47, half of that relative error: 32 units
  CHECK(largest_error(gelu_tanh, exact_tanh, -8, 0) < 160);
}

TEST_CASE("the functions give the same bits alone and with vectors of any width") {
  std::vector<double> x = random_numbers(1000, -50, 50, 2);
  const double rare[] = {0.0, -0.0, inf, nan, 5e-324, -5e-324, 1e308, -1e308, 710, -746, -37.6, 40, -40.5};
  x.insert(x.end(), std::begin(rare), std::end(rare));
  const VectorWidth before = vector_width();
  for (const Function f : {static_cast<Function>(exp_of), gelu, gelu_tanh, silu}) {
    std::vector<double> alone = x;
    use_vectors(VectorWidth::two);
    for (double& each : alone) f({&each, 1}, {&each, 1});
    for (const VectorWidth width : {VectorWidth::two, VectorWidth::four, VectorWidth::eight}) {
      if (!has(width)) continue;
      use_vectors(width);
      std::vector<double> together(x.size());
      f(x, together);
      for (std::size_t i = 0; i < x.size(); ++i) {
        CAPTURE(x[i]);
        const bool same = std::bit_cast<std::uint64_t>(together[i]) == std::bit_cast<std::uint64_t>(alone[i]);
        CHECK((same || (std::isnan(together[i]) && std::isnan(alone[i]))));
      }
    }
  }
  use_vectors(before);
}

}  // namespace mha
