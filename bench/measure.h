// Timing for benchmarks that print ratios.
//
// Machines are shared and noisy, so a figure is the best of several short runs,
// and the runs of ours and of the peer alternate.

#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

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

// The best rates of two kinds of work, whose runs alternate.
struct Rates {
  double ours = 0;
  double other = 0;
  double ratio() const { return ours / other; }
};

template <class Ours, class Other>
Rates best_rates(int runs, Ours ours, Other other) {
  Rates best;
  for (int i = 0; i < runs; ++i) {
    best.ours = std::max(best.ours, rate_of(ours));
    best.other = std::max(best.other, rate_of(other));
  }
  return best;
}

// Calls work() with the stack moved down. Stores and loads whose addresses agree in the low 12 bits
// wait for each other, so where the stack lies relative to the tables is worth up to 40 %, and
// chance: one process in ten draws badly. Runs that each take another place are fair to both sides.
template <class Work>
[[gnu::noinline]] auto at_stack_offset(std::size_t bytes, Work work) {
  auto* const space = static_cast<volatile char*>(__builtin_alloca(bytes + 1));
  space[0] = 0;
  return work();
}

// Keeps the compiler from dropping a result.
template <class T>
void keep(const T& value) {
  asm volatile("" : : "g"(&value) : "memory");
}

}  // namespace intarsia::bench
