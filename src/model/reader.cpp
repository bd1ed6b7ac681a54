#include "model/reader.hpp"

#include <algorithm>
#include <cmath>

#include "error.hpp"
#include "model/hints.hpp"
#include "text/format.hpp"
#include "text/number.hpp"
#include "text/unicode.hpp"

namespace mha {
namespace {

constexpr std::uint64_t max_dim = 2147483647;

// Appends the cells of one row; read(place of the row, j, cell) gives their numbers. (The place of a cell takes longer
// to write down than its number to read.)
template <class ReadCell>
void read_row(const Place& at, const Value& row, std::vector<double>& cells, const ReadCell& read) {
  for (std::size_t j = 0; j < row.size(); ++j) {
    cells.push_back(row.items.empty() ? read(at, j, row.item(j)) : read(at, j, row.items[j]));
  }
}

double read_cell(const Place& row, std::size_t j, const Value& cell) {
  if (cell.kind != Value::Kind::number) wrong_type(row[j], cell, "a number");
  return cell.number;
}

// A list of rows of the same length, each taken in by read_cells(place, row, cells).
template <class ReadCells>
Matrix read_rows(const Place& at, const Value& v, const ReadCells& read_cells) {
  if (v.kind != Value::Kind::array || v.size() == 0 || (v.items.empty() && v.columns == 0)) {
    wrong_type(at, v, "a matrix: a list of rows, each a list of numbers");
  }
  const std::size_t width = v.columns != 0 ? v.columns : v.items.front().size();
  std::vector<double> cells;
  cells.reserve(v.size() * width);
  for (std::size_t i = 0; i < v.size(); ++i) {
    const Value of_matrix = v.columns != 0 ? v.item(i) : Value();
    const Value& row = v.columns != 0 ? of_matrix : v.items[i];
    if (row.kind != Value::Kind::array || row.size() == 0)
      wrong_type(at[i], row, "a row of a matrix: a list of numbers");
    if (row.size() != width) {
      at[i].fail(fmt::format("row {} has {}, but row 1 has {}: the rows of a matrix have the same length", i + 1,
                             counted(row.size(), "number"), width));
    }
    read_cells(at, i, row, cells);
  }
  return Matrix(v.size(), width, std::move(cells));
}

}  // namespace

Place Place::operator/(std::string_view key) const {
  Place place = *this;
  place.path_ += path_.empty() ? std::string(key) : fmt::format(".{}", key);
  return place;
}

Place Place::operator[](std::size_t index) const {
  Place place = *this;
  place.path_ += fmt::format("[{}]", index);
  return place;
}

Place Place::operator[](std::string_view id) const {
  Place place = *this;
  place.path_ += fmt::format("[{}]", in_quotes(id, 60));
  return place;
}

void Place::fail(const std::string& message) const {
  throw Error(path_.empty() ? file_ : fmt::format("{}: {}", file_, path_), message);
}

std::string found(const Value& v) {
  if (v.kind == Value::Kind::number) return "is " + shortest(v.number);
  if (v.kind == Value::Kind::string) return "is " + in_quotes(v.text);
  return "is " + kind_of(v);
}

void wrong_type(const Place& at, const Value& v, const std::string& needed) {
  at.fail(fmt::format("{}, but needs {}", found(v), needed));
}

std::string read_string(const Place& at, const Value& v) {
  if (v.kind != Value::Kind::string) wrong_type(at, v, "a string");
  return v.text;
}

bool read_bool(const Place& at, const Value& v) {
  if (v.kind != Value::Kind::boolean) wrong_type(at, v, "true or false");
  return v.boolean;
}

double read_number(const Place& at, const Value& v) {
  if (v.kind != Value::Kind::number) wrong_type(at, v, "a number");
  return v.number;
}

std::uint64_t read_integer(const Place& at, const Value& v, std::uint64_t low, std::uint64_t high) {
  const bool is_whole = v.kind == Value::Kind::number && v.number == std::floor(v.number);
  if (!is_whole || v.number < static_cast<double>(low) || v.number > static_cast<double>(high)) {
    wrong_type(at, v, fmt::format("a whole number from {} to {}", low, high));
  }
  return static_cast<std::uint64_t>(v.number);
}

std::size_t read_dim(const Place& at, const Value& v) {
  return static_cast<std::size_t>(read_integer(at, v, 1, max_dim));
}

std::size_t read_word(const Place& at, const Value& v, const std::vector<std::string_view>& words,
                      std::string_view or_else) {
  if (v.kind == Value::Kind::string) {
    const auto word = std::ranges::find(words, v.text);
    if (word != words.end()) return static_cast<std::size_t>(word - words.begin());
    at.fail(fmt::format("unknown word {}{}{}", in_quotes(v.text), word_hint(v.text, {words.begin(), words.end()}),
                        or_else.empty() ? "" : fmt::format(" ({} may stand here too)", or_else)));
  }
  std::string list;
  for (const std::string_view word : words) list += (list.empty() ? "" : ", ") + json_string(word);
  wrong_type(at, v,
             fmt::format("{}{}{}", words.size() > 1 ? "one of " : "", list,
                         or_else.empty() ? "" : fmt::format(", or {}", or_else)));
}

Matrix read_vector(const Place& at, Value& v) {
  if (v.kind != Value::Kind::array || v.size() == 0) wrong_type(at, v, "a list of numbers");
  const std::size_t width = v.size();
  if (!v.numbers.empty() && v.columns == 0) return Matrix(1, width, std::move(v.numbers));
  std::vector<double> cells;
  read_row(at, v, cells, read_cell);  // something in it is no number
  return Matrix(1, width, std::move(cells));
}

Matrix read_matrix(const Place& at, Value& v) {
  const std::size_t rows = v.size();
  if (v.columns != 0) return Matrix(rows, v.columns, std::move(v.numbers));
  return read_rows(at, v, [](const Place& matrix, std::size_t i, const Value& row, std::vector<double>& cells) {
    read_row(matrix[i], row, cells, read_cell);
  });
}

Matrix read_mask(const Place& at, const Value& v) {
  return read_rows(at, v, [](const Place& matrix, std::size_t i, const Value& row, std::vector<double>& cells) {
    read_row(matrix[i], row, cells, [](const Place& place, std::size_t j, const Value& cell) {
      if (cell.kind == Value::Kind::boolean) return cell.boolean ? 1.0 : 0.0;
      if (cell.kind == Value::Kind::number && (cell.number == 0 || cell.number == 1)) return cell.number;
      wrong_type(place[j], cell, "1 (may look) or 0 (may not), or true or false");
    });
    if (std::count(cells.end() - static_cast<std::ptrdiff_t>(row.size()), cells.end(), 1.0) == 0) {
      matrix[i].fail(
          fmt::format("row {} has only 0: a token that may look at nothing has no attention weights (1 = may "
                      "look)",
                      i + 1));
    }
  });
}

}  // namespace mha
