#include "check/chain.hpp"

#include <algorithm>
#include <limits>

#include "error.hpp"
#include "math/rounding.hpp"
#include "text/format.hpp"
#include "text/number.hpp"

namespace mha {
namespace {

constexpr double max_cells = 32.0 * 1024 * 1024;  // 256 MiB, and twice that where there are rounded ones as well

}  // namespace

void require_keepable(const Plan& plan) {
  double cells = 0;
  for (const Step& step : plan.steps) {
    cells += static_cast<double>(step.shape.rows) * static_cast<double>(step.shape.cols);
  }
  if (cells <= max_cells) return;
  throw Error(plan.model->place(""),
              fmt::format("this calculation has {} numbers, too many to be marked: at most {} are kept at once",
                          grouped(static_cast<unsigned long long>(cells)),
                          grouped(static_cast<unsigned long long>(max_cells))));
}

Truth true_numbers(Plan& plan, std::optional<int> round, Round how) {
  require_keepable(plan);
  Truth truth;
  truth.exact.resize(plan.steps.size());
  run(plan, std::nullopt,
      [&](const Step&, std::size_t place, const Values& values) { truth.exact[place] = values[place]; });
  truth.rounded = truth.exact;
  if (!round) return truth;
  try {
    run(plan, round, [&](const Step& step, std::size_t place, const Values& values) {
      if (!is_given(step.op)) truth.rounded[place] = values[place];
    });
    truth.round = round;
    truth.is_round_stated = how == Round::stated;
  } catch (const Error&) {
    if (how == Round::stated) throw;
    truth.rounded = truth.exact;
  }
  return truth;
}

Matrix compute_or_nan(const Step& step, std::span<const Matrix* const> inputs, Shape shape) {
  try {
    return compute(step, inputs);
  } catch (const ShapeError&) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    return {shape.rows, shape.cols, std::vector<double>(shape.rows * shape.cols, nan)};
  }
}

Matrix compute_or_nan(const Step& step, const Values& values, Shape shape) {
  std::vector<const Matrix*> inputs;
  for (const std::size_t input : step.from) inputs.push_back(values[input].get());
  return compute_or_nan(step, inputs, shape);
}

Chain::Chain(const Plan& plan, const Values& as_usual, std::optional<int> round)
    : plan_(plan), as_usual_(as_usual), round_(round), values_(plan.steps.size()) {
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (is_given(plan.steps[i].op)) values_[i] = as_usual[i];
  }
}

Numbers Chain::computed(std::size_t place) const {
  const Step& step = plan_.steps[place];
  const auto is_as_usual = [&](std::size_t input) { return values_[input] == as_usual_[input]; };
  if (is_given(step.op) || std::ranges::all_of(step.from, is_as_usual)) return as_usual_[place];
  return std::make_shared<const Matrix>(compute_or_nan(step, values_, as_usual_[place]->shape()));
}

void Chain::go_on(std::size_t place, Numbers numbers) {
  const bool is_rounded = !round_ || is_given(plan_.steps[place].op) || numbers == as_usual_[place];
  values_[place] = is_rounded ? std::move(numbers) : std::make_shared<const Matrix>(round_to(*numbers, *round_));
}

}  // namespace mha
