// Where the arithmetic of a cell is written down: one way for each operation. Only explain.cpp looks at it.
#pragma once

#include <string>
#include <vector>

#include "math/rounding.hpp"
#include "trace/explain.hpp"

namespace mha {

using Sides = std::vector<Expression>;

inline constexpr int all_decimals = max_decimals + 1;  // a number is put in as it is

// Writes down the arithmetic of one cell, with so many decimals of the numbers put in.
class Blackboard {
 public:
  Blackboard(const Plan& plan, std::size_t place, const Values& values, CellPlace cell, int decimals)
      : plan_(plan), step_(plan.steps[place]), values_(values), i_(cell.row), j_(cell.column), decimals_(decimals) {}

  Expression name_of_the_cell() const;
  // Letters, numbers put in, terms …, without the cell's name and the result. It fills in what follows.
  Sides sides();

  std::vector<Source> sources;
  Sides condition;
  std::size_t left_out = 0;

 private:
  Sides linear();
  Sides dot_product(Expression letters, std::size_t terms, const auto& left, const auto& right, const double* bias);
  Sides copied(std::size_t input, std::size_t column, const std::string& name);
  Sides concat();
  Sides divide();
  Sides mask();
  Sides exp();
  Sides mean();
  Sides variance();
  Sides normalize();
  Sides scale_shift();
  Sides activation();
  Sides sinusoidal() const;

  const Step& step_of(std::size_t input) const { return plan_.steps[step_.from[input]]; }
  const Matrix& in(std::size_t input) const { return *values_[step_.from[input]]; }

  // The last word of an id says what a matrix is; more of them where it is not the only one with that word.
  static std::string last_words(const std::string& id, int count);
  std::string letters(std::size_t input) const;

  Expression::Index row_index(const Step& step, std::size_t i) const {
    return {label_of(step.row_labels, i), step.row_labels != nullptr};
  }
  Expression::Index column_index(const Step& step, std::size_t j) const {
    return {label_of(step.column_labels, j), step.column_labels != nullptr};
  }

  // A part of an input by its name. It becomes a source.
  Expression cell(std::size_t input, std::size_t i, std::size_t j);
  Expression row(std::size_t input, std::size_t i);
  Expression column(std::size_t input, std::size_t j);
  Expression of_row(std::size_t input);                                         // n × 1: the number of this cell's row
  Expression of_column(std::size_t input, std::size_t j, std::string letters);  // 1 × k
  void use(std::size_t input, CellPlace first, std::size_t rows, std::size_t columns) {
    sources.push_back({step_.from[input], first, rows, columns});
  }

  double rounded(double x) const { return decimals_ == all_decimals ? x : round_to(x, decimals_); }
  Expression put(double x) const { return number(rounded(x)); }
  Expression put(const Expression& e) const { return put(value(e)); }  // calculated from the numbers in it
  template <class Term>
  Expression sum_of(std::size_t terms, const Term& term);

  const Plan& plan_;
  const Step& step_;
  const Values& values_;
  const std::size_t i_, j_;
  const int decimals_;
};

}  // namespace mha
