// What has to be known of Unicode to line up columns and to keep a terminal safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mha {

struct CodePoint {
  char32_t value = 0;
  std::size_t bytes = 0;  // 0: the bytes at this place are not UTF-8
};
// The code point that starts at `at` < text.size(). Overlong forms, surrogates and values over 10FFFF are not UTF-8.
CodePoint decode(std::string_view text, std::size_t at);
void append_utf8(std::string& out, char32_t c);
std::size_t first_invalid_utf8(std::string_view text);  // npos: all of it is UTF-8

// Columns of a terminal: East Asian wide and fullwidth characters and emoji count 2, combining marks, zero-width
// characters and variation selectors 0.
std::size_t display_width(std::string_view text);

// Control characters (C0, DEL, C1), line and paragraph separators and bidirectional controls as \n, \t, \u001b, …;
// bytes that are not UTF-8 as \xff. Everything else stays.
std::string escaped(std::string_view text);

// A JSON string, quotes included, in which also all of the above is escaped.
std::string json_string(std::string_view text);

// At most `width` columns of escaped(text), with … at the end where something was cut off; and about 16 bytes a column,
// so that a heap of accents on one letter stays short (an emoji family has 25 bytes in two columns).
inline constexpr std::size_t bytes_per_column = 16;
std::string shortened(std::string_view text, std::size_t width);

// The same in double quotes: how a message repeats what somebody wrote.
std::string in_quotes(std::string_view text, std::size_t width = 40);

}  // namespace mha
