#include "math/rounding.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace mha {
namespace {

std::string digits(Uint128 n) {
  std::string out;
  do out.insert(out.begin(), static_cast<char>('0' + static_cast<int>(n % 10)));
  while ((n /= 10) != 0);
  return out;
}

}  // namespace

TEST_CASE("numbers round half away from zero, as at school") {
  struct Row {
    double x;
    int decimals;
    double rounded;
  };
  for (const Row& row : {
           Row{0.285, 2, 0.29},
           {2.675, 2, 2.68},
           {1.005, 2, 1.01},
           {-0.125, 2, -0.13},
           {0.045, 2, 0.05},
           {0.15, 1, 0.2},
           {0.25, 1, 0.3},
           {0.35, 1, 0.4},
           {0.5, 0, 1},
           {1.5, 0, 2},
           {2.5, 0, 3},
           {-2.5, 0, -3},
           {0.49, 0, 0},
           {0.284, 2, 0.28},
           {0.2849, 2, 0.28},  // once, not 0.285 first
           {0.999, 2, 1},
           {1234.5678, 3, 1234.568},
           {0, 5, 0},
           {1e22, 2, 1e22},
           {1e300, 15, 1e300},
           {4503599627370495.5, 0, 4503599627370496.0},
           {0.1 + 0.2, 15, 0.3},
           {1e-15, 15, 1e-15},
           {4e-16, 15, 0},
           {5e-16, 15, 1e-15},
       }) {
    CAPTURE(row.x);
    CHECK(round_to(row.x, row.decimals) == row.rounded);
    CHECK(round_to(-row.x, row.decimals) == -row.rounded);
  }
}

TEST_CASE("there is no −0") {
  for (const double x : {-0.0, -0.4, -1e-300, -std::numeric_limits<double>::denorm_min()}) {
    CHECK_FALSE(std::signbit(round_to(x, 0)));
  }
}

TEST_CASE("infinities and NaN come back as they are") {
  constexpr double inf = std::numeric_limits<double>::infinity();
  CHECK(round_to(inf, 2) == inf);
  CHECK(round_to(-inf, 2) == -inf);
  CHECK(std::isnan(round_to(std::numeric_limits<double>::quiet_NaN(), 2)));
  CHECK(round_to(Matrix{{-inf, 0.285}, {-0.001, 2.675}}, 2) == Matrix{{-inf, 0.29}, {0, 2.68}});
}

TEST_CASE("every decimal that ends in 5 rounds away from zero, whatever its binary form") {
  // k/1000 with k = …5: the hundredths are (k + 5)/10
  for (std::uint64_t k = 5; k < 200000; k += 10) {
    const double x = static_cast<double>(k) / 1000;
    REQUIRE(rounded_units(x, 2) == (k + 5) / 10);
    REQUIRE(rounded_units(-x, 2) == (k + 5) / 10);
    REQUIRE(round_to(x, 2) == static_cast<double>((k + 5) / 10) / 100);
  }
}

TEST_CASE("a billionth below a tie is a tie, more is not") {
  CHECK(rounded_units(0.5 - 0.9e-9, 0) == 1);
  CHECK(rounded_units(0.5 - 1.1e-9, 0) == 0);
  CHECK(rounded_units(12.345 - 0.9e-11, 2) == 1235);  // a unit is 0.01 here
  CHECK(rounded_units(12.345 - 1.1e-11, 2) == 1234);
  CHECK(rounded_units(0.5 + 1e-16, 0) == 1);
}

TEST_CASE("the units are exact, also where 128 bits are needed") {
  // 2^53 − 1 = 9007199254740991, whole
  CHECK(digits(rounded_units(9007199254740991.0, 15)) == "9007199254740991000000000000000");
  // 2^−20 = 0.00000095367431640625
  CHECK(digits(rounded_units(0x1p-20, 15)) == "953674316");
  CHECK(digits(rounded_units(1 + 0x1p-20, 15)) == "1000000953674316");
  // the double nearest to 0.1 is 0.1000000000000000055…, that nearest to 1234567.1 is 1234567.100000000093132257…
  CHECK(digits(rounded_units(0.1, 15)) == "100000000000000");
  CHECK(digits(rounded_units(1234567.1, 15)) == "1234567100000000093132");
  CHECK(rounded_units(std::numeric_limits<double>::denorm_min(), 15) == 0);
  CHECK(rounded_units(std::numeric_limits<double>::min(), 15) == 0);
}

TEST_CASE("many numbers at once are rounded as each alone") {
  std::mt19937_64 generator(3);
  for (int decimals = 0; decimals <= max_decimals; ++decimals) {
    for (const int magnitude : {-20, 0, 10, 30}) {
      std::vector<double> cells(200);
      for (double& x : cells) x = std::ldexp(static_cast<double>(generator()) - 0x1p63, magnitude - 63);
      if (magnitude < 10) {  // some ties, some nearly; and in one stretch of numbers what is none
        for (std::size_t i = 0; i < 100; i += 7) cells[i] = std::round(cells[i] * 50) / 50 + 0.005;
        cells[150] = cells[3] - 1e-11;
        cells[190] = std::numeric_limits<double>::infinity();
        cells[191] = -0.0;
      }
      std::vector<double> rounded = cells;
      round_to(std::span<double>(rounded), decimals);
      for (std::size_t i = 0; i < cells.size(); ++i) {
        CHECK(std::bit_cast<std::uint64_t>(rounded[i]) == std::bit_cast<std::uint64_t>(round_to(cells[i], decimals)));
      }
    }
  }
}

TEST_CASE("rounding is nearest, and rounding again changes nothing") {
  std::mt19937_64 generator(1);
  for (int i = 0; i < 100000; ++i) {
    const double x = std::ldexp(static_cast<double>(generator() >> 11), static_cast<int>(generator() % 80) - 80);
    const int decimals = static_cast<int>(generator() % 16);
    const double rounded = round_to(x, decimals);
    CAPTURE(x);
    CAPTURE(decimals);
    REQUIRE(round_to(rounded, decimals) == rounded);
    // half a unit, and half the distance between doubles there
    REQUIRE(std::fabs(rounded - x) <= 0.5000001 * std::pow(10, -decimals) + std::fabs(x) * 0x1p-53);
  }
}

TEST_CASE("long double arithmetic agrees away from ties") {
  std::mt19937_64 generator(2);
  for (int i = 0; i < 100000; ++i) {
    const double x = std::ldexp(static_cast<double>(generator() >> 11), -43);  // up to 1024
    const int decimals = static_cast<int>(generator() % 10);
    const long double scaled = static_cast<long double>(x) * std::pow(10.0L, decimals);
    if (std::fabs(scaled - std::floor(scaled) - 0.5L) < 1e-6L) continue;
    REQUIRE(rounded_units(x, decimals) == static_cast<std::uint64_t>(std::floor(scaled + 0.5L)));
  }
}

}  // namespace mha
