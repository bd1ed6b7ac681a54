// Errors that point at a place of a text: line, column and the line itself with a caret below. Whatever the text, such
// a message is three short lines without control characters.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "error.hpp"

namespace mha {

struct LineColumn {
  std::size_t line = 1, column = 1;  // from 1; a column is a code point; lines end with LF, CRLF or CR
};
LineColumn line_column(std::string_view text, std::size_t at);

// "line 3, column 14"
std::string where(std::string_view text, std::size_t at);

// At most `width` columns and 4 * width bytes of the text, escaped, with … where something was cut off.
std::string excerpt(std::string_view text, std::size_t width);

// "PLACE: line 3, column 14: MESSAGE", then the line and its caret. `at` may be text.size().
Error error_at(std::string_view text, std::size_t at, const std::string& place, const std::string& message);

}  // namespace mha
