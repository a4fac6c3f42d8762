// One job on all cores, with its progress shown.

#pragma once

#include <algorithm>
#include <mutex>
#include <thread>

#include "apps/cli/progress.h"
#include "intarsia/io/parallel.h"

namespace intarsia::cli {

// What --threads says; 0: all cores.
inline unsigned thread_count(unsigned wanted) {
  return wanted != 0 ? wanted : std::max(1U, std::thread::hardware_concurrency());
}

// Runs work(0) … work(count - 1), each once, on `threads` threads (0: all cores).
template <class Work>
void in_parallel(std::size_t count, unsigned threads, Progress& progress, Work work) {
  std::uint64_t done = 0;
  std::mutex showing;
  io::in_parallel(count, thread_count(threads), [&](std::size_t i) {
    work(i);
    const std::lock_guard lock(showing);
    progress.update(++done);
  });
}

}  // namespace intarsia::cli
