// The step between two positions as a list of edits that goes both ways.
//
//   const auto t = Transition::of(p, Move::swap());
//   t.edits();                      // {a3, blue, -} {c1, -, red}
//   const Position q = t.apply(p);  // equal to p.after(Move::swap())
//   t.undo(q) == p
//
// An edit is a cell whose occupant changes. A stone is one edit. The swap is two, the stone that leaves
// and the one that lands; one where both are the same cell: on the long diagonal, and where the swap
// exchanges owners alone.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "intarsia/hex/move.h"
#include "intarsia/hex/position.h"

namespace intarsia::hex {

struct Edit {
  Cell cell = 0;
  std::optional<Color> before;
  std::optional<Color> after;
  friend bool operator==(const Edit&, const Edit&) = default;
};

class Transition {
 public:
  static constexpr std::size_t kMaxEdits = 2;

  // `m` must be open in p.
  static Transition of(const Position& p, Move m);

  // The cells that change: first the one that falls empty.
  std::span<const Edit> edits() const { return {edits_.data(), count_}; }
  Color turn() const { return turn_; }  // who moves before it

  // The way back.
  Transition reversed() const;

  // Whether the same player moves in p, and what this transition changes stands there.
  bool starts_at(const Position& p) const;

  // The position after the step, and the one before it. `p` must be the position from which the
  // transition was made, or its successor. The key follows the edits and is never made anew.
  Position apply(const Position& p) const;
  Position undo(const Position& p) const { return reversed().apply(p); }

  friend bool operator==(const Transition&, const Transition&) = default;

 private:
  explicit Transition(Color turn) : turn_(turn) {}
  void add(const Edit& e) { edits_[count_++] = e; }

  std::array<Edit, kMaxEdits> edits_{};
  std::uint8_t count_ = 0;
  Color turn_;
};

}  // namespace intarsia::hex
