// The forms in which answers may be written, one reader for each. They are given UTF-8 without a byte order mark.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "check/answers.hpp"
#include "error.hpp"

namespace mha {

inline constexpr std::size_t max_cells = 4'000'000;
inline constexpr std::size_t shown_name = 200;  // columns of a file's name in a message

Answers read_text_answers(std::string_view text, const std::string& place);
Answers read_json_answers(std::string_view text, const std::string& place);

Error too_many_cells(const std::string& place, const std::string& found);

// Whether these are the last words of the id: ln1.mean of block1.ln1.mean. The whole id is, too.
bool is_ending(std::string_view id, std::string_view words);

}  // namespace mha
