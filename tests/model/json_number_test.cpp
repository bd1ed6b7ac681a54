#include "model/json_number.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

using namespace mha;

namespace {

double read(const std::string& text) {
  double value = 0;
  const char* const end = read_json_number(text.c_str(), value);
  REQUIRE(end == text.c_str() + text.size());
  return value;
}

// What the C library reads; the tests run in its locale "C".
void check_as_the_c_library(const std::string& text) {
  CAPTURE(text);
  const double expected = std::strtod(text.c_str(), nullptr);
  CHECK(read(text) == expected);
  CHECK(std::signbit(read(text)) == std::signbit(expected));
}

}  // namespace

TEST_CASE("digits times a power of ten give the nearest double") {
  CHECK(nearest_double(0, -400) == 0.0);
  CHECK(nearest_double(1, -1) == 0.1);
  CHECK(nearest_double(12345678901234567, -17) == 0.12345678901234567);
  CHECK(nearest_double(9999999999999999999U, -19) == 1.0);
  CHECK(nearest_double(1, -27) == 1e-27);
  CHECK(nearest_double(1, 22) == 1e22);
  // 2^53 + 1 lies in the middle between two doubles: the even one; a hair more, the upper one.
  CHECK(nearest_double(9007199254740993, 0) == 9007199254740992.0);
  CHECK(nearest_double(90071992547409930, -1) == 9007199254740992.0);
  CHECK(nearest_double(9007199254740993001U, -3) == 9007199254740994.0);
  CHECK(nearest_double(9007199254740995000U, -3) == 9007199254740996.0);
  CHECK(!nearest_double(1, -28));
}

TEST_CASE("numbers are read as the C library reads them") {
  for (const char* text : {"0",
                           "-0",
                           "-0.0",
                           "0.1",
                           "-12.5e3",
                           "1E+2",
                           "1e-7",
                           "0.000000000000000000000000000012345",
                           "5e-324",
                           "2e-324",
                           "2.2250738585072011e-308",
                           "1.7976931348623157e308",
                           "18446744073709551615",
                           "18446744073709551616",
                           "123456789012345678901234567890",
                           "0.30000000000000004",
                           "0.1000000000000000055511151231257827",
                           "0.10000000000000000555111512312578270211815834045410156250000000001",
                           "9007199254740993",
                           "0e99999",
                           "1e-99999",
                           "8.5899345920000004e-10",
                           "100000000000000000000e-20",
                           "0.00000000000000000000000000000000000001e38"}) {
    check_as_the_c_library(text);
  }
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    if (random() % 2 == 0) text += '-';
    text += std::to_string(random() >> random() % 64);
    if (random() % 3 != 0) text += '.' + std::to_string(random() >> random() % 64);
    if (random() % 3 == 0) text += 'e' + std::to_string(static_cast<int>(random() % 80) - 50);
    check_as_the_c_library(text);
  }
}

TEST_CASE("a number in the middle of two doubles is read as the even one") {
  // The numbers between x and the double after it: the middle of 1 + 2^-52·k and the next has 53 decimals.
  check_as_the_c_library("1.00000000000000011102230246251565404236316680908203125");
  check_as_the_c_library("1.00000000000000011102230246251565404236316680908203124");
  check_as_the_c_library("1.00000000000000033306690738754696212708950042724609375");
  for (int k = 1; k < 60; ++k) {  // m + 1/2 with m of 53 bits, then divided by two again and again: exact ties
    const std::uint64_t m = (std::uint64_t{1} << 52) + static_cast<std::uint64_t>(k);
    check_as_the_c_library(std::to_string(m) + ".5");
    check_as_the_c_library(std::to_string(m / 2) + (m % 2 ? ".75" : ".25"));
  }
}

TEST_CASE("what is no JSON number is not read") {
  double value = 0;
  for (const char* text : {"", "-", "+1", ".5", "01", "-01", "1.", "1.e5", "1e", "1e+", "1E-", "x", "NaN", "1e309",
                           "-1e400", "1e99999999999999999999"}) {
    CAPTURE(text);
    CHECK(read_json_number(text, value) == nullptr);
  }
}
