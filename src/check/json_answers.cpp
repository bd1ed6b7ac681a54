// Answers as a JSON object: {"block1.head1.Q": [[1, 2], [3, "1/3"]], …}, or what mha --format json prints.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "check/answer_formats.hpp"
#include "check/numbers.hpp"
#include "math/rounding.hpp"
#include "model/error_at.hpp"
#include "model/json.hpp"
#include "model/json_scan.hpp"
#include "text/format.hpp"

namespace mha {
namespace {

using Path = std::vector<std::size_t>;  // which member or item of what is around it, from the outside

// Where the value stands. The text is JSON.
std::size_t find_value(std::string_view text, const Path& path) {
  JsonScan scan(text);
  Path at = {0};
  while (true) {
    const Token t = scan.next();
    if (t.kind == Token::Kind::end) return 0;
    const bool is_key = scan.needed() == Needed::key || scan.needed() == Needed::key_or_end;
    if (!is_key && at.size() == path.size() + 1 && std::equal(path.begin(), path.end(), at.begin() + 1)) {
      const bool is_value = t.kind != Token::Kind::punctuation || t.text == "[" || t.text == "{";
      if (is_value) return t.at;
    }
    if (t.kind == Token::Kind::punctuation) {
      if (t.text == "[" || t.text == "{")
        at.push_back(0);
      else if (t.text == "]" || t.text == "}")
        at.pop_back();
      else if (t.text == ",")
        ++at.back();
    }
    scan.take(t);
  }
}

// The line of each key of the outermost object.
std::vector<std::size_t> lines_of_keys(std::string_view text) {
  JsonScan scan(text);
  std::vector<std::size_t> lines;
  std::size_t line = 1, counted = 0;
  for (Token t = scan.next(); t.kind != Token::Kind::end; t = scan.next()) {
    const bool is_key = scan.needed() == Needed::key || scan.needed() == Needed::key_or_end;
    if (is_key && scan.open().size() == 1 && t.kind == Token::Kind::string) {
      for (; counted < t.at; ++counted) {
        const bool is_end = text[counted] == '\n' || (text[counted] == '\r' && text.substr(counted + 1, 1) != "\n");
        if (is_end) ++line;
      }
      lines.push_back(line);
    }
    scan.take(t);
  }
  return lines;
}

class JsonReader {
 public:
  JsonReader(std::string_view text, const std::string& place) : text_(text), place_(place) {}

  Answers read() {
    const auto commas = static_cast<std::size_t>(std::ranges::count(text_, ','));
    if (commas > max_cells) throw too_many_cells(place_, std::to_string(commas + 1));
    const Value root = parse_json(text_, place_, NumbersAs::with_text);
    if (const Value* steps = root.find("steps")) {
      read_trace(root, *steps);
    } else if (root.find("weights") || root.find("tokens") || root.find("d_model")) {
      throw Error(place_, "is a config (it has \"tokens\", \"d_model\" or \"weights\"), where answers are needed");
    } else {
      const std::vector<std::size_t> lines = lines_of_keys(text_);
      for (std::size_t i = 0; i < root.members.size(); ++i) {
        const auto& [name, rows] = root.members[i];
        read_rows(answers_.steps.emplace_back(Answer{name, lines[i], {}}), rows, {i});
      }
    }
    return std::move(answers_);
  }

 private:
  Error error(const Path& path, const std::string& message) const {
    return error_at(text_, find_value(text_, path), place_, message);
  }

  // What mha --format json prints.
  void read_trace(const Value& root, const Value& steps) {
    const auto place_of = [](const Value& object, std::string_view key) {
      return static_cast<std::size_t>(std::ranges::find(object.members, key, [](const auto& m) { return m.first; }) -
                                      object.members.begin());
    };
    const Path at_steps = {place_of(root, "steps")};
    if (steps.kind != Value::Kind::array)
      throw error(at_steps, "\"steps\" is " + kind_of(steps) + ", but needs a list");
    if (const Value* round = root.find("round"); round && round->kind != Value::Kind::null) {
      const double n = round->number;
      if (round->kind != Value::Kind::number || n != std::floor(n) || n < 0 || n > max_decimals) {
        throw error({place_of(root, "round")},
                    fmt::format("\"round\" needs a whole number from 0 to {}", max_decimals));
      }
      answers_.round = static_cast<int>(n);
    }
    for (std::size_t i = 0; i < steps.items.size(); ++i) {
      const Value& step = steps.items[i];
      const Path path = {at_steps[0], i};
      const Value* id = step.find("id");
      const Value* values = step.find("values");
      if (!id || id->kind != Value::Kind::string || !values) throw error(path, "a step needs an \"id\" and \"values\"");
      Answer& answer = answers_.steps.emplace_back(Answer{id->text, 0, {}});
      read_rows(answer, *values, {path[0], i, place_of(step, "values")});
      if (const Value* labels = step.find("rows")) read_labels(answer, *labels, {path[0], i, place_of(step, "rows")});
    }
  }

  void read_labels(Answer& answer, const Value& labels, const Path& path) {
    const bool all_strings =
        std::ranges::all_of(labels.items, [](const Value& v) { return v.kind == Value::Kind::string; });
    if (labels.kind != Value::Kind::array || !all_strings || labels.items.size() != answer.rows.size()) {
      throw error(path, fmt::format("\"rows\" needs a list of {} labels, one for each row", answer.rows.size()));
    }
    for (std::size_t i = 0; i < labels.items.size(); ++i) answer.rows[i].label = labels.items[i].text;
  }

  // A list of rows, or one row.
  void read_rows(Answer& answer, const Value& rows, const Path& path) {
    if (rows.kind != Value::Kind::array || rows.items.empty()) {
      throw error(path, "is " + kind_of(rows) + ", but needs a list of rows: [[1, 2], [3, 4]]");
    }
    if (rows.items.front().kind != Value::Kind::array) {
      answer.rows.push_back(read_row(rows, path));
      return;
    }
    answer.rows.reserve(rows.items.size());
    for (std::size_t i = 0; i < rows.items.size(); ++i) {
      Path row = path;
      row.push_back(i);
      if (rows.items[i].kind != Value::Kind::array) {
        throw error(row, "is " + kind_of(rows.items[i]) + ", but the rows before it are lists");
      }
      answer.rows.push_back(read_row(rows.items[i], row));
      const std::size_t size = answer.rows.back().cells.size(), first = answer.rows.front().cells.size();
      if (size == 0) throw error(row, "is an empty list, but needs the numbers of a row");
      if (size != first) throw error(row, fmt::format("has the length {}, but the first row has {}", size, first));
    }
  }

  AnswerRow read_row(const Value& row, const Path& path) const {
    AnswerRow result;
    result.cells.reserve(row.items.size());
    for (std::size_t i = 0; i < row.items.size(); ++i) {
      const Value& v = row.items[i];
      std::optional<Cell> cell;
      if (v.kind == Value::Kind::null) cell = Cell{};
      if (v.kind == Value::Kind::number || v.kind == Value::Kind::string) cell = read_cell(v.text);
      if (!cell) {
        Path at = path;
        at.push_back(i);
        throw error(at, v.kind == Value::Kind::number || v.kind == Value::Kind::string
                            ? why_no_cell(v.text)
                            : "is " + kind_of(v) + ", but needs a number (or null: not filled in)");
      }
      result.cells.push_back(std::move(*cell));
    }
    return result;
  }

  std::string_view text_;
  const std::string& place_;
  Answers answers_;
};

}  // namespace

Answers read_json_answers(std::string_view text, const std::string& place) { return JsonReader(text, place).read(); }

}  // namespace mha
