#include "check/terms.hpp"

namespace mha {
namespace {

// The bias of a column: the biases stand side by side.
double bias(const Step& step, const Values& values, std::size_t column) {
  std::size_t at = step.first_column + column;
  for (std::size_t i = 2; i < step.from.size(); ++i) {
    const Matrix& b = *values[step.from[i]];
    if (at < b.cols()) return b(0, at);
    at -= b.cols();
  }
  return 0;
}

}  // namespace

Terms terms_of(const Step& step, const Values& values, std::size_t row, std::size_t column) {
  Terms sum;
  const auto in = [&](std::size_t input) -> const Matrix& { return *values[step.from[input]]; };
  switch (step.op) {
    case Op::linear:
    case Op::matmul:
      for (std::size_t k = 0; k < in(0).cols(); ++k) sum.terms.push_back(in(0)(row, k) * in(1)(k, column));
      if (step.op == Op::linear && step.from.size() > 2) sum.terms.push_back(bias(step, values, column));
      break;
    case Op::scores:
      for (std::size_t k = 0; k < in(0).cols(); ++k) sum.terms.push_back(in(0)(row, k) * in(1)(column, k));
      break;
    case Op::add: sum.terms = {in(0)(row, column), in(1)(row, column)}; break;
    case Op::row_sum:
    case Op::mean:
      sum.terms.assign(in(0).row(row).begin(), in(0).row(row).end());
      if (step.op == Op::mean) sum.divisor = static_cast<double>(in(0).cols());
      break;
    case Op::variance:
      for (const double x : in(0).row(row)) sum.terms.push_back((x - in(1)(row, 0)) * (x - in(1)(row, 0)));
      sum.divisor = static_cast<double>(in(0).cols());
      break;
    case Op::given:
    case Op::drawn:
    case Op::identity:
    case Op::sinusoidal:
    case Op::columns:
    case Op::divide:
    case Op::mask:
    case Op::exp:
    case Op::divide_rows:
    case Op::concat:
    case Op::copy:
    case Op::deviation:
    case Op::normalize:
    case Op::scale_shift:
    case Op::activation: break;
  }
  return sum;
}

}  // namespace mha
