// How a row or column label is written in a text trace, so that it reads back as the same label and nothing else.
#pragma once

#include <string>
#include <string_view>

namespace mha {

// The text as it is, or as a JSON string where it could be read as anything else: empty, with spaces, a number or
// minus infinity in any spelling that answers may have, a blank (? or _), a separator or bracket in it, starting with
// # or ", or with characters that are escaped (see unicode.hpp).
std::string label(std::string_view text);

}  // namespace mha
