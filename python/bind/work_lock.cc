#include "python/bind/work_lock.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

namespace intarsia::bind {

namespace {

constexpr auto kBetweenSignals = std::chrono::milliseconds(50);

struct Work {
  const WorkLock* on;
  WorkLock::Use use;
};

// What this thread is at, the innermost last.
thread_local std::vector<Work> at_work;

}  // namespace

void WorkLock::check(Use use) const {
  const bool is_in_the_way = std::any_of(at_work.begin(), at_work.end(), [&](const Work& w) {
    return w.on == this && (use == Use::kChange || w.use == Use::kChange);
  });
  if (!is_in_the_way) return;
  PyErr_SetString(
      PyExc_RuntimeError,
      use == Use::kChange
          ? "the graph is at work: it cannot be changed by what is called meanwhile"
          : "the graph is being changed: it cannot be asked by what is called meanwhile");
  throw nb::python_error();
}

bool WorkLock::try_take(Use use) const {
  if (is_changed_ || (use == Use::kChange && readers_ > 0)) return false;
  if (use == Use::kChange) {
    is_changed_ = true;
  } else {
    ++readers_;
  }
  return true;
}

bool WorkLock::take(Use use, Unlocked& unlocked) const {
  std::unique_lock held(mutex_);
  while (!try_take(use)) {
    if (is_free_.wait_for(held, kBetweenSignals) == std::cv_status::no_timeout) continue;
    held.unlock();
    if (unlocked.locked(PyErr_CheckSignals) != 0) return false;
    held.lock();
  }
  return true;
}

void WorkLock::give_back(Use use) const {
  {
    const std::lock_guard held(mutex_);
    if (use == Use::kChange) {
      is_changed_ = false;
    } else {
      --readers_;
    }
  }
  is_free_.notify_all();
}

WorkLock::Held::Held(const WorkLock& lock, Use use, Unlocked& unlocked)
    : lock_(lock), use_(use), is_held_(lock.take(use, unlocked)) {
  if (is_held_) at_work.push_back({&lock, use});
}

WorkLock::Held::~Held() {
  if (!is_held_) return;
  at_work.pop_back();
  lock_.give_back(use_);
}

}  // namespace intarsia::bind
