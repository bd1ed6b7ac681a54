// Any text as LaTeX that sets it and does nothing else.
#pragma once

#include <string>
#include <string_view>

namespace mha {

// The text as it is read, not as it could be executed; what escaped() shows as an escape (see unicode.hpp) is one here
// too.
std::string latex_escaped(std::string_view text);

}  // namespace mha
