#include "math/team.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <iterator>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace mha {
namespace {

struct Task {
  std::size_t order;
  const void* group;  // the call of share() that it is a part of; null: none
  std::function<void()> run;
};

class Team {
 public:
  ~Team() { dismiss(); }

  void resize(int count, void (*begin)()) {
    dismiss();
    count_ = count;
    begin_ = begin;
  }

  int count() const { return count_; }
  bool is_at_work() const { return unfinished_ != 0; }

  // Whether another member would take up a task at once.
  bool is_waiting() {
    const std::lock_guard lock(mutex_);
    return tasks_.size() + busy_ < static_cast<std::size_t>(count_);
  }

  void add(std::vector<Task> tasks) {
    unfinished_ += tasks.size();
    const std::lock_guard lock(mutex_);
    try {
      while (threads_.size() + 1 < static_cast<std::size_t>(count_)) threads_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {
      // The system has no more threads: those that there are do the work.
    }
    std::ranges::move(tasks, std::back_inserter(tasks_));
    news_.notify_all();
  }

  // Does tasks, only those of the group if one is named, until done() is true.
  void work_until(const void* group, const std::function<bool()>& done) {
    std::unique_lock lock(mutex_);
    while (!done()) {
      if (!do_one(lock, group)) news_.wait(lock);
    }
  }

 private:
  // Takes the first task out and does it, unlocked meanwhile. False: there is none.
  bool do_one(std::unique_lock<std::mutex>& lock, const void* group) {
    auto first = tasks_.end();
    for (auto task = tasks_.begin(); task != tasks_.end(); ++task) {
      if (group && task->group != group) continue;
      if (first == tasks_.end() || task->order < first->order) first = task;
    }
    if (first == tasks_.end()) return false;
    const std::function<void()> run = std::move(first->run);
    tasks_.erase(first);
    ++busy_;
    lock.unlock();
    run();
    lock.lock();
    --busy_;
    --unfinished_;
    news_.notify_all();
    return true;
  }

  void work() {
    if (begin_) begin_();
    std::unique_lock lock(mutex_);
    while (!is_over_) {
      if (!do_one(lock, nullptr)) news_.wait(lock);
    }
  }

  void dismiss() {
    {
      const std::lock_guard lock(mutex_);
      is_over_ = true;
      news_.notify_all();
    }
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
    is_over_ = false;
  }

  std::atomic<std::size_t> unfinished_ = 0;

  std::mutex mutex_;  // of all that follows but count_ and begin_, which change only while there are no threads
  std::condition_variable news_;  // a task has come or has ended
  std::vector<Task> tasks_;
  std::size_t busy_ = 0;  // tasks that are being done
  bool is_over_ = false;
  std::vector<std::thread> threads_;
  int count_ = 1;
  void (*begin_)() = nullptr;
};

Team& team() {
  static Team the_team;
  return the_team;
}

}  // namespace

void use_threads(int count, void (*begin)()) { team().resize(count, begin); }
int thread_count() { return team().count(); }
bool is_at_work() { return team().is_at_work(); }

void share(std::size_t count, const std::function<void(std::size_t)>& job) {
  if (count < 2 || thread_count() == 1) {
    for (std::size_t i = 0; i < count; ++i) job(i);
    return;
  }
  std::atomic<std::size_t> left = count;
  std::vector<std::exception_ptr> errors(count);
  std::vector<Task> tasks;
  for (std::size_t i = 0; i < count; ++i) {
    tasks.push_back({0, &left, [&, i] {
                       try {
                         job(i);
                       } catch (...) {
                         errors[i] = std::current_exception();
                       }
                       --left;  // nothing of this call may be touched after that
                     }});
  }
  team().add(std::move(tasks));
  team().work_until(&left, [&] { return left == 0; });
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
}

void share_range(std::size_t count, std::size_t work, const std::function<void(std::size_t, std::size_t)>& job) {
  constexpr std::size_t least = 1 << 15;  // units: some ten microseconds
  const std::size_t threads = static_cast<std::size_t>(thread_count());
  const std::size_t parts = std::min({count, threads == 1 ? 1 : 4 * threads, count * work / least});
  if (parts < 2 || !team().is_waiting()) return job(0, count);
  share(parts, [&](std::size_t i) { job(count * i / parts, count * (i + 1) / parts); });
}

void start_task(std::size_t order, std::function<void()> task) {
  std::vector<Task> tasks;
  tasks.push_back({order, nullptr, std::move(task)});
  team().add(std::move(tasks));
}

void work_until(const std::function<bool()>& done) { team().work_until(nullptr, done); }

}  // namespace mha
