#include "text/label.hpp"

#include <doctest/doctest.h>

#include "text/unicode.hpp"

namespace mha {

TEST_CASE("words stay as they are") {
  for (const char* text :
       {"我",       "love",   "don't", "café", "🙂", "t1", "x²", "Wq",    "爱情", "e5",
        "infinite", "nano",   "a-b",   "a.b",  "a_b",  "_a", "?a", "what?", "Ω",    "👨‍👩‍👧",
        "人。",     "naïve!", "a/b",   "<s>",  "**",   "…",  "C#", "%"}) {
    CHECK(label(text) == text);
  }
}

TEST_CASE("what could be read as anything else is quoted") {
  const char* const numbers[] = {".5",   "2.",        "1e-3",     "1/3",  "−0.5", "０．５", "≈ 0.33", "≈0.33",
                                 "+1",   "-inf",      "−∞",       "∞",    "inf",  "INF",    "nan",    "NaN",
                                 "null", "-Infinity", "Infinity", "+inf", "3",    "3rd",    "-x",     "- ",
                                 "．５", "－１",      "＋１",     "0x10", "1,5",  "–1",     "~3",     "±1"};
  const char* const blanks[] = {"", "?", "_", "？", "___", "??", "＿"};
  const char* const spaces[] = {" ",      "a b",    " a",     "a ",     "a\u00A0b", "a\u3000b",
                                "\u2009", "\u200B", "\u200D", "\u0301", "\uFEFF",   "New York"};
  const char* const separators[] = {"a,b",  "a;b", "a&b", "a|b",   "(a",    "a)",    "[CLS]", "{a}",  "a=b",  "a:b",
                                    "a，b", "；",  "、",  "（a）", "［a］", "｛a｝", "a｜b",  "a＆b", "a：b", "x＝y"};
  const char* const starts[] = {"#", "##?", "#a", "'a", "`a"};
  const auto quoted = [](const char* text) { CHECK(label(text) == '"' + std::string(text) + '"'); };
  for (const char* text : numbers) quoted(text);
  for (const char* text : blanks) quoted(text);
  for (const char* text : spaces) quoted(text);
  for (const char* text : separators) quoted(text);
  for (const char* text : starts) quoted(text);
}

TEST_CASE("a quoted label is a JSON string") {
  CHECK(label("\"a\"") == R"("\"a\"")");
  CHECK(label("5\"") == R"("5\"")");
  CHECK(label("say\"hi") == R"("say\"hi")");
  CHECK(label("a\\b") == R"("a\\b")");
  CHECK(label("a\nb") == R"("a\nb")");
  CHECK(label("a\tb") == R"("a\tb")");
  CHECK(label("\x1b[31m") == R"("\u001b[31m")");
  CHECK(label("a\u202Eb") == R"("a\u202eb")");
  CHECK(label("a\xff") == R"("a\ufffd")");
}

TEST_CASE("a bare label has no character that would have been escaped") {
  for (char32_t c = 0; c < 0x3000; ++c) {
    std::string text = "a";
    append_utf8(text, c);
    const std::string written = label(text);
    CHECK(written == (written[0] == '"' ? json_string(text) : escaped(text)));
  }
}

}  // namespace mha
