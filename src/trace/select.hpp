// Which steps are wanted: `--only` globs over step ids.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "trace/trace.hpp"

namespace mha {

// `*` stands for any characters, dots too; `?` for one. Everything else, also `[`, stands for itself.
bool matches(std::string_view id, std::string_view glob);

// For each step of the plan whether one of the globs matches its id. A glob that matches nothing is an Error that names
// near ids; its place is `option`.
std::vector<bool> select(const Plan& plan, const std::vector<std::string>& globs, const std::string& option);

}  // namespace mha
