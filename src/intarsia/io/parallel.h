// One job on several threads, whose failures reach the caller.

#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

namespace intarsia::io {

// Runs `loop` on up to that many threads, the calling one among them: a system that gives fewer is no
// error. What a call throws (out of memory) is thrown here once all have ended, the first of several.
void on_threads(unsigned threads, const std::function<void()>& loop);

// Runs work(0) … work(count - 1), each once and in no order. After a failure no more are begun.
template <class Work>
void in_parallel(std::size_t count, unsigned threads, Work work) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> has_failed{false};
  const auto loop = [&] {
    for (std::size_t i = next++; i < count && !has_failed; i = next++) {
      try {
        work(i);
      } catch (...) {
        has_failed = true;
        throw;
      }
    }
  };
  on_threads(count < threads ? static_cast<unsigned>(count) : threads, loop);
}

}  // namespace intarsia::io
