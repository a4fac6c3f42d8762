// A game, move by move, into the records of a data set.
//
//   Recorder r;
//   r.begin();
//   r.move(position, m);             // the position before m becomes a record
//   r.eval(35);                      // of the position after m
//   r.end(last, Score::kWhite, /*with_last=*/false);
//   r.records()
//
// Made to be called by a PgnVisitor: nothing is played or parsed twice.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "intarsia/base/keys.h"
#include "intarsia/chess/position.h"
#include "intarsia/chess/record.h"

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
  void end(const Position& last, Score score, bool with_last);

  std::span<const Record> records() const { return {records_.data(), count_}; }

 private:
  void add(const Position& p, Move m, bool has_next);
  bool may_have_seen(Key identity);
  int occurrences(Key identity, int clock);

  // Beyond this many positions that could recur they are counted in a map: linear time.
  static constexpr std::size_t kLookBack = 128;

  std::vector<Record> records_;  // the first `count_`; the rest is room
  std::size_t count_ = 0;
  std::vector<Key> identities_;       // of the positions so far
  std::unordered_map<Key, int> run_;  // those since the last capture or pawn move, if many
  // A bit for each, at a place that the key names: most positions are new, and this says so at once.
  std::array<std::uint64_t, 64> seen_{};
  std::int16_t eval_ = kNoEval;
};

}  // namespace intarsia::chess
