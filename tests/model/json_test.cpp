#include "model/json.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "error.hpp"
#include "text/unicode.hpp"

using namespace mha;
using namespace std::string_view_literals;

namespace {

using Kind = Value::Kind;

// The message of the error without the file's name, or "" where there is none.
std::string error_of(std::string_view text, NumbersAs numbers = NumbersAs::doubles) {
  try {
    parse_json(text, "my.json", numbers);
  } catch (const Error& e) {
    const std::string message = e.what();
    CHECK(message.starts_with("my.json: "));
    CHECK(message.starts_with(e.place() + ": "));
    return message.substr(9);
  }
  return "";
}

struct Bad {
  std::string_view text, message;
};
void check_all(std::initializer_list<Bad> table) {
  for (const Bad& bad : table) {
    CAPTURE(bad.text);
    CHECK(error_of(bad.text) == bad.message);
    CHECK(error_of(bad.text, NumbersAs::with_text) == bad.message);
  }
}

// What every message must be, whatever the text.
void check_short_and_plain(const std::string& message) {
  CHECK(message.size() <= 3000);
  CHECK(std::count(message.begin(), message.end(), '\n') < 6);
  CHECK(first_invalid_utf8(message) == std::string::npos);
  for (const char c : message) {
    if (c != '\n' && static_cast<unsigned char>(c) < 0x20) FAIL("a control character in: " << message);
  }
}

Value parse(std::string_view text) { return parse_json(text, "my.json"); }

}  // namespace

TEST_CASE("each kind of value is read") {
  const Value v =
      parse(R"({"n": null, "t": true, "f": false, "x": -1.5e1, "s": "a\u00e9\ud83d\ude00", "l": [], "o": {}})");
  REQUIRE(v.kind == Kind::object);
  REQUIRE(v.members.size() == 7);
  CHECK(v.members[6].first == "o");
  CHECK(v.find("n")->kind == Kind::null);
  CHECK(v.find("t")->boolean);
  CHECK(v.find("f")->kind == Kind::boolean);
  CHECK_FALSE(v.find("f")->boolean);
  CHECK(v.find("x")->number == -15);
  CHECK(v.find("s")->text == "aé😀");
  CHECK(v.find("l")->size() == 0);
  CHECK(v.find("missing") == nullptr);
}

TEST_CASE("a value is named as a person would name it") {
  const std::pair<const char*, const char*> table[] = {
      {"1", "a number"}, {"\"a\"", "a string"}, {"true", "true"},        {"false", "false"},  {"null", "null"},
      {"[1]", "a list"}, {"[\"a\"]", "a list"}, {"[]", "an empty list"}, {"{}", "an object"},
  };
  for (const auto& [text, name] : table) CHECK(kind_of(parse(text)) == name);
}

TEST_CASE("a list of nothing but numbers keeps only the numbers") {
  const Value v = parse("[[1, 2.5, -3], [4, 5]]");
  REQUIRE(v.items.size() == 2);
  CHECK(v.numbers.empty());
  CHECK(v.columns == 0);
  CHECK(v.items[0].numbers == std::vector<double>{1, 2.5, -3});
  CHECK(v.items[1].numbers == std::vector<double>{4, 5});
  CHECK(v.items[1].items.empty());
}

TEST_CASE("rows of the same length are a matrix, which keeps only the numbers") {
  const Value v = parse("[[1, 2.5, -3], [4, 5, 6]]");
  CHECK(v.size() == 2);
  CHECK(v.columns == 3);
  CHECK(v.items.empty());
  CHECK(v.numbers == std::vector<double>{1, 2.5, -3, 4, 5, 6});
  CHECK(v.numbers.capacity() <= 7);
  CHECK(v.item(1).kind == Kind::array);
  CHECK(v.item(1).numbers == std::vector<double>{4, 5, 6});
  CHECK(parse("[[[1], [2]], [[3], [4]]]").items[1].columns == 1);
}

TEST_CASE("rows of which one is no row of the same length are items") {
  // What stands behind [[1, 2], [3, 4], and what its kind is.
  const std::pair<const char*, const char*> table[] = {
      {"[5]", "a list"},     {"[5, 6, 7]", "a list"}, {"[]", "an empty list"},  {"[5, null]", "a list"},
      {"[5, []]", "a list"}, {"[[5, 6]]", "a list"},  {"[\"a\", 6]", "a list"}, {"5", "a number"},
      {"true", "true"},      {"{}", "an object"},     {"\"a\"", "a string"},    {"[{\"a\": [7]}, 6]", "a list"},
  };
  for (const auto& [last, kind] : table) {
    const std::string text = "[[1, 2], [3, 4], " + std::string(last) + ", [8, 9]]";
    CAPTURE(text);
    const Value v = parse(text);
    CHECK(v.columns == 0);
    CHECK(v.numbers.empty());
    REQUIRE(v.items.size() == 4);
    CHECK(v.items[0].numbers == std::vector<double>{1, 2});
    CHECK(v.items[1].numbers == std::vector<double>{3, 4});
    CHECK(kind_of(v.items[2]) == kind);
    CHECK(v.items[3].numbers == std::vector<double>{8, 9});
  }
  CHECK(parse("[[1, 2], [3, null]]").items[1].items[0].number == 3);
  CHECK(parse("[[1, 2], [3, [4, 5]]]").items[1].items[1].numbers == std::vector<double>{4, 5});
  CHECK(error_of("[[1, 2], [3, {\"a\": 1, \"a\": 2}]]") == "[1][1]: the key \"a\" stands twice in line 1");
}

TEST_CASE("a list of numbers and something else has items") {
  for (const char* text : {R"([1, 2, "a"])", R"(["a", 1, 2])", "[1, [2], 3]", "[1, {}, null]"}) {
    const Value v = parse(text);
    CHECK(v.numbers.empty());
    CHECK(v.items.size() == 3);
    CHECK(v.size() == 3);
  }
  const Value v = parse("[1, 2, null, 4]");
  CHECK(v.items[1].kind == Kind::number);
  CHECK(v.items[1].number == 2);
  CHECK(v.items[3].number == 4);
}

TEST_CASE("with_text each number keeps how it was written") {
  const Value v = parse_json("[1.50, 2, -0, -7, 1E+2, 0.10, 18446744073709551615, 123456789012345678901]", "my.json",
                             NumbersAs::with_text);
  REQUIRE(v.items.size() == 8);
  CHECK(v.numbers.empty());
  const char* const written[] = {
      "1.50", "2", "-0", "-7", "1E+2", "0.10", "18446744073709551615", "123456789012345678901"};
  for (std::size_t i = 0; i < 8; ++i) {
    CHECK(v.items[i].kind == Kind::number);
    CHECK(v.items[i].text == written[i]);
  }
  CHECK(v.items[4].number == 100);
  CHECK(parse("1.50").text.empty());
}

TEST_CASE("a number is the double nearest to what is written") {
  CHECK(parse("0.1").number == 0.1);
  CHECK(std::signbit(parse("-0").number));
  CHECK(parse("9007199254740993").number ==
        9007199254740992);  // 2^53 + 1 lies between two doubles; the even one is taken
  CHECK(parse("18446744073709551616").number == std::ldexp(1, 64));
  CHECK(parse("-9223372036854775809").number == -std::ldexp(1, 63));
  CHECK(parse(std::string("1").append(300, '0')).number == 1e300);
  CHECK(parse("1e-999").number == 0);
  CHECK(parse("0e999").number == 0);
}

TEST_CASE("comments, line ends and byte order marks are accepted") {
  for (const std::string_view text :
       {"// one\n[1, /* two */ 2] // three"sv, "[1,\r\n2]\r\n"sv, "/**/[1,2]/***/"sv, "\uFEFF[1, 2]"sv, "[1,//\r2]"sv,
        "\377\376[\0001\000,\0002\000]\000"sv, "\376\377\000[\0001\000,\0002\000]"sv}) {
    CAPTURE(text);
    CHECK(parse(text).numbers == std::vector<double>{1, 2});
  }
  // U+1F600 is D83D DE00 in UTF-16.
  CHECK(parse("\377\376\"\000\075\330\000\336\"\000"sv).text == "😀");
  CHECK(parse("\"http://a/*b*/\"").text == "http://a/*b*/");
}

TEST_CASE("lists and objects may stand 64 deep within each other, not 65") {
  CHECK(error_of(std::string(64, '[') + std::string(64, ']')) == "");
  // 40 columns before the place and 30 from it on are shown.
  CHECK(error_of("{\"a\":\n" + std::string(64, '[') + std::string(64, ']') + "}") ==
        "line 2, column 64: nested more than 64 deep: lists and objects may stand at most 64 deep within each other\n"
        "  2 | …" +
            std::string(41, '[') + std::string(29, ']') + "…\n" + "    | " + std::string(41, ' ') + "^");
  check_short_and_plain(error_of(std::string(1000000, '[')));
}

TEST_CASE("an error about a comma says between what it belongs") {
  check_all({
      {"{\"input\": [\n  [0.1, 0.2],\n  [0.1 0.2]\n]}",
       "line 3, column 8: found \"0.2\", needed a comma or ]: between two items of a list stands a comma\n"
       "  3 |   [0.1 0.2]\n"
       "    |        ^"},
      {"[1 2]",
       "line 1, column 4: found \"2\", needed a comma or ]: between two items of a list stands a comma\n"
       "  1 | [1 2]\n"
       "    |    ^"},
      {"{\"a\": 1 \"b\": 2}",
       "line 1, column 9: found the string \"b\", needed a comma or }: between a value and the next key stands a "
       "comma\n"
       "  1 | {\"a\": 1 \"b\": 2}\n"
       "    |         ^"},
      {"{\n  \"a\": 1\n  \"b\": 2\n}",
       "line 3, column 3: found the string \"b\", needed a comma or }: between a value and the next key stands a comma "
       "(here at the end of line 2)\n"
       "  3 |   \"b\": 2\n"
       "    |   ^"},
      {"[1, 2,]",
       "line 1, column 6: found a comma before ]: after the last item of a list stands no comma\n"
       "  1 | [1, 2,]\n"
       "    |      ^"},
      {"{\"a\": 1,\n}",
       "line 1, column 8: found a comma before }: after the last value of an object stands no comma\n"
       "  1 | {\"a\": 1,\n"
       "    |        ^"},
      {"[1,, 2]",
       "line 1, column 4: found \",\", needed a value: there is a comma too many, or an item is missing\n"
       "  1 | [1,, 2]\n"
       "    |    ^"},
      {"[, 1]",
       "line 1, column 2: found \",\", needed a value or ]: before the first item of a list stands no comma\n"
       "  1 | [, 1]\n"
       "    |  ^"},
      {"{, \"a\": 1}",
       "line 1, column 2: found \",\", needed a key: there is a comma too many\n"
       "  1 | {, \"a\": 1}\n"
       "    |  ^"},
      {"{\"a\": 1,, \"b\": 2}",
       "line 1, column 9: found \",\", needed a key: there is a comma too many\n"
       "  1 | {\"a\": 1,, \"b\": 2}\n"
       "    |         ^"},
      {"[[1] [2]]",
       "line 1, column 6: found \"[\", needed a comma or ]: between two items of a list stands a comma\n"
       "  1 | [[1] [2]]\n"
       "    |      ^"},
      {"[\"a\" \"b\"]",
       "line 1, column 6: found the string \"b\", needed a comma or ]: between two items of a list stands a comma\n"
       "  1 | [\"a\" \"b\"]\n"
       "    |      ^"},
  });
}

TEST_CASE("an error about a bracket names its partner") {
  check_all({
      {"{\"a\": [1, 2}",
       "line 1, column 12: found \"}\", needed a ]: the [ in line 1, column 7 is not closed yet, or there is a } too "
       "many\n"
       "  1 | {\"a\": [1, 2}\n"
       "    |            ^"},
      {"[1, 2",
       "line 1, column 6: found the end of the file, needed a ]: the [ in line 1, column 1 is not closed\n"
       "  1 | [1, 2\n"
       "    |      ^"},
      {"{\n\"a\": [\n1,\n",
       "line 3, column 3: found the end of the file, needed a ]: the [ in line 2, column 6 is not closed\n"
       "  3 | 1,\n"
       "    |   ^"},
      {"{\"a\": ",
       "line 1, column 6: found the end of the file, needed a }: the { in line 1, column 1 is not closed\n"
       "  1 | {\"a\": \n"
       "    |      ^"},
      {"{\"a\"",
       "line 1, column 5: found the end of the file, needed a }: the { in line 1, column 1 is not closed\n"
       "  1 | {\"a\"\n"
       "    |     ^"},
      {"]",
       "line 1, column 1: found \"]\" without its [ before it\n"
       "  1 | ]\n"
       "    | ^"},
      {"{\"a\": 1]",
       "line 1, column 8: found \"]\", needed a }: the { in line 1, column 1 is not closed yet, or there is a ] too "
       "many\n"
       "  1 | {\"a\": 1]\n"
       "    |        ^"},
      {"[1]]",
       "line 1, column 4: found \"]\", needed nothing more: the text is complete with the ] in line 1, column 3\n"
       "  1 | [1]]\n"
       "    |    ^"},
      {"{} {}",
       "line 1, column 4: found \"{\", needed nothing more: the text is complete with the } in line 1, column 2\n"
       "  1 | {} {}\n"
       "    |    ^"},
      {"{\"a\": 1}\nend",
       "line 2, column 1: found \"end\", needed nothing more: the text is complete with the } in line 1, column 8\n"
       "  2 | end\n"
       "    | ^"},
      {"1 2",
       "line 1, column 3: found \"2\", needed nothing more: the text is complete with the value in line 1, column 1\n"
       "  1 | 1 2\n"
       "    |   ^"},
      {"[\"a\": 1]",
       "line 1, column 5: found \":\", needed a comma or ]: keys and values stand in { }, not in [ ]\n"
       "  1 | [\"a\": 1]\n"
       "    |     ^"},
      {"[1;2]",
       "line 1, column 3: found \";\", needed a comma or the end of a list or an object\n"
       "  1 | [1;2]\n"
       "    |   ^"},
      {"[(1)]",
       "line 1, column 2: found \"(\", needed a value: a list stands in [ ]\n"
       "  1 | [(1)]\n"
       "    |  ^"},
      {"{\"a\", \"b\"}",
       "line 1, column 5: found \",\", needed a colon: between a key and its value stands a colon\n"
       "  1 | {\"a\", \"b\"}\n"
       "    |     ^"},
      {"{\"a\"}",
       "line 1, column 5: found \"}\", needed a colon and a value after the key\n"
       "  1 | {\"a\"}\n"
       "    |     ^"},
      {"{\"a\":}",
       "line 1, column 6: found \"}\", needed a value after the colon\n"
       "  1 | {\"a\":}\n"
       "    |      ^"},
      {"{\"a\" = 1}",
       "line 1, column 6: found \"=\", needed a colon: between a key and its value stands a colon\n"
       "  1 | {\"a\" = 1}\n"
       "    |      ^"},
      {"{\"a\" 1}",
       "line 1, column 6: found \"1\", needed a colon: between a key and its value stands a colon\n"
       "  1 | {\"a\" 1}\n"
       "    |      ^"},
      {"{[1]}",
       "line 1, column 2: found \"[\", needed a key in double quotes\n"
       "  1 | {[1]}\n"
       "    |  ^"},
      {"[\"x",
       "line 1, column 2: found a string without its closing \" in the same line (a line break within it is written "
       "\\n)\n"
       "  1 | [\"x\n"
       "    |  ^"},
      {"[\"\\",
       "line 1, column 2: found a string without its closing \" in the same line (a line break within it is written "
       "\\n)\n"
       "  1 | [\"\\\n"
       "    |  ^"},
  });
}

TEST_CASE("an error about a word says how it is written") {
  check_all({
      {"{heads: 2}",
       "line 1, column 2: found \"heads\", needed a key in double quotes, as \"heads\"\n"
       "  1 | {heads: 2}\n"
       "    |  ^"},
      {"{'heads': 2}",
       "line 1, column 2: found \"'\": a string stands in double quotes, as \"a\"\n"
       "  1 | {'heads': 2}\n"
       "    |  ^"},
      {"{1: 2}",
       "line 1, column 2: found \"1\", needed a key in double quotes, as \"1\"\n"
       "  1 | {1: 2}\n"
       "    |  ^"},
      {"[relu]",
       "line 1, column 2: found \"relu\", needed a value: a string stands in double quotes, as \"relu\"\n"
       "  1 | [relu]\n"
       "    |  ^"},
      {"[苹果]",
       "line 1, column 2: found \"苹果\", needed a value: a string stands in double quotes, as \"苹果\"\n"
       "  1 | [苹果]\n"
       "    |  ^"},
      {"['a']",
       "line 1, column 2: found \"'\": a string stands in double quotes, as \"a\"\n"
       "  1 | ['a']\n"
       "    |  ^"},
      {"[`a`]",
       "line 1, column 2: found \"`\": a string stands in double quotes, as \"a\"\n"
       "  1 | [`a`]\n"
       "    |  ^"},
      {"[None]",
       "line 1, column 2: found \"None\", which JSON writes null\n"
       "  1 | [None]\n"
       "    |  ^"},
      {"[True]",
       "line 1, column 2: found \"True\": write true in small letters\n"
       "  1 | [True]\n"
       "    |  ^"},
      {"[FALSE]",
       "line 1, column 2: found \"FALSE\": write false in small letters\n"
       "  1 | [FALSE]\n"
       "    |  ^"},
      {"[NaN]",
       "line 1, column 2: found \"NaN\", needed a number: JSON has no infinity and no NaN\n"
       "  1 | [NaN]\n"
       "    |  ^"},
      {"[-Infinity]",
       "line 1, column 2: found \"-Infinity\", needed a number: JSON has no infinity and no NaN\n"
       "  1 | [-Infinity]\n"
       "    |  ^"},
      {"[inf]",
       "line 1, column 2: found \"inf\", needed a number: JSON has no infinity and no NaN\n"
       "  1 | [inf]\n"
       "    |  ^"},
      {"[undefined]",
       "line 1, column 2: found \"undefined\", which JSON writes null\n"
       "  1 | [undefined]\n"
       "    |  ^"},
      {"[tru]",
       "line 1, column 2: found \"tru\", needed a value: a string stands in double quotes, as \"tru\"\n"
       "  1 | [tru]\n"
       "    |  ^"},
      {"[*]",
       "line 1, column 2: found \"*\", needed a value or ]\n"
       "  1 | [*]\n"
       "    |  ^"},
      {"[\\1]",
       "line 1, column 2: found \"\\1\", needed a value or ]\n"
       "  1 | [\\1]\n"
       "    |  ^"},
  });
}

TEST_CASE("an error about a number says how it is written") {
  check_all({
      {"[.5]",
       "line 1, column 2: found \".5\", which has no digit before its point: write 0.5\n"
       "  1 | [.5]\n"
       "    |  ^"},
      {"[-.5]",
       "line 1, column 2: found \"-.5\", which has no digit before its point: write -0.5\n"
       "  1 | [-.5]\n"
       "    |  ^"},
      {"[+1]",
       "line 1, column 2: found \"+1\", which begins with a plus: write 1\n"
       "  1 | [+1]\n"
       "    |  ^"},
      {"[1.]",
       "line 1, column 2: found \"1.\", which has no digit after its point: write 1.0\n"
       "  1 | [1.]\n"
       "    |  ^"},
      {"[1.e5]",
       "line 1, column 2: found \"1.e5\", which has no digit after its point: write 1.0e5\n"
       "  1 | [1.e5]\n"
       "    |  ^"},
      {"[01]",
       "line 1, column 2: found \"01\", which begins with a needless 0: write 1\n"
       "  1 | [01]\n"
       "    |  ^"},
      {"[-007]",
       "line 1, column 2: found \"-007\", which begins with a needless 0: write -7\n"
       "  1 | [-007]\n"
       "    |  ^"},
      {"[00]",
       "line 1, column 2: found \"00\", which begins with a needless 0: write 0\n"
       "  1 | [00]\n"
       "    |  ^"},
      {"[00.5]",
       "line 1, column 2: found \"00.5\", which begins with a needless 0: write 0.5\n"
       "  1 | [00.5]\n"
       "    |  ^"},
      {"[0x1F]",
       "line 1, column 2: found \"0x1F\", which is hexadecimal: write it as a decimal number\n"
       "  1 | [0x1F]\n"
       "    |  ^"},
      {"[0b1]",
       "line 1, column 2: found \"0b1\", which is binary: write it as a decimal number\n"
       "  1 | [0b1]\n"
       "    |  ^"},
      {"[1/3]",
       "line 1, column 2: found \"1/3\", which is a fraction: write it as a decimal number, as 0.25 for 1/4\n"
       "  1 | [1/3]\n"
       "    |  ^"},
      {"[1 / 3]",
       "line 1, column 4: found \"/\" after a number: JSON does not calculate, write the result\n"
       "  1 | [1 / 3]\n"
       "    |    ^"},
      {"[1+1]",
       "line 1, column 2: found \"1+1\", which is a calculation: write its result\n"
       "  1 | [1+1]\n"
       "    |  ^"},
      {"[2*3]",
       "line 1, column 2: found \"2*3\", which is a calculation: write its result\n"
       "  1 | [2*3]\n"
       "    |  ^"},
      {"[1 + 1]",
       "line 1, column 4: found \"+\" after a number: JSON does not calculate, write the result\n"
       "  1 | [1 + 1]\n"
       "    |    ^"},
      {"[50%]",
       "line 1, column 2: found \"50%\", which is a percentage: write it as a decimal number, as 0.25 for 25%\n"
       "  1 | [50%]\n"
       "    |  ^"},
      {"[1_000]",
       "line 1, column 2: found \"1_000\", which has something between its digits: write the digits only\n"
       "  1 | [1_000]\n"
       "    |  ^"},
      {"[1.2.3]",
       "line 1, column 2: found \"1.2.3\", which has two points\n"
       "  1 | [1.2.3]\n"
       "    |  ^"},
      {"[1e]",
       "line 1, column 2: found \"1e\", which has no digit after its e\n"
       "  1 | [1e]\n"
       "    |  ^"},
      {"[1e+]",
       "line 1, column 2: found \"1e+\", which has no digit after its e\n"
       "  1 | [1e+]\n"
       "    |  ^"},
      {"[-]",
       "line 1, column 2: found \"-\", which is a sign without a number\n"
       "  1 | [-]\n"
       "    |  ^"},
      {"[- 1]",
       "line 1, column 2: found \"-\", which is a sign without a number\n"
       "  1 | [- 1]\n"
       "    |  ^"},
      {"[--1]",
       "line 1, column 2: found \"--1\", which is not a number\n"
       "  1 | [--1]\n"
       "    |  ^"},
      {"[1x]",
       "line 1, column 2: found \"1x\", which is not a number\n"
       "  1 | [1x]\n"
       "    |  ^"},
      {"[1e999]",
       "line 1, column 2: the number 1e999 is too large (a double holds up to 1.8e308)\n"
       "  1 | [1e999]\n"
       "    |  ^"},
      {"[\n1,\n-1e400]",
       "line 3, column 1: the number -1e400 is too large (a double holds up to 1.8e308)\n"
       "  3 | -1e400]\n"
       "    | ^"},
  });
}

TEST_CASE("an error about a character that only looks right names the right one") {
  check_all({
      {"[1，2]",
       "line 1, column 3: found a full-width comma, needed a plain ,\n"
       "  1 | [1，2]\n"
       "    |   ^"},
      {"{\"a\"：1}",
       "line 1, column 5: found a full-width colon, needed a plain :\n"
       "  1 | {\"a\"：1}\n"
       "    |     ^"},
      {"[\"小明\"， 1]",
       "line 1, column 6: found a full-width comma, needed a plain ,\n"
       "  1 | [\"小明\"， 1]\n"
       "    |        ^"},
      {"{“a”: 1}",
       "line 1, column 2: found a curly quote, needed a straight \"\n"
       "  1 | {“a”: 1}\n"
       "    |  ^"},
      {"[‘a’]",
       "line 1, column 2: found a curly quote, needed a straight \"\n"
       "  1 | [‘a’]\n"
       "    |  ^"},
      {"[−1]",
       "line 1, column 2: found a typographic minus (U+2212), needed a plain -\n"
       "  1 | [−1]\n"
       "    |  ^"},
      {"[–1]",
       "line 1, column 2: found a dash (U+2013), needed a plain -\n"
       "  1 | [–1]\n"
       "    |  ^"},
      {"[１]",
       "line 1, column 2: found a full-width digit, needed a plain 1\n"
       "  1 | [１]\n"
       "    |  ^"},
      {"[∞]",
       "line 1, column 2: found an infinity sign, needed a number: JSON has no infinity\n"
       "  1 | [∞]\n"
       "    |  ^"},
      {"【1]",
       "line 1, column 1: found a Chinese bracket, needed a plain [\n"
       "  1 | 【1]\n"
       "    | ^"},
      {"[1,\u30002]",
       "line 1, column 4: found an ideographic space (U+3000), needed a plain space\n"
       "  1 | [1,\u30002]\n"
       "    |    ^"},
      {"[1,\u00A02]",
       "line 1, column 4: found a no-break space (U+00A0), needed a plain space\n"
       "  1 | [1,\u00A02]\n"
       "    |    ^"},
      {"[\u200B1]",
       "line 1, column 2: found an invisible space (U+200B): leave it out\n"
       "  1 | [\u200B1]\n"
       "    |  ^"},
      {"\uFEFF\uFEFF[1]",
       "line 1, column 1: found a second byte order mark (U+FEFF): leave it out\n"
       "  1 | \uFEFF[1]\n"
       "    | ^"},
      {"[\0131]",
       "line 1, column 2: found the control character \\u000b: leave it out\n"
       "  1 | [\\u000b1]\n"
       "    |  ^"},
      {"[1\u202E]",
       "line 1, column 2: found \"1\\u202e\", which is not a number\n"
       "  1 | [1\\u202e]\n"
       "    |  ^"},
  });
}

TEST_CASE("an error about a comment shows how one begins") {
  check_all({
      {"# heads\n{}",
       "line 1, column 1: found \"#\": a comment begins with // or stands between /* and */\n"
       "  1 | # heads\n"
       "    | ^"},
      {"[1] # one",
       "line 1, column 5: found \"#\": a comment begins with // or stands between /* and */\n"
       "  1 | [1] # one\n"
       "    |     ^"},
      {"<!-- a --> {}",
       "line 1, column 1: found \"<!--\": a comment begins with // or stands between /* and */\n"
       "  1 | <!-- a --> {}\n"
       "    | ^"},
      {"[1, -- one\n2]",
       "line 1, column 5: found \"--\": a comment begins with // or stands between /* and */\n"
       "  1 | [1, -- one\n"
       "    |     ^"},
      {"/ one\n[1]",
       "line 1, column 1: found \"/\": a comment begins with // or stands between /* and */\n"
       "  1 | / one\n"
       "    | ^"},
      {"[1 */ ]",
       "line 1, column 4: found \"*/\", the end of a comment that has no beginning /*\n"
       "  1 | [1 */ ]\n"
       "    |    ^"},
      {"[1, /* one",
       "line 1, column 5: found /* without */: the comment never ends\n"
       "  1 | [1, /* one\n"
       "    |     ^"},
  });
}

TEST_CASE("an error inside a string points at the place inside it") {
  check_all({
      {"[\"a\n\"]",
       "line 1, column 2: found a string without its closing \" in the same line (a line break within it is written "
       "\\n)\n"
       "  1 | [\"a\n"
       "    |  ^"},
      {"[\"a]",
       "line 1, column 2: found a string without its closing \" in the same line (a line break within it is written "
       "\\n)\n"
       "  1 | [\"a]\n"
       "    |  ^"},
      {"[\"a\tb\"]",
       "line 1, column 4: found a tab inside a string: there it is written \\t\n"
       "  1 | [\"a\\tb\"]\n"
       "    |    ^"},
      {"[\"a\001b\"]",
       "line 1, column 4: found the control character \\u0001 inside a string: leave it out\n"
       "  1 | [\"a\\u0001b\"]\n"
       "    |    ^"},
      {"[\"\\x\"]",
       "line 1, column 3: found \"\\x\" inside a string: a backslash is written \\\\\n"
       "  1 | [\"\\x\"]\n"
       "    |   ^"},
      {"[\"\\alpha\"]",
       "line 1, column 3: found \"\\a\" inside a string: a backslash is written \\\\\n"
       "  1 | [\"\\alpha\"]\n"
       "    |   ^"},
      {"[\"\\é\"]",
       "line 1, column 3: found \"\\é\" inside a string: a backslash is written \\\\\n"
       "  1 | [\"\\é\"]\n"
       "    |   ^"},
      {"[\"\\u12\"]",
       "line 1, column 3: found \\u inside a string, needed four digits 0-9 or a-f after it, as in \\u00e9\n"
       "  1 | [\"\\u12\"]\n"
       "    |   ^"},
      {"[\"\\ud800\"]",
       "line 1, column 3: found \"\\ud800\", the first half of a character, needed its second half (\\udc00 to "
       "\\udfff) after it\n"
       "  1 | [\"\\ud800\"]\n"
       "    |   ^"},
      {"[\"\\ud800\\u0041\"]",
       "line 1, column 3: found \"\\ud800\", the first half of a character, needed its second half (\\udc00 to "
       "\\udfff) after it\n"
       "  1 | [\"\\ud800\\u0041\"]\n"
       "    |   ^"},
      {"[\"\\ude00\"]",
       "line 1, column 3: found \"\\ude00\", the second half of a character, without its first half\n"
       "  1 | [\"\\ude00\"]\n"
       "    |   ^"},
      {"{\"\\q\": 1}",
       "line 1, column 3: found \"\\q\" inside a string: a backslash is written \\\\\n"
       "  1 | {\"\\q\": 1}\n"
       "    |   ^"},
  });
}

TEST_CASE("a text with nothing in it is an error") {
  check_all({
      {"",
       "line 1, column 1: the file is empty\n"
       "  1 | \n"
       "    | ^"},
      {" \n\t",
       "line 1, column 1: the file is empty\n"
       "  1 |  \n"
       "    | ^"},
      {"\uFEFF",
       "line 1, column 1: the file is empty\n"
       "  1 | \n"
       "    | ^"},
      {"\377\376",
       "line 1, column 1: the file is empty\n"
       "  1 | \n"
       "    | ^"},
      {"// one\n/* two */\n",
       "line 1, column 1: there is nothing but comments in the file\n"
       "  1 | // one\n"
       "    | ^"},
  });
}

TEST_CASE("a text that is not UTF-8 is said to be what it looks like") {
  check_all({
      {"{\n\"t\": \"caf\351\"}",
       "line 2, column 10: the text is not UTF-8 (perhaps Latin-1): save it as UTF-8\n"
       "  2 | \"t\": \"caf\\xe9\"}\n"
       "    |          ^"},
      {"[\"M\374ller\"]",
       "line 1, column 4: the text is not UTF-8 (perhaps GBK or Latin-1): save it as UTF-8\n"
       "  1 | [\"M\\xfcller\"]\n"
       "    |    ^"},
      {"[\"\316\322\260\256\304\343\"]",
       "line 1, column 3: the text is not UTF-8; it looks like GBK: save it as UTF-8\n"
       "  1 | [\"\\xceҰ\\xae\\xc4\\xe3\"]\n"
       "    |   ^"},
      {"[\"\377\"]",
       "line 1, column 3: the text is not UTF-8 (perhaps Latin-1): save it as UTF-8\n"
       "  1 | [\"\\xff\"]\n"
       "    |   ^"},
      {"[1\000]"sv,
       "line 1, column 3: found a NUL character (a byte that is 0), which no text has: is this a text file?\n"
       "  1 | [1\\u0000]\n"
       "    |   ^"},
      {"\000[\0001\000]"sv, "line 1: the text looks like UTF-16: save it as UTF-8"},
      {"[\0001\000]\000"sv, "line 1: the text looks like UTF-16: save it as UTF-8"},
      {"\377\376\000\000[\000\000\000"sv, "line 1: the text looks like UTF-32: save it as UTF-8"},
      {"[\000\000\000]\000\000\000"sv, "line 1: the text looks like UTF-32: save it as UTF-8"},
      {"\377\376[\000\"\000\000\330\"\000]\000"sv,
       "line 1, column 3: half of a UTF-16 character is missing here: save the file as UTF-8\n"
       "  1 | [\"�\"]\n"
       "    |   ^"},
      {"\376\377\000[\000\"\334\000\000\"\000]"sv,
       "line 1, column 3: half of a UTF-16 character is missing here: save the file as UTF-8\n"
       "  1 | [\"�\"]\n"
       "    |   ^"},
      {"\377\376[\000]\000 "sv,
       "line 1, column 3: the file is UTF-16, but ends in the middle of a character (an odd number of bytes): save it "
       "as UTF-8\n"
       "  1 | []\n"
       "    |   ^"},
      {"\377\376[\0001\000 \0002\000]\000"sv,
       "line 1, column 4: found \"2\", needed a comma or ]: between two items of a list stands a comma\n"
       "  1 | [1 2]\n"
       "    |    ^"},
  });
}

TEST_CASE("a key that stands twice is an error with both lines") {
  check_all({
      {"{\"a\": 1, \"a\": 2}", "the key \"a\" stands twice in line 1"},
      {"{\"weights\": [{}, {\n\"Wq\": 1,\n\"Wk\": 2,\n\"Wq\": 3}]}",
       "weights[1]: the key \"Wq\" stands twice, in line 2 and in line 4"},
      {"{\"\\u0061\": 1,\n\"a\": 1}", "the key \"a\" stands twice, in line 1 and in line 2"},
  });
}

TEST_CASE("columns count characters, and the caret stands below the right one") {
  check_all({
      {"[\"小明\" \"红\"]",
       "line 1, column 7: found the string \"红\", needed a comma or ]: between two items of a list stands a comma\n"
       "  1 | [\"小明\" \"红\"]\n"
       "    |         ^"},
      {"{\r\n\"a\" 1\r\n}",
       "line 2, column 5: found \"1\", needed a colon: between a key and its value stands a colon\n"
       "  2 | \"a\" 1\n"
       "    |     ^"},
      {"{\r\"a\" 1\r}",
       "line 2, column 5: found \"1\", needed a colon: between a key and its value stands a colon\n"
       "  2 | \"a\" 1\n"
       "    |     ^"},
      {"\t\t[1 2]",
       "line 1, column 6: found \"2\", needed a comma or ]: between two items of a list stands a comma\n"
       "  1 |   [1 2]\n"
       "    |      ^"},
      {"[\"a\u202Eb\" 1]",
       "line 1, column 8: found \"1\", needed a comma or ]: between two items of a list stands a comma\n"
       "  1 | [\"a\\u202eb\" 1]\n"
       "    |             ^"},
  });
}

TEST_CASE("of a long line about 70 columns around the place are shown") {
  CHECK(error_of('[' + std::string(400, '9') + ']') == "line 1, column 2: the number " + std::string(39, '9') +
                                                           "… is too large (a double holds up to 1.8e308)\n"
                                                           "  1 | [" +
                                                           std::string(69, '9') +
                                                           "…\n"
                                                           "    |  ^");
  std::string ones, twos, wide;
  for (int i = 0; i < 40; ++i) ones += "1, ", twos += "2, ";
  for (int i = 0; i < 60; ++i) wide += "一";
  CHECK(error_of('[' + ones + "x, " + twos + "3]") ==
        "line 1, column 122: found \"x\", needed a value: a string stands in double quotes, as \"x\"\n"
        "  1 | … 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, x, 2, 2, 2, 2, 2, 2, 2, 2, 2, …\n"
        "    |                                          ^");
  // 70 columns less the two of 1] are 68: two for the quote and the space, 33 wide characters.
  CHECK(error_of("[\"" + wide + "\" 1]") ==
        "line 1, column 65: found \"1\", needed a comma or ]: between two items of a list stands a comma\n"
        "  1 | …" +
            wide.substr(0, 3 * 33) +
            "\" 1]\n"
            "    | " +
            std::string(69, ' ') + "^");
}

TEST_CASE("a message is short and plain, whatever the text and the name") {
  const std::string long_key(1000000, 'k');
  std::string accents = "a", deep;
  for (int i = 0; i < 100000; ++i) accents += "\u0301";
  for (int i = 0; i < 60; ++i) deep += "{\"" + accents + "\": ";
  for (const std::string& text :
       {"{\"" + long_key + "\": 1, \"" + long_key + "\": 1}", '{' + long_key, "[\"" + long_key, '[' + accents + " x]",
        "[\"" + accents + "\" \"" + accents + "\"]", deep + "{\"a\": 1, \"a\": 2",
        deep + "{\"" + accents + "\": 1, \"" + accents + "\": 2}", std::string(1000000, '\x1b'),
        std::string(1000000, '\xff'), "[1" + std::string(1000000, ' ') + "2]", std::string(1000000, '\n') + "x"}) {
    try {
      parse_json(text, std::string(10000, '\x1b') + accents);
      FAIL("accepted");
    } catch (const Error& e) {
      check_short_and_plain(e.what());
    }
  }
}

TEST_CASE("the name of the file is shown escaped") {
  CHECK_THROWS_WITH_AS(parse_json("{\"a\":1,\"a\":2}", "a\x1b.json"),
                       "a\\u001b.json: the key \"a\" stands twice in line 1", Error);
}

TEST_CASE("of many keys the one that stands twice is found") {
  std::string text = "{";
  for (int i = 0; i < 100000; ++i) text += "\"k" + std::to_string(i) + "\": {},\n";
  CHECK(error_of(text + "\"end\": 1}") == "");
  CHECK(error_of(text + "\"k9\": 1}") == "the key \"k9\" stands twice, in line 10 and in line 100001");
}

// The files of JSONTestSuite: y must be accepted, n refused, i may be either.
TEST_CASE("every file of the JSON test suite is accepted or refused as it should be") {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(MHA_SHARED_DIR) / "jsontestsuite";
  if (!fs::exists(folder)) {
    MESSAGE("left out: there is no folder " << folder.string());
    return;
  }
  // What else is accepted: comments. What else is refused: a key that stands twice.
  const std::string_view accepted[] = {"n_object_trailing_comment.json", "n_object_trailing_comment_slash_open.json",
                                       "n_structure_object_with_comment.json"};
  const std::string_view refused[] = {"y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json"};
  int files = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".json") continue;
    CAPTURE(name);
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const std::string message = error_of(text);
    check_short_and_plain(message);
    ++files;
    if (name.starts_with("i_")) continue;
    const bool good =
        name.starts_with("y_") ? std::ranges::count(refused, name) == 0 : std::ranges::count(accepted, name) > 0;
    CHECK(message.empty() == good);
    if (!good) CHECK(message.find("line ") != std::string::npos);
  }
  CHECK(files > 300);
}
