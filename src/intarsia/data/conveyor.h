// Pieces of a source on their way through threads: cut in order, parsed side by side, collected in
// the order in which they were cut.
//
// At most `capacity` pieces are on the way, so memory does not grow with the input.

#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <vector>

#include "intarsia/data/piece.h"

namespace intarsia::data {

class Conveyor {
 public:
  explicit Conveyor(std::size_t capacity) : capacity_(capacity) {}

  // The cutter's: waits for room. False once it was stopped.
  bool push(std::unique_ptr<Piece> piece);
  void end();

  // A parsing thread's: the next piece that nobody has taken; nothing at the end.
  Piece* take();
  void mark_done(Piece* piece);

  // The collector's: the oldest piece, once it is parsed; nothing at the end. Throws what another thread
  // failed with.
  std::unique_ptr<Piece> collect();

  // A piece that was collected comes back and is used again, its memory with it.
  void give_back(std::unique_ptr<Piece> piece);
  std::unique_ptr<Piece> blank();

  // Everybody goes home, whatever is still on the way.
  void stop();
  // The same, because a thread threw this.
  void fail(std::exception_ptr failure);

 private:
  struct Slot {
    std::unique_ptr<Piece> piece;
    bool is_done = false;
  };

  std::mutex mutex_;
  std::condition_variable has_room_, has_work_, has_result_;
  std::deque<Slot> slots_;
  std::vector<std::unique_ptr<Piece>> spare_;
  std::size_t taken_ = 0;  // slots from the front that a parsing thread has
  std::size_t capacity_;
  bool is_ended_ = false;
  bool is_stopped_ = false;
  std::exception_ptr failure_;
};

}  // namespace intarsia::data
