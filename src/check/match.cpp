// Which step and which row an answer means.
#include <algorithm>
#include <unordered_map>
#include <utility>

#include "check/answer_formats.hpp"
#include "error.hpp"
#include "model/error_at.hpp"
#include "text/format.hpp"
#include "text/suggest.hpp"
#include "text/unicode.hpp"

namespace mha {
namespace {

constexpr std::size_t shown_word = 60;
constexpr std::size_t shown_ids = 4;

Error error(const std::string& place, std::size_t line, const std::string& message) {
  return Error(place, line == 0 ? message : fmt::format("line {}: {}", line, message));
}

// Finds steps by their ids and by the last words of these.
class StepNames {
 public:
  explicit StepNames(const Plan& plan) : plan_(plan) {
    for (std::size_t i = 0; i < plan.steps.size(); ++i) {
      const std::string_view id = plan.steps[i].id;
      by_ending_[id].insert(by_ending_[id].begin(), i);  // before those that it only is the end of
      for (std::size_t dot = id.find('.'); dot != std::string_view::npos; dot = id.find('.', dot + 1)) {
        by_ending_[id.substr(dot + 1)].push_back(i);
      }
    }
  }

  std::size_t find(const Answer& answer, const std::string& place) const {
    const auto found = by_ending_.find(answer.name);
    if (found == by_ending_.end()) throw unknown(answer, place);
    const std::vector<std::size_t>& steps = found->second;
    if (steps.size() == 1 || plan_.steps[steps.front()].id == answer.name) return steps.front();
    std::string ids;
    for (std::size_t i = 0; i < std::min(shown_ids, steps.size()); ++i)
      ids += (i ? ", " : "") + plan_.steps[steps[i]].id;
    if (steps.size() > shown_ids) ids += ", …";
    throw error(place, answer.line,
                fmt::format("{} is the end of {} ids ({}): write more of the one that is meant",
                            in_quotes(answer.name, shown_word), steps.size(), ids));
  }

 private:
  Error unknown(const Answer& answer, const std::string& place) const {
    std::vector<std::string> known;
    for (const Step& step : plan_.steps) known.push_back(step.id);
    if (nearest(answer.name, known).empty()) {
      std::vector<std::string> endings;
      for (const auto& [ending, steps] : by_ending_) endings.emplace_back(ending);
      std::ranges::sort(endings);
      if (!nearest(answer.name, endings).empty()) known = std::move(endings);
    }
    return error(
        place, answer.line,
        "this calculation has no step " + in_quotes(answer.name, shown_word) + did_you_mean(answer.name, known));
  }

  const Plan& plan_;
  std::unordered_map<std::string_view, std::vector<std::size_t>> by_ending_;
};

// Rows in the places that their labels say.
class RowMatcher {
 public:
  RowMatcher(const Answer& answer, const Step& step, const std::string& place)
      : answer_(answer), step_(step), place_(place) {}

  std::vector<std::vector<Cell>> cells() const {
    if (answer_.rows.empty()) return blank(step_.shape.cols);
    const auto labelled =
        static_cast<std::size_t>(std::ranges::count_if(answer_.rows, [&](const AnswerRow& r) { return has_label(r); }));
    if (labelled == answer_.rows.size()) return by_label();
    std::vector<std::vector<Cell>> result;
    for (const AnswerRow& row : answer_.rows) {
      if (has_label(row)) require_place(row, result.size());
      result.push_back(row.cells);
    }
    return result;
  }

 private:
  std::vector<std::vector<Cell>> blank(std::size_t columns) const {
    if (columns > max_cells / std::max<std::size_t>(1, step_.shape.rows)) {
      throw too_many_cells(place_, fmt::format("{} × {}", step_.shape.rows, columns));
    }
    return std::vector<std::vector<Cell>>(step_.shape.rows, std::vector<Cell>(columns));
  }

  bool is_known(const std::string& label) const {
    for (std::size_t i = 0; i < step_.shape.rows; ++i) {
      if (label_of(step_.row_labels, i) == label) return true;
    }
    return false;
  }

  // "Q = 1 2" below the heading of Q: the name of the step, not of a row.
  bool has_label(const AnswerRow& row) const {
    if (!row.label) return false;
    return &row != &answer_.rows.front() || !is_ending(step_.id, *row.label) || is_known(*row.label);
  }

  std::vector<std::vector<Cell>> by_label() const {
    // Equal labels are taken in the order of the rows.
    std::unordered_map<std::string, std::vector<std::size_t>> places;
    for (std::size_t i = step_.shape.rows; i-- > 0;) places[label_of(step_.row_labels, i)].push_back(i);
    std::vector<std::vector<Cell>> result = blank(answer_.rows.front().cells.size());
    for (const AnswerRow& row : answer_.rows) {
      const auto found = places.find(*row.label);
      if (found == places.end()) throw unknown_label(row);
      if (found->second.empty()) throw one_row_more(row);
      result[found->second.back()] = row.cells;
      found->second.pop_back();
    }
    return result;
  }

  // Where some rows have no label, all stand in their order.
  void require_place(const AnswerRow& row, std::size_t place) const {
    if (place < step_.shape.rows && label_of(step_.row_labels, place) == *row.label) return;
    if (!is_known(*row.label)) throw unknown_label(row);
    throw error(place_, row.line,
                fmt::format("row {} of {} is not {}: where some rows have no label, all have to stand in "
                            "their order",
                            place + 1, step_.id, in_quotes(*row.label, shown_word)));
  }

  Error unknown_label(const AnswerRow& row) const {
    std::vector<std::string> known;
    for (std::size_t i = 0; i < step_.shape.rows; ++i) {
      std::string label = label_of(step_.row_labels, i);
      if (std::ranges::find(known, label) == known.end()) known.push_back(std::move(label));
      if (known.size() == 100) break;
    }
    return error(place_, row.line,
                 fmt::format("{} has no row {}{}", step_.id, in_quotes(*row.label, shown_word),
                             did_you_mean(*row.label, known)));
  }

  Error one_row_more(const AnswerRow& row) const {
    std::size_t there = 0;
    for (std::size_t i = 0; i < step_.shape.rows; ++i) there += label_of(step_.row_labels, i) == *row.label;
    return error(
        place_, row.line,
        fmt::format("{} has {} {}, and this is one more", step_.id,
                    there == 1 ? "one row" : fmt::format("{} rows", there), in_quotes(*row.label, shown_word)));
  }

  const Answer& answer_;
  const Step& step_;
  const std::string& place_;
};

}  // namespace

Sheet match_answers(const Answers& answers, const Plan& plan, const std::string& name) {
  const std::string place = excerpt(name, shown_name);
  const StepNames names(plan);
  std::unordered_map<std::size_t, const Answer*> answered;
  Sheet sheet;
  for (const Answer& answer : answers.steps) {
    const std::size_t step = names.find(answer, place);
    const auto [first, is_new] = answered.emplace(step, &answer);
    if (!is_new) {
      const std::size_t before = first->second->line;
      throw error(place, answer.line,
                  fmt::format("{} is answered twice{}", plan.steps[step].id,
                              before == 0 ? "" : fmt::format(", first in line {}", before)));
    }
    sheet.steps.push_back({step, RowMatcher(answer, plan.steps[step], place).cells()});
  }
  std::ranges::sort(sheet.steps, {}, &SheetStep::place);
  return sheet;
}

}  // namespace mha
