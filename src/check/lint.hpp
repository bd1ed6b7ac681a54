// Which usual mistakes an exercise cannot tell apart: whoever makes them gets the numbers of somebody else.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/words.hpp"
#include "trace/compute.hpp"

namespace mha {

// Mistakes whose numbers are the same, to the decimals that are written, in all cells of each of these steps.
struct Alike {
  std::vector<std::string_view> mistakes;  // ids of the catalogue (mistakes.hpp)
  bool is_right = false;                   // they give the right numbers, too
  std::vector<std::string> steps;          // ids, in the order of computation

  bool operator==(const Alike&) const = default;
};

// Makes each mistake of the catalogue in each step where it can be made, from the right numbers before it, and compares
// what comes out in that step, rounded to `decimals`. In the order of computation.
std::vector<Alike> lint(Plan& plan, int decimals);

std::string lint_text(const std::vector<Alike>& alike, Language language);

}  // namespace mha
