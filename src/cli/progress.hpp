// Says on standard error how far a long calculation is, where somebody can see it.
#pragma once

#include <chrono>
#include <cstddef>
#include <iosfwd>

#include "text/words.hpp"
#include "trace/trace.hpp"

namespace mha {

// After a second it shows a line, if `err` is standard error and a terminal that can take the line away again. It is
// taken away by end(), or where the calculation fails.
class Progress {
 public:
  Progress(std::ostream& err, const Plan& plan, Language language);
  ~Progress() { end(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void done(const Step& step);  // of the plan, one after another
  void end();

 private:
  using Clock = std::chrono::steady_clock;

  std::ostream& err_;
  const Plan& plan_;
  Language language_;
  bool is_seen_;
  bool is_shown_ = false;
  double work_ = 0, done_ = 0;  // in about as many units as there are multiplications
  std::size_t blocks_ = 0;
  Clock::time_point begin_, next_;
};

}  // namespace mha
