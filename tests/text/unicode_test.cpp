#include "text/unicode.hpp"

#include <doctest/doctest.h>

#include <utility>

namespace mha {
namespace {

std::string utf8(char32_t c) {
  std::string out;
  append_utf8(out, c);
  return out;
}

}  // namespace

TEST_CASE("decode reads what append_utf8 writes, for every code point") {
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    const std::string text = utf8(c);
    const CodePoint read = decode(text, 0);
    REQUIRE(read.value == c);
    REQUIRE(read.bytes == text.size());
  }
  // RFC 3629: A ≢ Α . = 41 E2 89 A2 CE 91 2E, and 𣎴 = F0 A3 8E B4
  CHECK(utf8('A') + utf8(0x2262) + utf8(0x391) + utf8('.') == "\x41\xE2\x89\xA2\xCE\x91\x2E");
  CHECK(utf8(0x233B4) == "\xF0\xA3\x8E\xB4");
}

TEST_CASE("the first byte that is not UTF-8 is found") {
  for (const char* text : {"", "abc", "我爱你", "é", "\U0010FFFF", "\uFFFE"}) {
    CHECK(first_invalid_utf8(text) == std::string_view::npos);
  }
  for (const char* bad :
       {"\x80", "\xBF", "\xC3", "\xC3(", "\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xE0\x9F\xBF", "\xE6\x88",
        "\xED\xA0\x80", "\xED\xBF\xBF", "\xF0\x80\x80\x80", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80",
        "\xF8\x88\x80\x80\x80", "\xFE", "\xFF", "\xB0\xAE" /* 爱 in GBK */}) {
    CHECK(first_invalid_utf8(bad) == 0);
    CHECK(first_invalid_utf8(std::string("我") + bad) == 3);
  }
}

TEST_CASE("the width is the number of columns in a terminal") {
  const std::pair<const char*, std::size_t> rows[] = {
      {"", 0},
      {"abc", 3},
      {"é", 1},
      {"e\u0301", 1},             // e and a combining acute
      {"我爱你", 6},              // East Asian wide
      {"ＡＢ，", 6},              // fullwidth
      {"ｱ", 1},                   // halfwidth
      {"한", 2},                  //
      {"\u1112\u1161\u11AB", 2},  // the same 한 from its three letters
      {"か\u3099", 2},            // が with a combining mark
      {"α → β ½ ①", 9},           // ambiguous characters are narrow
      {"สวัสดี", 4},                // 6 code points, two of them above the line
      {"a\u200Bb\uFEFFc\u2060", 3},
      {"\u0645\u200D\u0645", 2},  // a joiner between letters joins no places
      {"🙂", 2},
      {"👍🏽", 2},  // with a skin tone
      {"🏽", 2},      // the skin tone alone
      {"☝🏽", 2},
      {"👨‍👩‍👧", 2},  // a family: three emoji, joined
      {"❤", 1},                   // as text
      {"❤️", 2},              // as an emoji
      {"❤️‍🔥", 2},
      {"👩‍❤️‍👨", 2},
      {"🏳️‍🌈", 2},
      {"1️⃣", 2},  // keycap
      {"1", 1},
      {"🇨🇳", 2},  // two regional indicators
      {"🇨🇳🇩🇪", 4},
      {"🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2},  // a flag spelled in tags
      {"𠮷", 2},                            // plane 2
      {"♥a️", 2},                       // a letter has no emoji style
      {"我\u0301a🙂b", 6},
      {"\xff", 1},
  };
  for (const auto& row : rows) {
    CAPTURE(row.first);
    CHECK(display_width(row.first) == row.second);
  }
}

TEST_CASE("widths of ranges are those of East Asian Width") {
  for (char32_t c = 0x20; c < 0x7F; ++c) CHECK(display_width(utf8(c)) == 1);
  for (char32_t c = 0xA1; c < 0x300; ++c) CHECK(display_width(utf8(c)) == 1);
  for (char32_t c = 0x300; c < 0x370; ++c) CHECK(display_width(utf8(c)) == 0);  // combining diacritical marks
  for (char32_t c = 0x4E00; c < 0xA000; ++c) REQUIRE(display_width(utf8(c)) == 2);
  for (char32_t c = 0xAC00; c < 0xD7A4; ++c) REQUIRE(display_width(utf8(c)) == 2);
  for (char32_t c = 0xFF61; c < 0xFFBF; ++c) CHECK(display_width(utf8(c)) == 1);
  for (char32_t c = 0xFE00; c < 0xFE10; ++c) CHECK(display_width(utf8(c)) == 0);  // variation selectors
  for (char32_t c = 0xE0100; c < 0xE01F0; ++c) CHECK(display_width(utf8(c)) == 0);
}

TEST_CASE("what could move a cursor or turn a line round is escaped") {
  const std::pair<std::string, const char*> rows[] = {
      {"我 don't 🙂 \\ \"", "我 don't 🙂 \\ \""},
      {"a\nb\tc\r\b\f", R"(a\nb\tc\r\b\f)"},
      {std::string("\0", 1), R"(\u0000)"},
      {"\x1b[31m", R"(\u001b[31m)"},
      {"\x7f", R"(\u007f)"},
      {"\u009b", R"(\u009b)"},
      {"\u00a0", "\u00a0"},
      {"\u2028\u2029", R"(\u2028\u2029)"},
      {"\u061c\u200e\u200f", R"(\u061c\u200e\u200f)"},
      {"\u202a\u202e\u2066\u2069", R"(\u202a\u202e\u2066\u2069)"},
      {"\u200d\u2065", "\u200d\u2065"},
      {"a\xff\xb0", R"(a\xff\xb0)"},
      {"\xe6\x88", R"(\xe6\x88)"},
  };
  for (const auto& [text, expected] : rows) CHECK(escaped(text) == expected);
}

TEST_CASE("a JSON string escapes also quotes and backslashes, and has no bytes that are not UTF-8") {
  CHECK(json_string("") == R"("")");
  CHECK(json_string("我爱你") == R"("我爱你")");
  CHECK(json_string("a\"b\\c/") == R"("a\"b\\c/")");
  CHECK(json_string("\n\x1b\u202e") == R"("\n\u001b\u202e")");
  CHECK(json_string("a\xff"
                    "b") == R"("a\ufffdb")");
}

TEST_CASE("a long text is cut off with … in the last column") {
  const std::pair<std::pair<const char*, std::size_t>, const char*> rows[] = {
      {{"abcdef", 6}, "abcdef"},
      {{"abcdef", 5}, "abcd…"},
      {{"abcdef", 1}, "…"},
      {{"abcdef", 0}, ""},
      {{"", 5}, ""},
      {{"我爱你", 6}, "我爱你"},
      {{"我爱你", 5}, "我爱…"},
      {{"我爱你", 4}, "我…"},  // half of 爱 does not fit
      {{"e\u0301e\u0301e\u0301", 2}, "e\u0301…"},
      {{"ab\ncd", 6}, R"(ab\ncd)"},
      {{"ab\ncd", 4}, "ab…"},  // not half an escape
      {{"👨‍👩‍👧x", 2}, "…"},
      {{"👨‍👩‍👧xy", 3}, "👨‍👩‍👧…"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.first.first);
    CHECK(shortened(row.first.first, row.first.second) == row.second);
  }
}

TEST_CASE("a heap of accents is cut off too") {
  std::string heap = "e";
  for (int i = 0; i < 100000; ++i) heap += "\u0301";
  const std::string cut = shortened(heap, 10);
  CHECK(cut.size() <= 10 * bytes_per_column + 3);
  CHECK(cut.ends_with("…"));
  CHECK(first_invalid_utf8(cut) == std::string_view::npos);
}

}  // namespace mha
