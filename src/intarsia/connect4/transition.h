// The step between two positions as a list of edits that goes both ways.
//
//   const auto t = Transition::of(p, Move(3));
//   t.edits();                      // {d1, -, first}
//   const Position q = t.apply(p);  // equal to p.after(Move(3))
//   t.undo(q) == p
//
// An edit is a cell whose occupant changes; a move is one. Who moves follows from the discs, and keys
// are not kept, so there is nothing else to change.

#pragma once

#include <optional>
#include <span>

#include "intarsia/connect4/move.h"
#include "intarsia/connect4/position.h"

namespace intarsia::connect4 {

struct Edit {
  Cell cell = 0;
  std::optional<Color> before;
  std::optional<Color> after;
  friend bool operator==(const Edit&, const Edit&) = default;
};

class Transition {
 public:
  // `m` must be legal in p.
  static Transition of(const Position& p, Move m);

  std::span<const Edit> edits() const { return {&edit_, 1}; }

  // The way back.
  Transition reversed() const { return Transition({edit_.cell, edit_.after, edit_.before}); }

  // Whether what this transition changes stands in p, and the disc can fall there or be taken away.
  bool starts_at(const Position& p) const;

  // The position after the step, and the one before it. `p` must be the position from which the
  // transition was made, or its successor.
  Position apply(const Position& p) const;
  Position undo(const Position& p) const { return reversed().apply(p); }

  friend bool operator==(const Transition&, const Transition&) = default;

 private:
  explicit Transition(const Edit& edit) : edit_(edit) {}

  Edit edit_;
};

}  // namespace intarsia::connect4
