// `mha --help`, and `mha COMMAND --help`, from the table of options.hpp.
#pragma once

#include <string>
#include <string_view>

#include "cli/options.hpp"
#include "text/words.hpp"

namespace mha {

// At most 80 columns wide; that of the computing command names the other commands and fits on one screen.
std::string help(const Command& command, Language language);

std::string usage(const Command& command);  // "mha check ANSWERS… [--config CONFIG]"
// What the option does for that command.
std::string meaning(const Command& command, const Option& option, Language language);
std::string_view examples(Language language);  // a line each

}  // namespace mha
