#include "text/number.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "text/read_double.hpp"

namespace mha {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

double read(const std::string& text) {
  double x = 0;
  read_double(text.data(), text.data() + text.size(), x);
  return x;
}

}  // namespace

TEST_CASE("numbers of few decimals are written as the standard library writes them") {
  std::mt19937_64 random(5);
  const auto check = [](double x) {
    char digits[32];
    const auto end = std::to_chars(digits, std::end(digits), x).ptr;
    CHECK(shortest(x) == std::string(digits, end));
  };
  for (const double x : {0.001, 0.0010000000000000002, 0.1, 0.30000000000000004, 1.0, 10.0, 12300.0, 99999.999999999,
                         99999.0, 100000.0, 0.5, 0.123456789, 0.1234567891, 1e-9, 0.000999999999}) {
    check(x);
    check(-x);
  }
  for (int i = 0; i < 100'000; ++i) {
    const double power = std::pow(10.0, static_cast<double>(random() % 11));
    check(static_cast<double>(random() % 100'000'000'000'000) / power / 1e4);
    check(std::bit_cast<double>(random() >> 2));
  }
}

TEST_CASE("the width of numbers is that of the widest") {
  for (int decimals : {0, 4, 15}) {
    std::mt19937_64 random(6);
    for (int i = 0; i < 300; ++i) {
      std::vector<double> numbers;
      for (std::size_t n = random() % 5; n > 0; --n) {
        const double x = std::ldexp(static_cast<double>(random() % 2001) - 1000, static_cast<int>(random() % 60) - 40);
        numbers.push_back(random() % 8 ? x : -inf);
      }
      std::size_t widest = 0;
      for (const double x : numbers) widest = std::max(widest, fixed(x, decimals).size());
      CHECK(widest_fixed(numbers, decimals) == widest);
    }
  }
}

TEST_CASE("a number is written rounded as at school, with all its decimals") {
  struct Row {
    double x;
    int decimals;
    const char* text;
  };
  for (const Row& row : {
           Row{0.285, 2, "0.29"},
           {-0.125, 2, "-0.13"},
           {2.5, 0, "3"},
           {0, 0, "0"},
           {0, 4, "0.0000"},
           {-0.0, 4, "0.0000"},
           {-0.00004, 4, "0.0000"},
           {-0.00005, 4, "-0.0001"},
           {7, 2, "7.00"},
           {12.5, 4, "12.5000"},
           {0.05, 1, "0.1"},
           {99.995, 2, "100.00"},
           {1e-300, 15, "0.000000000000000"},
           {123456789.125, 2, "123456789.13"},
           {1234567.1, 15, "1234567.100000000093132"},
           {20000, 15, "20000.000000000000000"},
           {9007199254740991.0, 15, "9007199254740991.000000000000000"},  // 2^53 − 1
           {9007199254740992.0, 1, "9007199254740992.0"},
           {-1e22, 2, "-10000000000000000000000.00"},
           {1e23, 0, "99999999999999991611392"},  // the double nearest to 10^23
           {-inf, 4, "-inf"},
           {inf, 4, "inf"},
           {std::numeric_limits<double>::quiet_NaN(), 4, "nan"},
       }) {
    CHECK(fixed(row.x, row.decimals) == row.text);
  }
  CHECK(fixed(std::numeric_limits<double>::max(), 0).size() == 309);  // 1.797…·10^308
  CHECK(fixed(-std::numeric_limits<double>::max(), 15).size() == 1 + 309 + 1 + 15);
}

TEST_CASE("append_fixed writes at the end") {
  std::string out = "x = ";
  append_fixed(out, -1.5, 1);
  append_shortest(out += ", ", 0.1);
  CHECK(out == "x = -1.5, 0.1");
}

TEST_CASE("away from ties a number is written as std::to_chars rounds it") {
  std::mt19937_64 generator(1);
  for (int i = 0; i < 100000; ++i) {
    const double x = std::ldexp(static_cast<double>(static_cast<std::int64_t>(generator()) >> 11), -43);
    const int decimals = static_cast<int>(generator() % 7);
    const double unit = std::fabs(x) * std::pow(10, decimals);
    if (std::fabs(unit - std::floor(unit) - 0.5) < 1e-6) continue;
    char digits[64];
    std::string expected(digits, std::to_chars(digits, std::end(digits), x, std::chars_format::fixed, decimals).ptr);
    if (expected.find_first_not_of("-0.") == std::string::npos && expected[0] == '-') expected.erase(0, 1);
    REQUIRE(fixed(x, decimals) == expected);
  }
}

TEST_CASE("the shortest text reads back to the same double") {
  CHECK(shortest(0.1) == "0.1");
  CHECK(shortest(0.1 + 0.2) == "0.30000000000000004");
  CHECK(shortest(1e-5) == "1e-05");
  CHECK(shortest(5e22) == "5e+22");
  CHECK(shortest(3) == "3");
  CHECK(shortest(-0.0) == "0");
  CHECK(shortest(-inf) == "-inf");
  CHECK(shortest(std::numeric_limits<double>::lowest()) == "-1.7976931348623157e+308");
  std::mt19937_64 generator(1);
  for (int i = 0; i < 10000; ++i) {
    const double x = std::ldexp(static_cast<double>(generator()), static_cast<int>(generator() % 2000) - 1060);
    REQUIRE(read(shortest(x)) == x);
  }
}

TEST_CASE("large counts have a comma every three digits") {
  CHECK(grouped(0) == "0");
  CHECK(grouped(999) == "999");
  CHECK(grouped(1000) == "1,000");
  CHECK(grouped(1234567) == "1,234,567");
  CHECK(grouped(100000) == "100,000");
  CHECK(grouped(18446744073709551615U) == "18,446,744,073,709,551,615");
}

}  // namespace mha
