#include "trace/select.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "error.hpp"
#include "text/label.hpp"
#include "text/suggest.hpp"
#include "text/unicode.hpp"

namespace mha {
namespace {

struct Glob {
  std::string_view ids;
  std::optional<std::string_view> cell;  // what stands between the brackets at its end
};

// No id has a bracket in it, so the first one begins the cell.
Glob taken_apart(std::string_view glob) {
  const std::size_t bracket = glob.find('[');
  if (bracket == std::string_view::npos || !glob.ends_with(']')) return {glob, std::nullopt};
  return {glob.substr(0, bracket), glob.substr(bracket + 1, glob.size() - bracket - 2)};
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

// The places of a label, as it is or as a trace writes it; else the place with that number.
std::vector<std::size_t> places_of(std::string_view text, const Labels& labels, std::size_t count) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; labels && i < count; ++i) {
    if ((*labels)[i] == text || label((*labels)[i]) == text) places.push_back(i);
  }
  for (std::size_t i = 0; places.empty() && i < count; ++i) {
    if (std::to_string(i + 1) == text) places.push_back(i);
  }
  return places;
}

// The row and the column at the comma `at`. A label may have a comma in it too.
using RowAndColumn = std::pair<std::string_view, std::string_view>;
RowAndColumn split(std::string_view cell, std::size_t at) {
  return {trimmed(cell.substr(0, at)), trimmed(cell.substr(at + 1))};
}

std::vector<CellPlace> cells_of(const Step& step, std::string_view cell) {
  std::vector<CellPlace> cells;
  for (std::size_t at = cell.find(','); at != std::string_view::npos && cells.empty(); at = cell.find(',', at + 1)) {
    const auto [row, column] = split(cell, at);
    const std::vector<std::size_t> columns = places_of(column, step.column_labels, step.shape.cols);
    for (const std::size_t i : places_of(row, step.row_labels, step.shape.rows)) {
      for (const std::size_t j : columns) cells.push_back({i, j});
    }
  }
  return cells;
}

std::string list_of(const Labels& labels, std::size_t count) {
  if (!labels) return count == 1 ? "1" : "1 to " + std::to_string(count);
  std::string list;
  for (const std::string& text : *labels) {
    list += (list.empty() ? "" : ", ") + label(text);
    if (list.size() > 1000) break;
  }
  return shortened(list, 200);
}

std::string why_not(const Step& step, std::string_view cell) {
  const std::size_t comma = cell.rfind(',');
  if (comma == std::string_view::npos) return "needs a row and a column in its brackets: " + step.id + "[1,2]";
  const auto [row, column] = split(cell, comma);
  if (places_of(row, step.row_labels, step.shape.rows).empty()) {
    return "has no row " + json_string(shortened(row, 60)) + "; its rows are " +
           list_of(step.row_labels, step.shape.rows);
  }
  return "has no column " + json_string(shortened(column, 60)) + "; its columns are " +
         list_of(step.column_labels, step.shape.cols);
}

// What a glob that matches nothing could have been: *.weights for one that begins with a star, block1.head1.* for one
// that ends with one, else the ids themselves.
std::vector<std::string> near_globs(const Plan& plan, std::string_view glob) {
  std::vector<std::string> globs;
  for (const Step& step : plan.steps) {
    const std::size_t dot = step.id.rfind('.');
    const bool has_dot = dot != std::string::npos;
    if (glob.starts_with('*'))
      globs.push_back("*." + step.id.substr(has_dot ? dot + 1 : 0));
    else if (!glob.ends_with('*'))
      globs.push_back(step.id);
    else if (has_dot)
      globs.push_back(step.id.substr(0, dot) + ".*");
  }
  std::ranges::sort(globs);
  globs.erase(std::unique(globs.begin(), globs.end()), globs.end());
  return globs;
}

}  // namespace

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

std::vector<Selection> select(const Plan& plan, const std::vector<std::string>& globs, const std::string& option) {
  std::vector<Selection> selected(plan.steps.size());
  for (const std::string& glob : globs) {
    const auto [ids, cell] = taken_apart(glob);
    const Step* first = nullptr;
    bool is_found = false;
    for (std::size_t i = 0; i < plan.steps.size(); ++i) {
      const Step& step = plan.steps[i];
      if (!matches(step.id, ids)) continue;
      if (!first) first = &step;
      if (!cell) {
        selected[i].is_shown = selected[i].is_whole = is_found = true;
        continue;
      }
      for (const CellPlace place : cells_of(step, *cell)) {
        selected[i].cells.push_back(place);
        selected[i].is_shown = is_found = true;
      }
    }
    if (is_found) continue;
    if (first) throw Error(option, first->id + " " + why_not(*first, *cell));
    throw Error(option, "no step has the id " + in_quotes(ids, 60) + did_you_mean(ids, near_globs(plan, ids)));
  }
  for (Selection& s : selected) {  // several globs may name the same cell
    std::ranges::sort(s.cells);
    s.cells.erase(std::unique(s.cells.begin(), s.cells.end()), s.cells.end());
  }
  return selected;
}

}  // namespace mha
