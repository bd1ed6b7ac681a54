#include "model/error_at.hpp"

#include <algorithm>
#include <deque>
#include <utility>

#include "text/unicode.hpp"

namespace mha {
namespace {

constexpr std::size_t shown_columns = 70;
constexpr std::size_t shown_before = 40;  // of them before the caret, in a line that has to be cut

std::size_t line_start(std::string_view text, std::size_t at) {
  // Between the two bytes of CRLF one is still in the line that they end.
  if (at > 0 && at < text.size() && text[at] == '\n' && text[at - 1] == '\r') --at;
  while (at > 0 && text[at - 1] != '\n' && text[at - 1] != '\r') --at;
  return at;
}

std::size_t next_character(std::string_view text, std::size_t at) {
  return at + std::max<std::size_t>(1, decode(text, at).bytes);  // a byte that is not UTF-8 counts as one character
}

// One character as it is shown. A tab is a space, so that indented lines stay readable, unless it is the fault itself.
std::string cell(std::string_view text, std::size_t at, std::size_t fault) {
  if (text[at] == '\t' && at != fault) return " ";
  return escaped(text.substr(at, next_character(text, at) - at));
}

}  // namespace

LineColumn line_column(std::string_view text, std::size_t at) {
  const std::size_t start = line_start(text, at);
  LineColumn found;
  for (std::size_t i = 0; i < start; ++i) {
    if (text[i] == '\n' || (text[i] == '\r' && text.substr(i + 1, 1) != "\n")) ++found.line;
  }
  for (std::size_t i = start; i < at; i = next_character(text, i)) ++found.column;
  return found;
}

std::string where(std::string_view text, std::size_t at) {
  const LineColumn p = line_column(text, at);
  return "line " + std::to_string(p.line) + ", column " + std::to_string(p.column);
}

std::string excerpt(std::string_view text, std::size_t width) {
  // Marks of no width could go on for ever, so the bytes are limited too.
  const std::size_t limit = std::min(text.size(), 4 * width);
  std::size_t end = 0;
  while (end < limit && next_character(text, end) <= limit) end = next_character(text, end);
  std::string shown = shortened(text.substr(0, end), width);
  if (end == text.size() || (shown.size() >= 3 && shown.ends_with("…"))) return shown;
  return shown + "…";
}

Error error_at(std::string_view text, std::size_t at, const std::string& place, const std::string& message) {
  const LineColumn p = line_column(text, at);

  // What stands from the place on, then what stands before it: as much of both as a line may show.
  std::deque<std::string> left, right;
  std::size_t left_columns = 0, right_columns = 0;
  bool left_cut = false, right_cut = false;
  for (std::size_t i = at; i < text.size() && text[i] != '\n' && text[i] != '\r'; i = next_character(text, i)) {
    right_cut = right.size() == shown_columns || right_columns >= shown_columns;
    if (right_cut) break;
    right.push_back(cell(text, i, at));
    right_columns += display_width(right.back());
  }
  std::deque<std::size_t> before;
  for (std::size_t i = line_start(text, at); i < at; i = next_character(text, i)) {
    before.push_back(i);
    left_cut = before.size() > shown_columns;
    if (left_cut) before.pop_front();
  }
  const std::size_t room = std::max(shown_before, shown_columns - std::min(shown_columns, right_columns));
  for (; !before.empty(); before.pop_back()) {
    std::string next = cell(text, before.back(), at);
    left_cut = left_cut || left_columns + display_width(next) > room;
    if (left_columns + display_width(next) > room) break;
    left_columns += display_width(next);
    left.push_front(std::move(next));
  }
  while (right.size() > 1 && left_columns + right_columns > shown_columns) {
    right_columns -= display_width(right.back());
    right.pop_back();
    right_cut = true;
  }

  std::string shown_left = left_cut ? "…" : "", shown_right;
  for (const std::string& c : left) shown_left += c;
  for (const std::string& c : right) shown_right += c;
  if (right_cut) shown_right += "…";
  const std::string number = std::to_string(p.line);
  return Error(place, where(text, at) + ": " + message + "\n  " + number + " | " + shown_left + shown_right + "\n  " +
                          std::string(number.size(), ' ') + " | " + std::string(display_width(shown_left), ' ') + "^");
}

}  // namespace mha
