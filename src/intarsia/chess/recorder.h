// A game, move by move, into the records of a data set.
//
//   Recorder r;
//   r.begin();
//   r.move(position, m);             // the position before m becomes a record
//   r.eval(35);                      // of the position after m
//   r.end(last, Outcome::kFirst, /*with_last=*/false);
//   r.records()
//
// Made to be called by a PgnVisitor: nothing is played or parsed twice.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "intarsia/chess/position.h"
#include "intarsia/chess/record.h"
#include "intarsia/chess/repetition.h"

namespace intarsia::chess {

class Recorder {
 public:
  // Forgets the game before.
  void begin();
  // `m` is legal in `before`, which is the start or where the move before led.
  void move(const Position& before, Move m);
  // Of the position that the last move led to, White's view.
  void eval(std::int16_t eval) { eval_ = eval; }
  // Who won is known at the end and goes into every record. `with_last`: the last position too.
  void end(const Position& last, Outcome outcome, bool with_last);

  std::span<const Record> records() const { return {records_.data(), count_}; }

 private:
  void add(const Position& p, Move m, bool has_next);

  std::vector<Record> records_;  // the first `count_`; the rest is room
  std::size_t count_ = 0;
  RepetitionCounter repetitions_;
  std::int16_t eval_ = kNoEval;
};

}  // namespace intarsia::chess
