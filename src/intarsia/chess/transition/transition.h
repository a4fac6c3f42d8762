// The step between two positions as a list of edits that goes both ways.
//
//   const auto t = Transition::of(p, Move(kE1, kH1));
//   t.edits();                      // {kE1, K, -} {kH1, R, -} {kF1, -, R} {kG1, -, K}
//   const Position q = t.apply(p);  // equal to p.after(move)
//   t.undo(q) == p
//
// There is no case per kind of move: an edit is a square whose occupant changes,
// and a transition is the squares that change with what lies beside the board
// before and after. A quiet move, a capture and a promotion have two edits, en
// passant three, castling four (in Chess960 king and rook may stay or change
// places: then fewer), the null move none. 48 bytes, where a Position has 88.
// The same step as 12 numbers: tuple.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "intarsia/base/result.h"
#include "intarsia/chess/bitboard.h"
#include "intarsia/chess/move.h"
#include "intarsia/chess/piece.h"
#include "intarsia/chess/position.h"
#include "intarsia/chess/square.h"

namespace intarsia::chess {

struct Edit {
  Square square = kNoSquare;
  Occupant before;
  Occupant after;
  friend constexpr bool operator==(const Edit&, const Edit&) = default;
};

// What a position has beside its board. Both counters are here whole, because one that stands
// still at 65,535 does not tell what it was before.
struct Status {
  Bitboard castling;  // the rooks that may castle
  Color turn;
  Square en_passant;  // the raw square: set after every double step
  std::uint16_t clock;
  std::uint16_t fullmove;
  friend constexpr bool operator==(const Status&, const Status&) = default;
};

class Transition {
 public:
  static constexpr std::size_t kMaxEdits = 4;

  // `m` must be legal in p.
  static Transition of(const Position& p, Move m);

  // The null move: the other side is to move, en passant has lapsed and the clocks go on. In check
  // it is an error: the king could be taken.
  static Result<Transition> null_move(const Position& p);

  // The squares that change: first those that fall empty, then those on which a man lands.
  std::span<const Edit> edits() const { return {edits_.data(), count_}; }
  const Status& before() const { return before_; }
  const Status& after() const { return after_; }

  // The way back.
  Transition reversed() const;

  // Whether p has, square by square and beside the board, what this transition changes.
  bool starts_at(const Position& p) const;

  // The position after the step, and the one before it. `p` must be the position from which the
  // transition was made, or its successor. The key follows the edits and is never made anew.
  Position apply(const Position& p) const;
  Position undo(const Position& p) const { return reversed().apply(p); }

  friend bool operator==(const Transition&, const Transition&) = default;

 private:
  Transition(const Status& before, const Status& after) : before_(before), after_(after) {}

  Status before_;
  Status after_;
  std::array<Edit, kMaxEdits> edits_{};
  std::uint8_t count_ = 0;
};

static_assert(sizeof(Transition) == 48);

}  // namespace intarsia::chess
