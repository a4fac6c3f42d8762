// Long work for which Python waits: signals are looked at, and Python hears how far it has come.

#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <initializer_list>

#include <nanobind/nanobind.h>

#include "python/bind/lock.h"

namespace intarsia::bind {

// Is called by the thread that waits, with how far the work has come; now and then calls Python, which
// may end it: by a handler of signals, or by `report`, a function of those numbers or None.
class Watch {
 public:
  explicit Watch(Unlocked& unlocked, nb::handle report = Py_None)
      : unlocked_(unlocked), report_(report) {}

  const std::atomic<bool>& stop() const { return stop_; }
  bool is_stopped() const { return stop_; }

  void operator()(std::initializer_list<std::uint64_t> numbers);

 private:
  using Clock = std::chrono::steady_clock;

  bool goes_on(std::initializer_list<std::uint64_t> numbers) const;

  Unlocked& unlocked_;
  nb::handle report_;
  std::atomic<bool> stop_ = false;
  Clock::time_point asked_ = Clock::now();
};

// As many threads as are wanted; 0 is one for each core that the process may use.
unsigned threads_or_cores(unsigned wanted);

}  // namespace intarsia::bind
