// What the program wants to know of its surroundings.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>

#include "text/words.hpp"

namespace mha {

Language language_of_the_user();              // LC_ALL, else LC_MESSAGES, else LANG; else what Windows speaks
bool shows_color(const std::ostream& out);    // a terminal that can, and no NO_COLOR
bool can_take_back(const std::ostream& err);  // standard error, and a terminal on which a line can be erased

// Paths are UTF-8 on the command line and in messages.
std::filesystem::path path_of(const std::string& text);
std::string text_of(const std::filesystem::path& path);

}  // namespace mha
