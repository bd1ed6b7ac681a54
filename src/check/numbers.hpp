// The spellings of a number that a person may use.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "check/answers.hpp"

namespace mha {

inline constexpr std::size_t max_number_bytes = 400;

// Characters that a keyboard or a word processor puts in the place of an ASCII one: ０ (full width), − (U+2212), ⁄.
// Returns the character itself where there is none.
char32_t plain_character(char32_t c);

bool is_space(char32_t c);  // of any width but none

bool is_about(std::string_view word);  // ≈ or ~ alone, which stand before a number

// .5, 2., +1, 1e-3, 1/3, −0.5, ０．５, ≈ 0.33, = 0.33; -inf, −∞, -Infinity, -\infty; ?, _, null. Spaces at the ends do
// not matter. Nothing: it is no cell.
std::optional<Cell> read_cell(std::string_view word);

// Why it is none, for a message.
std::string why_no_cell(std::string_view word);

}  // namespace mha
