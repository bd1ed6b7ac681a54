#include "trace/select.hpp"

#include <algorithm>

#include "error.hpp"
#include "text/suggest.hpp"
#include "text/unicode.hpp"

namespace mha {

bool matches(std::string_view id, std::string_view glob) {
  // The last star and where it began to match: on a mismatch it takes one character more.
  std::size_t i = 0, g = 0, star = std::string_view::npos, star_began = 0;
  while (i < id.size()) {
    if (g < glob.size() && glob[g] == '*') {
      star = g++;
      star_began = i;
    } else if (g < glob.size() && (glob[g] == '?' || glob[g] == id[i])) {
      ++g, ++i;
    } else if (star != std::string_view::npos) {
      g = star + 1;
      i = ++star_began;
    } else {
      return false;
    }
  }
  while (g < glob.size() && glob[g] == '*') ++g;
  return g == glob.size();
}

std::vector<bool> select(const Plan& plan, const std::vector<std::string>& globs, const std::string& option) {
  std::vector<bool> is_selected(plan.steps.size());
  for (const std::string& glob : globs) {
    bool is_found = false;
    for (std::size_t i = 0; i < plan.steps.size(); ++i) {
      if (!matches(plan.steps[i].id, glob)) continue;
      is_selected[i] = is_found = true;
    }
    if (is_found) continue;
    std::vector<std::string> ids;
    for (const Step& step : plan.steps) ids.push_back(step.id);
    throw Error(option, "no step has the id " + in_quotes(glob, 60) + did_you_mean(glob, ids));
  }
  return is_selected;
}

}  // namespace mha
