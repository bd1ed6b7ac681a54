#include "math/team.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "math/threads.hpp"

namespace mha {

TEST_CASE("each job is done once, by however many threads") {
  for (const int threads : {1, 2, 3, 4}) {
    const UseThreads use(threads);
    for (const std::size_t count : {0U, 1U, 2U, 3U, 100U}) {
      std::vector<int> times(count);
      share(count, [&](std::size_t i) { ++times[i]; });
      CHECK(times == std::vector<int>(count, 1));
    }
  }
}

TEST_CASE("a range is divided without gaps, and only when there is enough work") {
  const UseThreads use(3);
  for (const std::size_t work : {1U, 1U << 12, 1U << 20}) {
    std::atomic<std::size_t> calls = 0;
    std::vector<int> times(1000);
    share_range(times.size(), work, [&](std::size_t begin, std::size_t end) {
      ++calls;
      for (std::size_t i = begin; i < end; ++i) ++times[i];
    });
    CHECK(times == std::vector<int>(1000, 1));
    CHECK((calls > 1) == (work > 1));
  }
  share_range(0, 1, [](std::size_t begin, std::size_t end) { CHECK(begin == end); });
}

TEST_CASE("jobs that share work out themselves use the same threads") {
  const UseThreads use(3);
  std::atomic<int> now = 0, most = 0, done = 0;
  share(20, [&](std::size_t) {
    share(10, [&](std::size_t) {
      const int here = ++now;
      for (int seen = most; here > seen && !most.compare_exchange_weak(seen, here);) continue;
      ++done;
      --now;
    });
  });
  CHECK(done == 200);
  CHECK(most <= 3);
}

TEST_CASE("the exception of the first job that threw arrives") {
  for (const int threads : {1, 2, 4}) {
    const UseThreads use(threads);
    std::string what;
    try {
      share(50, [](std::size_t i) {
        if (i % 10 == 7) throw std::runtime_error(std::to_string(i));
      });
    } catch (const std::runtime_error& error) {
      what = error.what();
    }
    CHECK(what == "7");
  }
}

TEST_CASE("tasks may start tasks") {
  for (const int threads : {1, 2, 4}) {
    const UseThreads use(threads);
    std::atomic<int> done = 0;
    for (std::size_t i = 0; i < 10; ++i) {
      start_task(i, [&done, i] {
        start_task(i, [&done] { ++done; });
        ++done;
      });
    }
    work_until([&] { return done == 20; });
    CHECK(done == 20);
  }
}

TEST_CASE("little work starts no thread") {
  static std::atomic<int> started = 0;
  use_threads(4, [] { ++started; });
  share_range(100, 1, [](std::size_t, std::size_t) {});
  share(1, [](std::size_t) {});
  use_threads(1);  // waits for those that there are
  CHECK(started == 0);
  use_threads(4, [] { ++started; });
  share(2, [](std::size_t) {});
  share(2, [](std::size_t) {});
  use_threads(1);
  CHECK(started == 3);
}

}  // namespace mha
