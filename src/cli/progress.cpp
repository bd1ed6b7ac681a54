#include "cli/progress.hpp"

#include <ostream>

#include "cli/environment.hpp"
#include "text/format.hpp"
#include "text/say.hpp"
#include "trace/run.hpp"

namespace mha {
namespace {

using namespace std::chrono_literals;

constexpr auto first_after = 1s;
constexpr auto every = 200ms;
constexpr double work_of_a_cell = 50;  // besides the products in its sum: it is made, looked at and written

double work_of(const Plan& plan, const Step& step) {
  return multiplications(plan, step) +
         work_of_a_cell * static_cast<double>(step.shape.rows) * static_cast<double>(step.shape.cols);
}

}  // namespace

Progress::Progress(std::ostream& err, const Plan& plan, Language language)
    : err_(err),
      plan_(plan),
      language_(language),
      is_seen_(can_take_back(err)),
      begin_(Clock::now()),
      next_(begin_ + first_after) {
  if (!is_seen_) return;
  for (const Step& step : plan.steps) work_ += work_of(plan, step);
}

void Progress::done(const Step& step) {
  if (!is_seen_) return;
  done_ += work_of(plan_, step);
  if (step.id == fmt::format("X{}", blocks_ + 1)) ++blocks_;
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + every;
  const std::chrono::duration<double> passed = now - begin_;
  const auto seconds = static_cast<long>(passed.count() * (work_ - done_) / done_) + 1;
  const bool is_long = seconds > 100;
  err_ << "\r\x1b[K"
       << say(language_, is_long ? Phrase::progress_minutes : Phrase::progress_seconds, blocks_, plan_.model->layers,
              is_long ? seconds / 60 + 1 : seconds)
       << std::flush;
  is_shown_ = true;
}

void Progress::end() {
  if (is_shown_) err_ << "\r\x1b[K" << std::flush;
  is_shown_ = false;
}

}  // namespace mha
