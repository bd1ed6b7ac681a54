// The whole calculation: one step after another, or by several threads, each as soon as its inputs are there.
#include "trace/run.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <mutex>
#include <utility>

#include "error.hpp"
#include "math/memory.hpp"
#include "math/rounding.hpp"
#include "math/team.hpp"
#include "text/label.hpp"
#include "text/unicode.hpp"
#include "trace/compute.hpp"

namespace mha {
namespace {

// What made the cell infinite or no number at all.
std::string what_went_wrong(const Step& step, double x) {
  if (step.op == Op::normalize) return "is divided by 0: the std of its row is 0, or was rounded to it";
  if (step.op == Op::divide_rows) return "is divided by 0: the sum of its row is 0, or was rounded to it";
  if (std::isnan(x)) return "has no value: infinity is taken from infinity, or multiplied by 0";
  return "is beyond the largest number that can be calculated with (about 1.8e308): the numbers of the steps before it "
         "are "
         "too large";
}

// Without a branch for each number, so that vectors do it.
bool all_finite(std::span<const double> cells) {
  constexpr double largest = std::numeric_limits<double>::max();
  std::size_t finite = 0;
  for (const double x : cells) finite += std::abs(x) <= largest ? 1U : 0U;
  return finite == cells.size();
}

// Throws where a cell is no finite number; a masked score may be −∞.
void require_finite(const Model& model, const Step& step, const Matrix& m) {
  for (std::size_t i = 0; i < m.rows(); ++i) {
    if (all_finite(m.row(i))) continue;
    for (std::size_t j = 0; j < m.cols(); ++j) {
      const double x = m(i, j);
      if (std::isfinite(x) || (step.op == Op::mask && x < 0)) continue;
      const auto shown = [](const Labels& labels, std::size_t k) {
        return labels ? shortened(label((*labels)[k]), 40) : std::to_string(k + 1);
      };
      throw Error(model.place(step.id + "[" + shown(step.row_labels, i) + "," + shown(step.column_labels, j) + "]"),
                  what_went_wrong(step, x));
    }
  }
}

// A step's numbers, or why there are none.
struct Result {
  std::shared_ptr<const Matrix> matrix;
  bool is_shifted = false;  // exp: see is_shifted()
  std::exception_ptr error;
};

Result result_of(const Plan& plan, const Step& step, std::span<const Matrix* const> inputs, std::optional<int> round) {
  Result result;
  if (step.op == Op::given) {
    result.matrix = std::shared_ptr<const Matrix>(std::shared_ptr<void>(), step.matrix);  // stays in the model, no copy
    return result;
  }
  result.is_shifted = step.op == Op::exp && is_shifted(*inputs[0]);
  Matrix m = step.op == Op::exp ? exp(*inputs[0], result.is_shifted) : compute(step, inputs);
  require_finite(*plan.model, step, m);
  if (round && !is_given(step.op)) m = round_to(std::move(m), *round);
  result.matrix = std::make_shared<const Matrix>(std::move(m));
  return result;
}

// The steps of a plan, computed by the team: each as soon as its inputs are there, but no more than `ahead` steps
// before they are asked for, so that few matrices wait.
class Ahead {
 public:
  Ahead(const Plan& plan, std::optional<int> round, std::size_t ahead)
      : plan_(plan),
        round_(round),
        ahead_(ahead),
        results_(plan.steps.size()),
        is_done_(plan.steps.size()),
        missing_(plan.steps.size()),
        followers_(plan.steps.size()) {
    for (std::size_t i = 0; i < plan.steps.size(); ++i) {
      missing_[i] = plan.steps[i].from.size();
      for (const std::size_t input : plan.steps[i].from) followers_[input].push_back(i);
    }
  }
  ~Ahead() {
    {
      const std::lock_guard lock(mutex_);
      is_over_ = true;
    }
    work_until([this] {
      const std::lock_guard lock(mutex_);
      return started_ == 0;
    });
  }
  Ahead(const Ahead&) = delete;
  Ahead& operator=(const Ahead&) = delete;

  // Waits for the step and computes meanwhile. To be called for each step, in the plan's order.
  Result take(std::size_t place) {
    std::vector<std::size_t> ready;
    {
      const std::lock_guard lock(mutex_);
      for (; horizon_ < std::min(place + ahead_, results_.size()); ++horizon_) {
        if (missing_[horizon_] == 0) ready.push_back(horizon_);
      }
      started_ += ready.size();
    }
    start(ready);
    work_until([&] {
      const std::lock_guard lock(mutex_);
      return is_done_[place] != 0;
    });
    const std::lock_guard lock(mutex_);
    return results_[place];
  }

  // No step that is not done yet needs this one.
  void forget(std::size_t place) {
    const std::lock_guard lock(mutex_);
    results_[place].matrix.reset();
  }

 private:
  void start(const std::vector<std::size_t>& places) {
    for (const std::size_t place : places) start_task(place + 1, [this, place] { work(place); });
  }

  void work(std::size_t place) {
    std::vector<const Matrix*> inputs;
    bool is_wanted = false;
    {
      const std::lock_guard lock(mutex_);
      is_wanted = !is_over_;
      for (const std::size_t input : plan_.steps[place].from) inputs.push_back(results_[input].matrix.get());
    }
    Result result;
    try {
      if (is_wanted) result = result_of(plan_, plan_.steps[place], inputs, round_);
    } catch (...) {
      result.error = std::current_exception();
    }
    std::vector<std::size_t> ready;
    std::unique_lock lock(mutex_);
    results_[place] = std::move(result);
    is_done_[place] = true;
    if (results_[place].matrix) {
      for (const std::size_t follower : followers_[place]) {
        if (--missing_[follower] == 0 && follower < horizon_) ready.push_back(follower);
      }
    }
    started_ += ready.size();
    lock.unlock();
    start(ready);
    lock.lock();
    --started_;
  }

  const Plan& plan_;
  const std::optional<int> round_;
  const std::size_t ahead_;
  std::mutex mutex_;  // of all that follows
  std::vector<Result> results_;
  std::vector<char> is_done_;
  std::vector<std::size_t> missing_;                 // how many inputs are not done
  std::vector<std::vector<std::size_t>> followers_;  // whose input a step is
  std::size_t horizon_ = 0;                          // the first step that may not be started yet
  std::size_t started_ = 0;                          // and not ended
  bool is_over_ = false;
};

double cells(Shape s) { return static_cast<double>(s.rows) * static_cast<double>(s.cols); }

// Whether there is work for a second thread: about a millisecond.
bool is_large(const Plan& plan) {
  double work = 0;
  for (const Step& step : plan.steps) {
    work += multiplications(plan, step);
    if (step.op != Op::given) work += 10 * cells(step.shape);
  }
  return work > 1e7;
}

}  // namespace

double multiplications(const Plan& plan, const Step& step) {
  const bool is_product = step.op == Op::linear || step.op == Op::scores || step.op == Op::matmul;
  return is_product ? cells(step.shape) * static_cast<double>(plan.steps[step.from[0]].shape.cols) : 0;
}

void run(Plan& plan, std::optional<int> round, const OnStep& on_step) {
  std::vector<std::size_t> last_use(plan.steps.size());
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    last_use[i] = i;
    for (const std::size_t input : plan.steps[i].from) last_use[input] = i;
  }
  Values values(plan.steps.size());
  std::optional<Ahead> team;
  const bool large = is_large(plan);
  if (large) keep_freed_memory();
  if (large && thread_count() > 1) team.emplace(plan, round, 16 * static_cast<std::size_t>(thread_count()));
  const auto forget = [&](std::size_t place) {
    values[place].reset();
    if (team) team->forget(place);
  };
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    Step& step = plan.steps[i];
    Result result;
    if (team) {
      result = team->take(i);
    } else {
      std::vector<const Matrix*> inputs;
      for (const std::size_t input : step.from) inputs.push_back(values[input].get());
      result = result_of(plan, step, inputs, round);
    }
    if (result.error) std::rethrow_exception(result.error);
    if (result.is_shifted) step.formula = "e^(" + step.formula.substr(2) + " − max)";
    values[i] = std::move(result.matrix);
    on_step(step, i, values);
    for (const std::size_t input : step.from) {
      if (last_use[input] == i) forget(input);
    }
    if (last_use[i] == i) forget(i);
  }
}

}  // namespace mha
