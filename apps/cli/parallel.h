// One job on all cores, with its progress shown.

#pragma once

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

#include "apps/cli/progress.h"

namespace intarsia::cli {

// Runs work(0) … work(count - 1), each once, on `threads` threads (0: all cores).
template <class Work>
void in_parallel(std::size_t count, unsigned threads, Progress& progress, Work work) {
  if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
  std::atomic<std::size_t> next{0};
  std::uint64_t done = 0;
  std::mutex showing;
  const auto loop = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      work(i);
      const std::lock_guard lock(showing);
      progress.update(++done);
    }
  };
  std::vector<std::jthread> helpers;  // joined when they go out of scope
  for (unsigned i = 1; i < std::min<std::size_t>(threads, count); ++i) helpers.emplace_back(loop);
  loop();
}

}  // namespace intarsia::cli
