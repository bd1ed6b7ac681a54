// Columns of text that line up, also with Chinese in them.
#pragma once

#include <string>
#include <vector>

namespace mha {

// One line per row: the first column to the left, the others to the right, two spaces between them; no spaces at the
// end of a line. Rows may have fewer cells than the first one.
std::string aligned(const std::vector<std::vector<std::string>>& rows);

}  // namespace mha
