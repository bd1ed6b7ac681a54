// Chains of numbers through a plan: the true ones, and what comes out when a person's own numbers are carried on.
#pragma once

#include <optional>

#include "trace/compute.hpp"
#include "trace/run.hpp"

namespace mha {

using Numbers = std::shared_ptr<const Matrix>;

// All numbers of a calculation as they should be; computed once, held against many answers.
struct Truth {
  Values exact;
  Values rounded;  // where each matrix is rounded to `round` decimals before it is used; else the same as `exact`
  std::optional<int> round;
  bool is_round_stated = false;  // by the answers or the caller, not only guessed from what was written
};

// Throws Error where all numbers of the calculation together are more than can be kept in memory at once.
void require_keepable(const Plan& plan);

// With `round`, if it is not stated, only where that has a result too. Throws Error where the calculation has none.
enum class Round { stated, guessed };
Truth true_numbers(Plan& plan, std::optional<int> round, Round how = Round::stated);

// Computes step after step from the numbers set for the steps before. What was given needs no setting. As long as all
// inputs are the true numbers the result is the true one, and costs nothing.
class Chain {
 public:
  // With `round`, each computed matrix is rounded before the next step uses it; `as_usual` are the true numbers.
  Chain(const Plan& plan, const Values& as_usual, std::optional<int> round);

  // The step at `place` from its inputs, not rounded. NaN everywhere where there is no result.
  Numbers computed(std::size_t place) const;
  // Goes on with what was computed, rounded where this chain is.
  void go_on(std::size_t place, Numbers numbers);
  // Goes on with these as they are: somebody wrote them.
  void set(std::size_t place, Numbers numbers) { values_[place] = std::move(numbers); }

  const Values& values() const { return values_; }

 private:
  const Plan& plan_;
  const Values& as_usual_;
  std::optional<int> round_;
  Values values_;
};

// compute() for inputs that may be anything: NaN everywhere where the shapes do not fit.
Matrix compute_or_nan(const Step& step, std::span<const Matrix* const> inputs, Shape shape);
Matrix compute_or_nan(const Step& step, const Values& values, Shape shape);

}  // namespace mha
