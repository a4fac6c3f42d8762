// Long work in chunks: without Python's lock, on several threads, and stopped by Ctrl-C.

#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "intarsia/base/result.h"
#include "python/bind/errors.h"

namespace intarsia::bind {

// Which row of a batch went wrong, and how.
struct Failure {
  std::size_t row;
  Error error;
};

// Rows that most often take well under a millisecond.
inline constexpr std::size_t kChunk = 1'024;

// To look at a clock takes a tenth as long as a row, and the longest rows take some milliseconds.
inline constexpr std::size_t kRowsBetweenPauses = 32;

// Some rows of a batch, for one thread.
class Chunk {
 public:
  Chunk(std::size_t first, std::size_t size, const std::function<bool()>& is_over)
      : first_(first), size_(size), is_over_(is_over) {}

  std::size_t first() const { return first_; }
  std::size_t size() const { return size_; }

  // Calls row(i), which returns an error or nothing, until one fails. Now and then it asks
  // whether the batch is over (signals are looked at there) and then leaves the rest: a row can be
  // a game of thousands of moves.
  template <class Row>
  std::optional<Failure> each(Row row) const {
    for (std::size_t i = first_; i < first_ + size_; ++i) {
      if (std::optional<Error> error = row(i)) return Failure{i, *std::move(error)};
      if (i % kRowsBetweenPauses == 0 && is_over_()) return std::nullopt;
    }
    return std::nullopt;
  }

 private:
  std::size_t first_;
  std::size_t size_;
  const std::function<bool()>& is_over_;
};

using Work = std::function<std::optional<Failure>(const Chunk&)>;

// Work with scratch memory that cannot be copied.
template <class Worker, class... Arguments>
Work shared_work(Arguments&&... arguments) {
  return [worker = std::make_shared<Worker>(std::forward<Arguments>(arguments)...)](
             const Chunk& chunk) { return (*worker)(chunk); };
}

// Rows `count` in chunks of `chunk`, with Python's lock released. Every thread asks `make_work` for
// its own, so that scratch memory is not shared. The first bad row is raised as an error, whatever
// the number of threads; between rows the caller's thread asks Python for signals. Threads live for
// one call only, so a process may fork at any time.
void run_batch(std::size_t count, std::size_t chunk, unsigned threads,
               const std::function<Work()>& make_work);

// As many threads as are wanted; 0 is one for each core, if there are chunks enough to be worth it.
unsigned thread_count(unsigned wanted, std::size_t count, std::size_t chunk);

// For loops that hold Python's lock: asks for signals when some time has passed.
class Signals {
 public:
  // Raises what a handler raised.
  void check();

 private:
  std::chrono::steady_clock::time_point checked_ = std::chrono::steady_clock::now();
};

// row(i) for all rows with the lock held. What it raises is raised with the number of the row.
template <class Row>
void each_row(std::size_t count, Row row) {
  Signals signals;
  for (std::size_t i = 0; i < count; ++i) {
    if (i % kRowsBetweenPauses == 0) signals.check();
    try {
      row(i);
    } catch (...) {
      raise_in_row(i, count);
    }
  }
}

}  // namespace intarsia::bind
