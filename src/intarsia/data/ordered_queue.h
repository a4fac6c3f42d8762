// Pieces of a source on their way through threads: cut in order, parsed side by side, collected in
// the order in which they were cut.
//
// At most `capacity` chunks are on the way, so memory does not grow with the input.

#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <vector>

#include "intarsia/data/chunk.h"

namespace intarsia::data {

class OrderedQueue {
 public:
  explicit OrderedQueue(std::size_t capacity) : capacity_(capacity) {}

  // The splitter's: waits for room. False once it was stopped.
  bool push(std::unique_ptr<Chunk> chunk);
  void end();

  // A parsing thread's: the next chunk that nobody has taken; nothing at the end.
  Chunk* take();
  void mark_done(Chunk* chunk);

  // The collector's: the oldest chunk, once it is parsed; nothing at the end. Throws what another thread
  // failed with.
  std::unique_ptr<Chunk> collect();

  // A chunk that was collected comes back and is used again, its memory with it.
  void give_back(std::unique_ptr<Chunk> chunk);
  std::unique_ptr<Chunk> blank();

  // Everybody goes home, whatever is still on the way.
  void stop();
  // The same, because a thread threw this.
  void fail(std::exception_ptr failure);

 private:
  struct Slot {
    std::unique_ptr<Chunk> chunk;
    bool is_done = false;
  };

  std::mutex mutex_;
  std::condition_variable has_room_, has_work_, has_result_;
  std::deque<Slot> slots_;
  std::vector<std::unique_ptr<Chunk>> spare_;
  std::size_t taken_ = 0;  // slots from the front that a parsing thread has
  std::size_t capacity_;
  bool is_ended_ = false;
  bool is_stopped_ = false;
  std::exception_ptr failure_;
};

}  // namespace intarsia::data
