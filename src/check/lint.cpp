#include "check/lint.hpp"

#include <algorithm>
#include <map>

#include "check/chain.hpp"
#include "check/mistakes.hpp"
#include "math/rounding.hpp"
#include "text/format.hpp"

namespace mha {
namespace {

// What each mistake makes of the step, rounded: matrix → the mistakes that give it.
std::map<std::vector<double>, std::vector<std::string_view>> results(const Case& c, int decimals) {
  std::map<std::vector<double>, std::vector<std::string_view>> by_numbers;
  for (const Mistake& mistake : mistakes()) {
    if (!mistake.shows_in(c)) continue;
    try {
      for (const Matrix& made : mistake.rule(c)) {
        if (made.shape() != c.step().shape) continue;
        const Matrix rounded = round_to(made, decimals);
        std::vector<std::string_view>& ids = by_numbers[{rounded.cells().begin(), rounded.cells().end()}];
        if (std::ranges::find(ids, mistake.id) == ids.end()) ids.push_back(mistake.id);
      }
    } catch (const ShapeError&) {
      // It cannot be made here: the wrong factor does not fit.
    }
  }
  return by_numbers;
}

void add(std::vector<Alike>& all, std::vector<std::string_view> ids, bool is_right, const std::string& step) {
  const auto same = std::ranges::find_if(
      all, [&](const Alike& alike) { return alike.mistakes == ids && alike.is_right == is_right; });
  if (same == all.end())
    all.push_back({std::move(ids), is_right, {step}});
  else
    same->steps.push_back(step);
}

}  // namespace

std::vector<Alike> lint(Plan& plan, int decimals) {
  require_keepable(plan);
  Values values(plan.steps.size());
  run(plan, std::nullopt, [&](const Step&, std::size_t place, const Values& now) { values[place] = now[place]; });
  std::vector<Alike> all;
  for (std::size_t place = 0; place < plan.steps.size(); ++place) {
    const Step& step = plan.steps[place];
    if (is_given(step.op)) continue;
    const Matrix right = round_to(*values[place], decimals);
    for (const auto& [numbers, ids] : results({plan, place, values}, decimals)) {
      const bool is_right = std::ranges::equal(numbers, right.cells());
      if (is_right || ids.size() > 1) add(all, ids, is_right, step.id);
    }
  }
  return all;
}

std::string lint_text(const std::vector<Alike>& all, Language language) {
  const auto list = [](const auto& words, std::string_view between) {
    std::string out;
    for (const auto& word : words) out += fmt::format("{}{}", out.empty() ? "" : between, word);
    return out;
  };
  // Of many heads or blocks the first few are enough.
  const auto steps = [&](const std::vector<std::string>& ids) {
    constexpr std::size_t most = 4;
    if (ids.size() <= most) return list(ids, ", ");
    return fmt::format("{}, … ({})", list(std::vector<std::string>(ids.begin(), ids.begin() + most), ", "), ids.size());
  };
  std::string like_right, like_each_other;
  for (const Alike& alike : all) {
    std::string& out = alike.is_right ? like_right : like_each_other;
    out += fmt::format("  {}\n      {}\n", list(alike.mistakes, " = "), steps(alike.steps));
  }
  std::string out;
  if (!like_right.empty()) out += fmt::format("{}\n{}", phrase(Phrase::lint_like_right, language), like_right);
  if (!like_each_other.empty()) {
    out += fmt::format("{}{}\n{}", out.empty() ? "" : "\n", phrase(Phrase::lint_like_each_other, language),
                       like_each_other);
  }
  if (out.empty()) out = std::string(phrase(Phrase::lint_all_apart, language)) + "\n";
  return out;
}

}  // namespace mha
