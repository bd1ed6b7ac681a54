#include "text/table.hpp"

#include <algorithm>

#include "text/unicode.hpp"

namespace mha {

std::string aligned(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const std::vector<std::string>& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t j = 0; j < row.size(); ++j) widths[j] = std::max(widths[j], display_width(row[j]));
  }
  std::string out;
  for (const std::vector<std::string>& row : rows) {
    std::string line;
    for (std::size_t j = 0; j < row.size(); ++j) {
      const std::string padding(widths[j] - display_width(row[j]), ' ');
      line += j == 0 ? row[j] + padding : "  " + padding + row[j];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  return out;
}

}  // namespace mha
