#include "check/slips.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "check/cell.hpp"
#include "check/terms.hpp"
#include "text/number.hpp"

namespace mha {
namespace {

constexpr auto slip_table = std::to_array<Slip>({
    {"answer-transposed", "rows and columns of the answer are exchanged", "答案的行和列对调了（转置了）"},
    {"rows-swapped", "two rows are exchanged", "有两行写反了（互换了位置）"},
    {"row-copied", "a row is a copy of another row", "有一行是照抄另一行的"},
    {"sign-slip", "one cell has the wrong sign", "有一个数的正负号错了"},
    {"truncated", "cut off where it should be rounded", "直接截断了，应该四舍五入"},
    {"term-left-out", "one term of the sum was left out", "求和时漏了一项"},
    {"term-doubled", "one term of the sum was added twice", "求和时有一项加了两次"},
    {"term-sign-slip", "one term of the sum has the wrong sign", "求和时有一项的正负号错了"},
    {"digits-swapped", "two neighbouring digits are exchanged", "相邻的两个数字写反了"},
    {"decimal-point-slipped", "the decimal point is in the wrong place", "小数点的位置错了"},
    {"wrong-row", "calculated with the row of another token", "用了别的词元的那一行来算"},
    {"wrong-column", "calculated with another column", "用了别的列来算"},
});

// Collects what was found, each slip once, with the numbers that somebody who made it has.
struct Found {
  std::size_t place;
  std::vector<Finding>& findings;

  void add(std::string_view id, Matrix numbers) {
    if (std::ranges::find(findings, id, &Finding::id) != findings.end()) return;
    const auto row = std::ranges::find(slip_table, id, &Slip::id);
    findings.push_back({id, row->en, row->zh, place, std::make_shared<const Matrix>(std::move(numbers))});
  }
};

// What was written, held against what should be there (of the same shape).
struct Comparison {
  const Cells& cells;
  const Matrix& right;

  bool is_filled(std::size_t i, std::size_t j) const { return cells[i][j].kind != Cell::Kind::blank; }
  bool fits(std::size_t i, std::size_t j) const { return !is_filled(i, j) || is_right(cells[i][j], right(i, j)); }
  // Row `written` holds the numbers of row `other`, as far as it is filled in.
  bool row_is(std::size_t written, std::size_t other) const {
    for (std::size_t j = 0; j < right.cols(); ++j) {
      if (is_filled(written, j) && !is_right(cells[written][j], right(other, j))) return false;
    }
    return true;
  }
};

bool is_transposed(const Cells& cells, const Matrix& right) {
  if (cells.size() != right.cols() || cells.front().size() != right.rows()) return false;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    for (std::size_t j = 0; j < cells[i].size(); ++j) {
      if (cells[i][j].kind != Cell::Kind::blank && !is_right(cells[i][j], right(j, i))) return false;
    }
  }
  return true;
}

void copy_row(const Matrix& from, std::size_t row, Matrix& to, std::size_t to_row) {
  std::ranges::copy(from.row(row), to.row(to_row).begin());
}

void find_swapped_rows(const Comparison& c, const std::vector<std::size_t>& wrong, Found& found) {
  if (wrong.size() > 2) return;
  const std::size_t a = wrong.front();
  for (std::size_t b = 0; b < c.right.rows(); ++b) {
    const bool is_all_of_it = wrong.size() == 1 || b == wrong.back();
    if (b == a || !is_all_of_it || !c.row_is(a, b) || !c.row_is(b, a)) continue;
    Matrix swapped = c.right;
    copy_row(c.right, a, swapped, b);
    copy_row(c.right, b, swapped, a);
    return found.add("rows-swapped", std::move(swapped));
  }
}

// Each wrong row holds the numbers of one that is not wrong.
void find_copied_rows(const Comparison& c, const std::vector<std::size_t>& wrong, Found& found) {
  Matrix copied = c.right;
  for (const std::size_t a : wrong) {
    std::size_t b = 0;
    while (b < c.right.rows() && (std::ranges::find(wrong, b) != wrong.end() || !c.row_is(a, b))) ++b;
    if (b == c.right.rows()) return;
    copy_row(c.right, b, copied, a);
  }
  found.add("row-copied", std::move(copied));
}

bool is_cut_off_everywhere(const Comparison& c) {
  for (std::size_t i = 0; i < c.right.rows(); ++i) {
    for (std::size_t j = 0; j < c.right.cols(); ++j) {
      if (c.is_filled(i, j) && !is_cut_off(c.cells[i][j], c.right(i, j)) &&
          !(std::isinf(c.right(i, j)) && c.fits(i, j))) {
        return false;
      }
    }
  }
  return true;
}

// 0.45 for 0.54: the same digits but for two neighbours, which have changed places.
bool has_swapped_digits(const Cell& cell, double right) {
  if (cell.decimals > 15 || cell.is_exact || !std::isfinite(right)) return false;
  std::string should = fixed(right, cell.decimals);
  std::string is = fixed(cell.value, cell.decimals);
  std::erase(should, '.');
  std::erase(is, '.');
  if (should.size() != is.size()) return false;
  const auto [a, b] = std::ranges::mismatch(should, is);
  if (a == should.end() || a + 1 == should.end()) return false;
  std::iter_swap(a, a + 1);
  return should == is;
}

// The number times a power of ten that was written; 0 where it is none.
double with_slipped_point(const Cell& cell, double right) {
  if (cell.is_exact || cell.value == 0 || right == 0) return 0;
  for (int places = -3; places <= 3; ++places) {
    if (places == 0) continue;
    const double slipped = right * std::pow(10.0, places);
    const double unit = std::pow(10.0, std::max(places, 0) - cell.decimals);  // rounded before the point was set
    // With only a digit or less left nearly anything would fit.
    if (std::abs(slipped) >= 5 * unit && std::abs(cell.value - slipped) <= 0.51 * unit) return slipped;
  }
  return 0;
}

// The slips that make a single number wrong.
class CellSlips {
 public:
  CellSlips(const Comparison& c, std::size_t row, std::size_t column, Found& found)
      : c_(c), row_(row), column_(column), cell_(c.cells[row][column]), right_(c.right(row, column)), found_(found) {}

  void find(const Step& step, const Values& values) {
    if (cell_.kind != Cell::Kind::number || !std::isfinite(right_)) return;
    try_number("sign-slip", -right_);
    if (has_swapped_digits(cell_, right_)) add("digits-swapped", cell_.value);
    if (const double slipped = with_slipped_point(cell_, right_); slipped != 0) add("decimal-point-slipped", slipped);
    const Terms sum = terms_of(step, values, row_, column_);
    for (const double term : sum.terms) {
      try_number("term-left-out", right_ - term / sum.divisor);
      try_number("term-doubled", right_ + term / sum.divisor);
      try_number("term-sign-slip", right_ - 2 * term / sum.divisor);
    }
    if (step.op == Op::linear || step.op == Op::scores || step.op == Op::matmul) take_from_elsewhere();
  }

 private:
  void take_from_elsewhere() {
    for (std::size_t i = 0; i < c_.right.rows(); ++i) {
      if (i != row_) try_number("wrong-row", c_.right(i, column_));
    }
    for (std::size_t j = 0; j < c_.right.cols(); ++j) {
      if (j != column_) try_number("wrong-column", c_.right(row_, j));
    }
  }

  void try_number(std::string_view id, double value) {
    if (is_right(cell_, value)) add(id, value);
  }

  void add(std::string_view id, double value) {
    Matrix numbers = c_.right;
    numbers(row_, column_) = value;
    found_.add(id, std::move(numbers));
  }

  const Comparison& c_;
  std::size_t row_, column_;
  const Cell& cell_;
  double right_;
  Found& found_;
};

}  // namespace

std::span<const Slip> slips() { return slip_table; }

void find_slips(const Plan& plan, std::size_t place, const Cells& cells, const Values& values,
                std::vector<Finding>& to) {
  const Matrix& right = *values[place];
  Found found{place, to};
  if (cells.empty()) return;
  if (is_transposed(cells, right)) found.add("answer-transposed", transpose(right));
  if (cells.size() != right.rows() || cells.front().size() != right.cols()) return;
  const Comparison c{cells, right};
  std::vector<std::size_t> wrong_rows;
  std::size_t count = 0;
  std::size_t column = 0;  // of the last wrong cell
  for (std::size_t i = 0; i < right.rows(); ++i) {
    const std::size_t before = count;
    for (std::size_t j = 0; j < right.cols(); ++j) {
      if (c.fits(i, j)) continue;
      ++count;
      column = j;
    }
    if (count > before) wrong_rows.push_back(i);
  }
  if (count == 0) return;
  find_swapped_rows(c, wrong_rows, found);
  find_copied_rows(c, wrong_rows, found);
  if (is_cut_off_everywhere(c)) found.add("truncated", right);
  if (count == 1) CellSlips(c, wrong_rows.front(), column, found).find(plan.steps[place], values);
}

}  // namespace mha
