#include "check/numbers.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <string_view>

namespace mha {
namespace {

struct Number {
  std::string_view written;
  double value;
  int decimals;
};

}  // namespace

TEST_CASE("a number is read in any spelling, with the decimals that are written") {
  constexpr Number table[] = {
      {"0", 0, 0},          {"1", 1, 0},           {"12.50", 12.5, 2},  {".5", 0.5, 1},
      {"2.", 2, 0},         {"+1", 1, 0},          {"-0.5", -0.5, 1},   {"−0.5", -0.5, 1},
      {"–.25", -0.25, 2},   {"－１", -1, 0},       {"０．５", 0.5, 1},  {"＋２．", 2, 0},
      {"1e-3", 0.001, 3},   {"1.5E-3", 0.0015, 4}, {"1.5e2", 150, 0},   {"1.25e+1", 12.5, 1},
      {"1ｅ－２", 0.01, 2}, {"≈0.33", 0.33, 2},    {"≈ 0.33", 0.33, 2}, {"~0.3", 0.3, 1},
      {"= 0.33", 0.33, 2},  {"＝２", 2, 0},        {" 1.0 ", 1, 1},     {"\u3000-1\u00A0", -1, 0},
      {"007", 7, 0},        {"1e-400", 0, 400},    {"0e999", 0, 0},     {"0.000", 0, 3},
      {"1e300", 1e300, 0},
  };
  for (const Number& each : table) {
    CAPTURE(each.written);
    const auto cell = read_cell(each.written);
    REQUIRE(cell);
    CHECK(cell->kind == Cell::Kind::number);
    CHECK(cell->value == each.value);
    CHECK(cell->decimals == each.decimals);
    CHECK_FALSE(cell->is_exact);
  }
  CHECK(std::signbit(read_cell("-0.0")->value) == false);
}

TEST_CASE("a fraction is meant exactly") {
  constexpr Number table[] = {{"1/3", 1.0 / 3, 0}, {"-2/-4", 0.5, 0}, {"−1/2", -0.5, 0}, {"１／４", 0.25, 0},
                              {"1⁄8", 0.125, 0},   {"0/5", 0, 0},     {"-0/3", 0, 0},    {"0.5/2", 0.25, 0}};
  for (const Number& each : table) {
    CAPTURE(each.written);
    const auto cell = read_cell(each.written);
    REQUIRE(cell);
    CHECK(cell->value == each.value);
    CHECK(cell->is_exact);
    CHECK(cell->written == each.written);
  }
}

TEST_CASE("minus infinity and blanks are read in any spelling") {
  for (const std::string_view written : {"-inf", "-INF", "-Infinity", "−∞", "-∞", "－ｉｎｆ", "-\\infty", " -inf "}) {
    CAPTURE(written);
    REQUIRE(read_cell(written));
    CHECK(read_cell(written)->kind == Cell::Kind::minus_infinity);
  }
  for (const std::string_view written : {"?", "_", "？", "＿", "null", " ? "}) {
    CAPTURE(written);
    REQUIRE(read_cell(written));
    CHECK(read_cell(written)->kind == Cell::Kind::blank);
  }
}

TEST_CASE("what is no number is none") {
  for (const std::string_view written :
       {"",     " ",   "-",   "+",   ".",   "-.",    "e3",   "1e",      "1e+",   "1.2.3",   "1_000",        "0x10",
        "--1",  "−−1", "1/",  "/2",  "1/0", "-1/0",  "1/-0", "1/2/3",   "1e999", "1/1e999", "1e308/1e-308", "inf",
        "+inf", "∞",   "nan", "NaN", "___", "??",    "1°",   "1\u200B", "1,5",   "½",       "true",         "1 2",
        "≈",    "=",   "==1", "≈≈1", "1=1", "-null", "‑"}) {
    CAPTURE(written);
    CHECK_FALSE(read_cell(written));
  }
  CHECK_FALSE(read_cell(std::string(max_number_bytes + 1, '1')));
  CHECK_FALSE(read_cell("\xff"));
}

TEST_CASE("it is said why something is no number") {
  const std::string numbers = " is no number (0.5, -2, 1/3, 1e-3 and -inf are; ? is a cell that is not filled in)";
  CHECK(why_no_cell("1.2.3") == "\"1.2.3\"" + numbers);
  CHECK(why_no_cell("\x1b[2J") == "\"\\u001b[2J\"" + numbers);
  CHECK(why_no_cell("1/0") == "\"1/0\" divides by 0");
  CHECK(why_no_cell("≈ 1/0") == "\"1/0\" divides by 0");
  CHECK(why_no_cell("1e999") == "\"1e999\" is too large for a number");
  CHECK(why_no_cell("") == "\"\" is no number; a cell that is not filled in is written ?");
  CHECK(why_no_cell("∞") == "\"∞\" is no number: of the infinities only -inf can be in a calculation (a masked score)");
  CHECK(why_no_cell("NaN") == "\"NaN\" is no number: in a calculation it says that something went wrong before");
  CHECK(why_no_cell(std::string(1000, '1')) == "\"" + std::string(39, '1') + "…\" is too long for a number");
}

}  // namespace mha
