// A team of threads for large calculations. It is there once, is kept until the program ends, and its threads are
// started when the first work for them comes: a small calculation starts none. Work that is given out by a member,
// while it does some, goes to the same team, so that there are never more threads than were asked for.
#pragma once

#include <cstddef>
#include <functional>

namespace mha {

inline constexpr int max_threads = 256;

// How many threads may calculate, the caller's among them: 1 at first. `begin` is what each new thread does first. To
// be called while nothing is calculated.
void use_threads(int count, void (*begin)() = nullptr);
int thread_count();

// Whether there are tasks that have not ended. An exception that leaves the caller's work now would take away what they
// work on.
bool is_at_work();

// Calls job(0) … job(count − 1), each once, in any order and on any members, the caller among them; comes back when all
// are done. Then the exception of the first job that threw is thrown.
void share(std::size_t count, const std::function<void(std::size_t)>& job);

// Calls job(begin, end) for parts of 0 … count, so that each part has about `least` units of work or more, when a
// number of the range is `work` units; for little work that is one call.
void share_range(std::size_t count, std::size_t work, const std::function<void(std::size_t, std::size_t)>& job);

// Tasks that come one after another: some member does each as soon as it can, those with the smallest `order` first.
// A task must not throw.
void start_task(std::size_t order, std::function<void()> task);

// Does tasks until done() is true; it is asked again whenever a task has ended, by one thread at a time.
void work_until(const std::function<bool()>& done);

}  // namespace mha
