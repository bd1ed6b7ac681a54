#include "trace/blackboard.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <string_view>
#include <utility>

namespace mha {
namespace {

using Index = Expression::Index;

// A longer sum is shortened in the middle to so many terms at each end.
constexpr std::size_t longest_sum = 10;
constexpr std::size_t shown_at_each_end = 4;

}  // namespace

std::string Blackboard::last_words(const std::string& id, int count) {
  std::size_t begin = id.size();
  while (count-- > 0 && begin != std::string::npos) begin = begin == 0 ? std::string::npos : id.rfind('.', begin - 1);
  return begin == std::string::npos ? id : id.substr(begin + 1);
}

std::string Blackboard::letters(std::size_t input) const {
  const std::string& id = step_of(input).id;
  const std::string word = last_words(id, 1);
  return word == last_words(step_.id, 1) ? id : word;
}

Expression Blackboard::name_of_the_cell() const {
  const bool is_one_number_a_row =
      step_.op == Op::row_sum || step_.op == Op::mean || step_.op == Op::variance || step_.op == Op::deviation;
  std::vector<Index> index{row_index(step_, i_)};
  if (!is_one_number_a_row) index.push_back(column_index(step_, j_));
  return name(last_words(step_.id, 1), index);
}

Expression Blackboard::cell(std::size_t input, std::size_t i, std::size_t j) {
  use(input, {i, j}, 1, 1);
  return name(letters(input), {row_index(step_of(input), i), column_index(step_of(input), j)});
}

Expression Blackboard::row(std::size_t input, std::size_t i) {
  use(input, {i, 0}, 1, in(input).cols());
  return name(letters(input), {row_index(step_of(input), i), {"·"}});
}

Expression Blackboard::column(std::size_t input, std::size_t j) {
  use(input, {0, j}, in(input).rows(), 1);
  return name(letters(input), {{"·"}, column_index(step_of(input), j)});
}

Expression Blackboard::of_row(std::size_t input) {
  use(input, {i_, 0}, 1, 1);
  return name(letters(input), {row_index(step_of(input), i_)});
}

Expression Blackboard::of_column(std::size_t input, std::size_t j, std::string letters) {
  use(input, {0, j}, 1, 1);
  return name(std::move(letters), {column_index(step_of(input), j)});
}

template <class Term>
Expression Blackboard::sum_of(std::size_t terms, const Term& term) {
  if (terms == 1) return term(std::size_t{0});
  std::vector<Expression> parts;
  const bool is_long = terms > longest_sum;
  if (is_long) left_out = terms - 2 * shown_at_each_end;
  for (std::size_t k = 0; k < terms; ++k) {
    if (is_long && k == shown_at_each_end) {
      parts.emplace_back().kind = Expression::Kind::left_out;
      k = terms - shown_at_each_end;
    }
    parts.push_back(term(k));
  }
  return sum(std::move(parts));
}

// letters = l1·r1 + l2·r2 + … + bias = the products = …
Sides Blackboard::dot_product(Expression letters, std::size_t terms, const auto& left, const auto& right,
                              const double* bias) {
  const auto factors = [&](std::size_t k) { return k < terms ? product({put(left(k)), put(right(k))}) : put(*bias); };
  const std::size_t count = terms + (bias ? 1 : 0);
  Sides sides{std::move(letters), sum_of(count, factors)};
  if (count > 1) sides.push_back(sum_of(count, [&](std::size_t k) { return put(factors(k)); }));
  return sides;
}

// X · W, + the bias of this column where there is one: it may stand in one vector for all heads, or in one of several.
Sides Blackboard::linear() {
  const Matrix& X = in(0);
  const Matrix& W = in(1);
  Expression letters_side = product({row(0, i_), column(1, j_)});
  const double* bias = nullptr;
  std::size_t at = step_.first_column + j_;
  for (std::size_t input = 2; input < step_.from.size(); ++input) {
    if (at < in(input).cols()) {
      const std::string letters = last_words(step_of(input).id, step_.from.size() > 3 ? 2 : 1);
      letters_side = sum({std::move(letters_side), of_column(input, at, letters)});
      bias = &in(input).cells()[at];
      break;
    }
    at -= in(input).cols();
  }
  return dot_product(
      std::move(letters_side), X.cols(), [&](std::size_t k) { return X(i_, k); },
      [&](std::size_t k) { return W(k, j_); }, bias);
}

Sides Blackboard::copied(std::size_t input, std::size_t column, const std::string& letters) {
  Expression e = cell(input, i_, column);
  e.text = letters;
  return {std::move(e)};
}

Sides Blackboard::concat() {
  std::size_t input = 0;
  std::size_t at = j_;
  while (at >= in(input).cols()) at -= in(input++).cols();
  return copied(input, at, last_words(step_of(input).id, 2));  // head2.out
}

// √d_k is written as a root before it is a number.
Sides Blackboard::divide() {
  const Expression x = put(in(0)(i_, j_));
  const Expression letters = cell(0, i_, j_);
  if (plan_.model->scale != Scale::sqrt_d_k) {
    return {quotient(letters, number(step_.number)), quotient(x, number(step_.number))};
  }
  const double d_k = std::round(step_.number * step_.number);
  return {quotient(letters, root(name("d_k"))), quotient(x, root(number(d_k))), quotient(x, put(step_.number))};
}

Sides Blackboard::mask() {
  const bool may_look = step_.matrix ? (*step_.matrix)(i_, j_) != 0 : j_ <= i_;
  condition = {name("mask", {row_index(step_, i_), column_index(step_, j_)}), number(may_look ? 1 : 0)};
  if (!may_look) return {};
  return {cell(0, i_, j_)};
}

Sides Blackboard::exp() {
  const double x = in(0)(i_, j_);
  Expression letters = cell(0, i_, j_);
  const bool is_shifted = step_.formula.starts_with("e^(");  // the calculation has looked at all scores once
  if (!is_shifted) return {power_of_e(std::move(letters)), power_of_e(put(x))};
  const double max = std::ranges::max(in(0).row(i_));
  const Expression numbers = difference(put(x), put(max));
  return {power_of_e(difference(std::move(letters), call("max", {row(0, i_)}))), power_of_e(numbers),
          power_of_e(put(numbers))};
}

Sides Blackboard::mean() {
  const std::span<const double> x = in(0).row(i_);
  const Expression d = number(static_cast<double>(x.size()));
  double total = 0;
  for (const double cell : x) total += rounded(cell);
  return {quotient(call("Σ", {row(0, i_)}), d), quotient(sum_of(x.size(), [&](std::size_t k) { return put(x[k]); }), d),
          quotient(put(total), d)};
}

Sides Blackboard::variance() {
  const std::span<const double> x = in(0).row(i_);
  const Expression d = number(static_cast<double>(x.size()));
  const Expression mean = put(in(1)(i_, 0));
  const auto away = [&](std::size_t k) { return difference(put(x[k]), mean); };
  const auto square = [&](std::size_t k) { return power(put(away(k)), 2); };
  return {quotient(call("Σ", {power(difference(row(0, i_), of_row(1)), 2)}), d),
          quotient(sum_of(x.size(), [&](std::size_t k) { return power(away(k), 2); }), d),
          quotient(sum_of(x.size(), square), d),
          quotient(sum_of(x.size(), [&](std::size_t k) { return put(square(k)); }), d)};
}

Sides Blackboard::normalize() {
  const Expression away = difference(put(in(0)(i_, j_)), put(in(1)(i_, 0)));
  const Expression std = put(in(2)(i_, 0));
  return {quotient(difference(cell(0, i_, j_), of_row(1)), of_row(2)), quotient(away, std), quotient(put(away), std)};
}

Sides Blackboard::scale_shift() {
  const std::size_t beta = step_.has_gamma ? 2 : 1;
  const bool has_beta = step_.from.size() > beta;
  Expression letters = cell(0, i_, j_);
  Expression numbers = put(in(0)(i_, j_));
  if (!step_.has_gamma && !has_beta) return {std::move(letters)};
  if (step_.has_gamma) {
    letters = product({of_column(1, j_, "γ"), std::move(letters)});
    numbers = product({put(in(1)(0, j_)), std::move(numbers)});
  }
  if (!has_beta) return {std::move(letters), std::move(numbers)};
  const Expression shift = put(in(beta)(0, j_));
  Sides sides{sum({std::move(letters), of_column(beta, j_, "β")}), sum({numbers, shift})};
  if (step_.has_gamma) sides.push_back(sum({put(numbers), shift}));
  return sides;
}

// The formulas of math/activation.cpp, with half of the way calculated in the last side. One that is not here is shown
// as a function.
Sides Blackboard::activation() {
  const std::string_view called = step_.activation->name;
  const Expression letters = cell(0, i_, j_);
  const Expression x = put(in(0)(i_, j_));
  const Expression one = number(1), two = number(2);
  if (called == "relu") return {call("max", {number(0), letters}), call("max", {number(0), x})};
  if (called == "silu") {
    const Expression e = power_of_e(number(-x.value));
    return {quotient(letters, sum({one, power_of_e(negative(letters))})), quotient(x, sum({one, e})),
            quotient(x, sum({one, put(e)}))};
  }
  const auto half_of_1_plus = [&](const Expression& half, const Expression& e) {
    return product({half, sum({one, e})});
  };
  if (called == "gelu") {
    const auto erf = [&](const Expression& of) { return call("erf", {quotient(of, root(two))}); };
    return {half_of_1_plus(quotient(letters, two), erf(letters)), half_of_1_plus(quotient(x, two), erf(x)),
            half_of_1_plus(put(quotient(x, two)), put(erf(x)))};
  }
  if (called == "gelu_tanh") {
    const auto tanh = [&](const Expression& of) {
      const Expression cubic = product({number(0.044715), power(of, 3)});
      return call("tanh", {product({root(quotient(two, number(std::numbers::pi, "π"))), sum({of, cubic})})});
    };
    return {half_of_1_plus(quotient(letters, two), tanh(letters)), half_of_1_plus(quotient(x, two), tanh(x)),
            half_of_1_plus(put(quotient(x, two)), put(tanh(x)))};
  }
  return {call(std::string(called), {letters}), call(std::string(called), {x})};
}

// sin(pos / 10000^(2i / d_model)), cos in every second column; the first token has pos 0.
Sides Blackboard::sinusoidal() const {
  const char* const function = j_ % 2 == 0 ? "sin" : "cos";
  const auto side = [&](Expression pos, Expression pair, Expression d_model) {
    return call(function,
                {quotient(std::move(pos), power(number(10000), quotient(std::move(pair), std::move(d_model))))});
  };
  const Expression numbers = side(number(static_cast<double>(i_)), number(static_cast<double>(j_ - j_ % 2)),
                                  number(static_cast<double>(step_.shape.cols)));
  return {side(name("pos"), name("2i"), name("d_model")), numbers, call(function, {put(numbers.parts[0])})};
}

Sides Blackboard::sides() {
  switch (step_.op) {
    case Op::given:
    case Op::drawn:
    case Op::identity: return {};
    case Op::sinusoidal: return sinusoidal();
    case Op::linear: return linear();
    case Op::columns: return copied(0, step_.first_column + j_, letters(0));
    case Op::scores: {
      const std::span<const double> q = in(0).row(i_), k = in(1).row(j_);
      return dot_product(
          product({row(0, i_), row(1, j_)}), q.size(), [q](std::size_t c) { return q[c]; },
          [k](std::size_t c) { return k[c]; }, nullptr);
    }
    case Op::divide: return divide();
    case Op::mask: return mask();
    case Op::exp: return exp();
    case Op::row_sum: {
      const std::span<const double> x = in(0).row(i_);
      return {call("Σ", {row(0, i_)}), sum_of(x.size(), [&](std::size_t k) { return put(x[k]); })};
    }
    case Op::divide_rows:
      return {quotient(cell(0, i_, j_), of_row(1)), quotient(put(in(0)(i_, j_)), put(in(1)(i_, 0)))};
    case Op::matmul:
      return dot_product(
          product({row(0, i_), column(1, j_)}), in(0).cols(), [this](std::size_t k) { return in(0)(i_, k); },
          [this](std::size_t k) { return in(1)(k, j_); }, nullptr);
    case Op::concat: return concat();
    case Op::copy: return {cell(0, i_, j_)};
    case Op::add: return {sum({cell(0, i_, j_), cell(1, i_, j_)}), sum({put(in(0)(i_, j_)), put(in(1)(i_, j_))})};
    case Op::mean: return mean();
    case Op::variance: return variance();
    case Op::deviation:
      return {root(sum({of_row(0), name("ε")})), root(sum({put(in(0)(i_, 0)), number(step_.number)}))};
    case Op::normalize: return normalize();
    case Op::scale_shift: return scale_shift();
    case Op::activation: return activation();
  }
  return {};
}

}  // namespace mha
