// The manual page, from the table of options.hpp.
#pragma once

#include <string>

#include "text/words.hpp"

namespace mha {

std::string manual(Language language);  // man(7) source in UTF-8

}  // namespace mha
