// `mha --help`, and `mha COMMAND --help`, from the table of options.hpp.
#pragma once

#include <string>

#include "cli/options.hpp"
#include "text/words.hpp"

namespace mha {

// At most 80 columns wide; that of the computing command names the other commands and fits on one screen.
std::string help(const Command& command, Language language);

}  // namespace mha
