// The mistakes that `mha check` knows by name: one row each, with the wrong rule that somebody with that mistake would
// follow. A mistake is named only when its rule gives every filled-in cell of the step, to the decimals written, from
// the person's own numbers.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "check/answers.hpp"
#include "check/chain.hpp"
#include "check/rules.hpp"
#include "text/words.hpp"

namespace mha {

struct Mistake {
  std::string_view id;  // not-scaled
  bool (*shows_in)(const Case& c);
  Rule rule;
  // What was done and what is right. {} stands for the formula of the step.
  std::string_view en, zh;
};
std::span<const Mistake> mistakes();  // those that have a rule; the slips of single rows and cells are in slips.hpp

// A mistake that explains what was written.
struct Finding {
  std::string_view id;
  std::string_view en, zh;
  std::size_t place = 0;  // of the step in which it was made: the answered one, or one before it that was left out
  Numbers numbers;        // what somebody with that mistake has, not rounded
};
std::string sentence(const Finding& finding, const Plan& plan, Language language);

using Cells = std::vector<std::vector<Cell>>;

// All mistakes that reproduce the cells of the step at `place`. `values` are the person's numbers: of all steps before,
// written or computed from what was written; and for `place` itself what comes out of them. `is_written` says of each
// place whether there is an answer: a mistake may have been made in a step that was left out. `to` collects, and has
// each mistake only once.
void find_mistakes(const Plan& plan, std::size_t place, const Cells& cells, const Values& values,
                   const std::vector<bool>& is_written, std::vector<Finding>& to);

}  // namespace mha
