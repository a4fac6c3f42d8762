// Timing for benchmarks that print ratios.
//
// Machines are shared and noisy, so a figure is the best of several short runs,
// and the runs of ours and of the peer alternate.

#pragma once

#include <algorithm>
#include <chrono>

namespace intarsia::bench {

inline double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Calls work(), which answers how many items it did; the items per second.
template <class Work>
double rate_of(Work work) {
  const auto start = std::chrono::steady_clock::now();
  const auto items = static_cast<double>(work());
  return items / seconds_since(start);
}

// The best of `runs`.
template <class Work>
double best_rate(int runs, Work work) {
  double best = 0;
  for (int i = 0; i < runs; ++i) best = std::max(best, rate_of(work));
  return best;
}

// Keeps the compiler from dropping a result.
template <class T>
void keep(const T& value) {
  asm volatile("" : : "g"(&value) : "memory");
}

}  // namespace intarsia::bench
