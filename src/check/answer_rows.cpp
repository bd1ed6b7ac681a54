#include "check/answer_rows.hpp"

#include <optional>
#include <utility>

#include "check/answer_formats.hpp"
#include "check/numbers.hpp"
#include "model/error_at.hpp"
#include "model/json.hpp"
#include "text/format.hpp"
#include "text/label.hpp"
#include "text/number.hpp"
#include "text/unicode.hpp"

namespace mha {
namespace {

using Kind = AnswerToken::Kind;

constexpr std::size_t max_depth = 8;  // of brackets

}  // namespace

std::string text_of(const AnswerToken& t, std::string_view text, std::size_t shift, const std::string& place) {
  const std::string_view inside = t.text.substr(1, t.text.size() - 2);
  if (inside.find('\\') == std::string_view::npos) return std::string(inside);
  try {
    return parse_json(t.text, place).text;
  } catch (const Error&) {
    throw error_at(text, shift + t.at, place, R"(this is no JSON string: a \ is written \\, and a " \")");
  }
}

void AnswerRows::read_line(AnswerTokens tokens, std::size_t begin, std::size_t line, Answer& step) {
  line_ = line;
  if (row_.cells.empty() && !row_.label) row_at_ = begin;
  is_behind_row_ = is_behind_row_ && is_in_brackets();
  AnswerToken t = tokens.next();
  if (t.kind == Kind::bar && row_.cells.empty()) {  // the border of a table
    is_after_separator_ = true;
    t = tokens.next();
  }
  for (; t.kind != Kind::end; t = tokens.next()) take(t, tokens, step);
  const bool goes_on = depth_ > 1 || (depth_ == 1 && row_.cells.empty() && row_.label);
  if (!goes_on) end_row(t.at, step);
}

void AnswerRows::end_step() {
  if (is_in_brackets()) throw error(brackets_.back().at, "this bracket is not closed");
  has_label_column_ = false;
  comma_ = none;
}

void AnswerRows::take(const AnswerToken& t, AnswerTokens& tokens, Answer& step) {
  switch (t.kind) {
    case Kind::word: return take_word(t, tokens, step);
    case Kind::string: return take_string(t);
    case Kind::open_string: throw error(t.at, "this \" has no second one in its line");
    case Kind::open:
    case Kind::open_call: return open(t);
    case Kind::close: return close(t, step);
    case Kind::row_end: return end_row(t.at, step);
    case Kind::semicolon: return depth_ > 0 ? end_row(t.at, step) : take_separator(t);
    case Kind::comma:
    case Kind::ampersand:
    case Kind::bar: return take_separator(t);
    case Kind::colon:
    case Kind::equals: return take_equals(t);
    case Kind::about:
      require_no_equality();
      equality_ = t.at;
      return;
    case Kind::end: return;
  }
}

bool AnswerRows::is_label_next() const {
  return row_.cells.empty() && !row_.label && !is_label_missing_ && equality_ == none;
}

void AnswerRows::set_label(std::string label) {
  row_.label = std::move(label);
  is_after_separator_ = false;
}

void AnswerRows::take_word(const AnswerToken& t, AnswerTokens& tokens, Answer& step) {
  if (is_label_next() && has_label_column_) return set_label(std::string(t.text));
  if (std::optional<Cell> cell = read_cell(t.text)) return add(std::move(*cell), t.at);
  // array([[1, 2]], dtype=float32)
  if (is_label_next() && is_in_brackets() && brackets_.back().is_call && !step.rows.empty()) {
    return skip_rest_of_call(tokens, step);
  }
  if (is_label_next() && label(t.text) == t.text) return set_label(std::string(t.text));
  if (row_.cells.empty() && row_.label) {
    throw error(t.at, in_quotes(t.text) + " is no number; a label with spaces is written in quotes");
  }
  throw error(t.at, why_no_cell(t.text));
}

void AnswerRows::skip_rest_of_call(AnswerTokens& tokens, Answer& step) {
  for (AnswerToken t = tokens.next(); t.kind != Kind::end; t = tokens.next()) {
    if (t.kind == Kind::close) return close(t, step);
  }
}

// Outside of brackets a string at the beginning is a label, as mha writes it; in brackets it may be a cell, as in JSON.
void AnswerRows::take_string(const AnswerToken& t) {
  std::string text = text_of(t, text_, 0, place_);
  const bool may_be_label = is_label_next();
  if (!may_be_label || (depth_ > 0 && !has_label_column_)) {
    if (std::optional<Cell> cell = read_cell(text)) return add(std::move(*cell), t.at);
  }
  if (!may_be_label) throw error(t.at, why_no_cell(text));
  set_label(std::move(text));
}

void AnswerRows::add(Cell cell, std::size_t at) {
  if (row_.cells.empty() && !row_.label) row_at_ = at;
  if (++cell_count_ > max_cells) throw too_many_cells(place_, fmt::format("more than {}", max_cells));
  row_.cells.push_back(std::move(cell));
  is_after_separator_ = is_behind_row_ = false;
  equality_ = none;
}

// Nothing between two separators, or before the first one, is a cell that is not filled in.
void AnswerRows::take_separator(const AnswerToken& t) {
  require_no_equality();
  const bool is_row_empty = row_.cells.empty() && !row_.label && !is_label_missing_;
  if (is_row_empty && is_behind_row_) return;
  if (is_row_empty && has_label_column_)
    is_label_missing_ = true;
  else if (is_row_empty || is_after_separator_)
    add({}, t.at);
  is_after_separator_ = true;
  is_ampersand_ = t.kind == Kind::ampersand;

  const auto is_digit = [this](std::size_t i) { return i < text_.size() && text_[i] >= '0' && text_[i] <= '9'; };
  if (t.text == "," && comma_ == none && t.at > 0 && is_digit(t.at - 1) && is_digit(t.at + 1)) comma_ = t.at;
}

// "Q = 1 2" and "Q: 1 2" name a row; "= 0.33" is a way to write a number.
void AnswerRows::take_equals(const AnswerToken& t) {
  if (row_.cells.empty() && row_.label && !is_after_separator_ && !is_label_named_) {
    is_label_named_ = true;
    return;
  }
  if (t.kind != Kind::equals || equality_ != none || !(row_.cells.empty() || is_after_separator_)) {
    throw error(t.at, in_quotes(t.text) + " stands where a number is needed: a cell holds the result alone");
  }
  equality_ = t.at;
}

void AnswerRows::require_no_equality() const {
  if (equality_ != none) throw error(equality_, "a number is needed behind this");
}

void AnswerRows::open(const AnswerToken& t) {
  require_no_equality();
  if (!row_.cells.empty()) {
    throw error(t.at, "a bracket opens in the middle of a row: it may stand around all rows, or around each");
  }
  if (brackets_.size() == max_depth) throw error(t.at, fmt::format("brackets stand more than {} deep", max_depth));
  const bool is_call = t.kind == Kind::open_call;
  brackets_.push_back({t.at, t.bracket, is_call});
  if (!is_call) ++depth_;
  is_after_separator_ = is_behind_row_ = false;
}

void AnswerRows::close(const AnswerToken& t, Answer& step) {
  end_row(t.at, step);
  if (brackets_.empty()) throw error(t.at, "this bracket was not opened");
  if (brackets_.back().closes != t.bracket) {
    throw error(t.at, "this closes another kind of bracket than was opened in " + where(text_, brackets_.back().at));
  }
  if (!brackets_.back().is_call) --depth_;
  brackets_.pop_back();
}

void AnswerRows::end_row(std::size_t at, Answer& step) {
  require_no_equality();
  if (is_after_separator_ && is_ampersand_) add({}, at);
  is_after_separator_ = is_ampersand_ = is_label_missing_ = is_label_named_ = false;
  is_behind_row_ = true;
  if (row_.cells.empty()) {
    if (row_.label)
      throw error(row_at_, in_quotes(*row_.label) + " stands alone: a row needs its numbers behind the label");
    return;
  }
  const std::size_t size = row_.cells.size();
  if (!step.rows.empty() && step.rows.front().cells.size() != size) throw unequal_rows(step.rows.front());
  row_.line = line_;
  row_.cells.shrink_to_fit();
  step.rows.push_back(std::move(row_));
  row_ = {};
  row_.cells.reserve(size);
}

Error AnswerRows::error(std::size_t at, const std::string& message) const {
  return error_at(text_, at, place_, message);
}

Error AnswerRows::unequal_rows(const AnswerRow& first) const {
  return error(row_at_,
               fmt::format("this row has {}, but the first one of its step (line {}) has {}{}",
                           counted(row_.cells.size(), "number"), first.line, counted(first.cells.size(), "number"),
                           comma_ == none ? "" : "; a comma stands between numbers: write 0.5, not 0,5"));
}

}  // namespace mha
