// For tests that calculate with several threads.
#pragma once

#include "math/team.hpp"

namespace mha {

// While it lives so many threads calculate, after that as many as before.
class UseThreads {
 public:
  explicit UseThreads(int count) : before_(thread_count()) { use_threads(count); }
  ~UseThreads() { use_threads(before_); }
  UseThreads(const UseThreads&) = delete;
  UseThreads& operator=(const UseThreads&) = delete;

 private:
  int before_;
};

}  // namespace mha
