#include "text/label.hpp"

#include <algorithm>

#include "text/unicode.hpp"

namespace mha {
namespace {

bool one_of(char32_t c, std::u32string_view set) { return set.find(c) != std::u32string_view::npos; }
bool within(char32_t c, char32_t first, char32_t last) { return first <= c && c <= last; }

bool is_space(char32_t c) {
  return c == ' ' || within(c, '\t', '\r') || within(c, 0x2000, 0x200A) ||
         one_of(c, U"\u0085\u00A0\u1680\u180E\u2028\u2029\u202F\u205F\u3000") ||
         one_of(c, U"\u200B\u2060\uFEFF");  // of no width at all
}

// Something that divides cells, encloses them or makes them an equation. A backslash is what LaTeX ends a row with.
bool separates(char32_t c) {
  return is_space(c) || one_of(c, U",;&|()[]{}=:\"\\") || one_of(c, U"，；、＆｜（）［］｛｝＝：＂＼");
}

// First character of a number, of a comment or of something in quotes; "3rd" and "-x" too.
bool starts_something(char32_t c) {
  return within(c, '0', '9') || within(c, U'０', U'９') || one_of(c, U"+-.") || one_of(c, U"＋－．") ||
         one_of(c, U"−–—±≈~～∞") || one_of(c, U"#＃'`");
}

bool is_blank(std::u32string_view text) {
  return std::ranges::all_of(text, [](char32_t c) { return one_of(c, U"?_？＿"); });
}

// Words that some reader of numbers knows, in any case. Those with a sign are seen to by starts_something.
bool is_number_word(std::string_view text) {
  std::string lower;
  for (const char c : text) lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower == "inf" || lower == "infinity" || lower == "nan" || lower == "null";
}

}  // namespace

std::string label(std::string_view text) {
  if (first_invalid_utf8(text) != std::string_view::npos || escaped(text) != text) return json_string(text);
  std::u32string characters;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint c = decode(text, at);
    characters += c.value;
    at += c.bytes;
  }
  const bool seen = display_width(text) > 0;
  const bool plain = seen && !starts_something(characters.front()) && !is_blank(characters) && !is_number_word(text) &&
                     std::ranges::none_of(characters, separates);
  return plain ? std::string(text) : json_string(text);
}

}  // namespace mha
