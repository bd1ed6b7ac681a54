// Which steps and cells are wanted: `--only` globs over step ids.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "trace/trace.hpp"

namespace mha {

// `*` stands for any characters, dots too; `?` for one. Everything else, also `[`, stands for itself.
bool matches(std::string_view id, std::string_view glob);

// What is wanted of one step.
struct Selection {
  bool is_shown = false;
  bool is_whole = false;         // by a glob without a cell
  std::vector<CellPlace> cells;  // those that a glob names
};

// For each step of the plan what the globs want of it. A glob may end in [row,column], each by its label or, where no
// label is like that, by its number from 1: then it wants the steps that have such a cell. What matches nothing is an
// Error that names near ids, or the labels there are; its place is `option`.
std::vector<Selection> select(const Plan& plan, const std::vector<std::string>& globs, const std::string& option);

}  // namespace mha
