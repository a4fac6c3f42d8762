// Long work in pieces: without Python's lock, on several threads, and stopped by Ctrl-C.

#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "intarsia/base/result.h"

namespace intarsia::bind {

// Which row of a batch went wrong, and how.
struct Failure {
  std::size_t row;
  Error error;
};

// Rows that take well under a millisecond.
inline constexpr std::size_t kPiece = 1'024;

// Does the rows first … first + size - 1.
using Work = std::function<std::optional<Failure>(std::size_t first, std::size_t size)>;

// Work with scratch memory that cannot be copied.
template <class Worker, class... Arguments>
Work shared_work(Arguments&&... arguments) {
  return [worker = std::make_shared<Worker>(std::forward<Arguments>(arguments)...)](
             std::size_t first, std::size_t size) { return (*worker)(first, size); };
}

// Rows `count` in pieces of `piece`, with Python's lock released. Every thread asks `make_work` for
// its own, so that scratch memory is not shared. The first bad row is raised as an error, whatever
// the number of threads; between pieces the caller's thread asks Python for signals. Threads live
// for one call only, so a process may fork at any time.
void run_batch(std::size_t count, std::size_t piece, unsigned threads,
               const std::function<Work()>& make_work);

// As many threads as are wanted; 0 is one for each core, if there are pieces enough to be worth it.
unsigned thread_count(unsigned wanted, std::size_t count, std::size_t piece);

// For loops that hold Python's lock: asks for signals now and then, by the number of the turn.
void check_signals(std::size_t turn);

}  // namespace intarsia::bind
