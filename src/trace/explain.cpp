#include "trace/explain.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "math/rounding.hpp"
#include "text/number.hpp"
#include "trace/blackboard.hpp"

namespace mha {

Explanation explain(const Plan& plan, std::size_t place, const Values& values, CellPlace cell, Decimals decimals) {
  if (is_given(plan.steps[place].op)) return {};
  const double result = (*values[place])(cell.row, cell.column);
  const double shown = round_to(result, decimals.shown);
  // Letters cannot be calculated, nor can a sum that leaves something out.
  const auto all_are = [](const Sides& sides, const auto& right) {
    return std::ranges::all_of(sides, [&](const Expression& e) { return !is_all_numbers(e) || right(value(e)); });
  };
  const auto gives_what_is_shown = [&](double x) { return round_to(x, decimals.shown) == shown; };
  const auto gives_the_result = [&](double x) {
    return decimals.round ? round_to(round_to(x, *decimals.round), decimals.shown) == shown : gives_what_is_shown(x);
  };
  for (int put_in = decimals.shown;; ++put_in) {
    Blackboard board(plan, place, values, cell, put_in);
    Sides sides = board.sides();
    if (put_in < all_decimals && !all_are(sides, gives_the_result)) continue;
    Explanation e;
    e.is_near = !all_are(sides, gives_what_is_shown);
    e.sides = {board.name_of_the_cell()};
    e.sides.insert(e.sides.end(), std::make_move_iterator(sides.begin()), std::make_move_iterator(sides.end()));
    e.sides.push_back(number(result, fixed(result, decimals.shown)));
    e.condition = std::move(board.condition);
    e.left_out = board.left_out;
    e.sources = std::move(board.sources);
    return e;
  }
}

std::string to_text(const Explanation& e) {
  std::string out;
  for (std::size_t i = 0; i < e.sides.size(); ++i) {
    if (i > 0) out += e.is_near && i + 1 == e.sides.size() ? " ≈ " : " = ";
    out += to_text(e.sides[i]);
  }
  if (!e.condition.empty()) out += " (" + to_text(e.condition[0]) + " = " + to_text(e.condition[1]) + ")";
  return out;
}

}  // namespace mha
