// A Hex position as a value: what stands where, who moves, and whether the swap is open.
//
//   Position p(11);
//   Position q = p.after(Move(c2)).after(Move::swap());   // a Red stone on b3, Blue moves
//
// The swap is swap-pieces: the first stone is removed and the second player's
// appears on the transposed cell, so nobody changes colour or direction. Who has
// won is not kept here: a `Connection` follows a game, `winner` looks at one board.

#pragma once

#include <array>
#include <optional>

#include "intarsia/base/keys.h"
#include "intarsia/base/result.h"
#include "intarsia/hex/cell.h"
#include "intarsia/hex/color.h"
#include "intarsia/hex/move.h"

namespace intarsia::hex {

// What the swap does with the first stone. Files that mean an exchange of owners alone are read with
// `kLiteral` (--swap literal); everything else transposes.
enum class SwapRule : std::uint8_t { kTransposed, kLiteral };

class Position {
 public:
  explicit Position(int n, SwapRule rule = SwapRule::kTransposed);

  // Any stones, as a tensor or a puzzle shows them. An error names a cell with two stones or one
  // beyond the board by its offset. On an empty board who moves begins.
  static Result<Position> from_stones(int n, const Cells& blue, const Cells& red, Color turn,
                                      Color first = kBlue, SwapRule rule = SwapRule::kTransposed);

  int size() const { return n_; }
  int cells() const { return cell_count(n_); }
  Color turn() const { return turn_; }
  const Cells& stones(Color c) const { return stones_[index(c)]; }
  int count(Color c) const { return counts_[index(c)]; }
  Cells occupied() const { return stones_[0] | stones_[1]; }
  Cells empty_cells() const;
  SwapRule swap_rule() const { return rule_; }

  // Who began: Blue, except on a board whose colours were exchanged (symmetry.h).
  Color first() const { return first_; }

  // The first stone stands alone, and the other player moves.
  bool may_swap() const { return turn_ != first_ && count(first_) == 1 && count(!first_) == 0; }

  // Whether a swap has been played. Only after one is the second player a stone ahead of where it
  // would be, so the board and the mover tell.
  bool is_swapped() const {
    return count(!first_) > 0 && count(!first_) - count(first_) == (turn_ == first_ ? 1 : 0);
  }

  // Moves made, the swap included, if the stones came by play.
  int ply() const { return counts_[0] + counts_[1] + (is_swapped() ? 1 : 0); }

  // Whether the rules allow the move; a won position has none, which this does not look at.
  bool is_open(Move m) const {
    return m.is_swap() ? may_swap() : m.is_cell() && m.cell() < cells() && is_empty(m.cell());
  }
  bool is_empty(Cell c) const { return !stones_[0].contains(c) && !stones_[1].contains(c); }

  // Where the stone of an open move comes to stand.
  Cell landing(Move m) const;

  // The position after a move that is open.
  Position after(Move m) const;

  // Terms: (colour, cell), Red to move, the size, the swap still open. `fresh_key` works it out from
  // nothing.
  Key key() const { return has_key_ ? key_ : fresh_key(); }
  Key fresh_key() const;

  // The key and the counts follow from the rest.
  friend bool operator==(const Position& a, const Position& b) {
    return a.stones_ == b.stones_ && a.n_ == b.n_ && a.turn_ == b.turn_ && a.first_ == b.first_ &&
           a.rule_ == b.rule_;
  }

 private:
  friend class Transition;

  // What the key says beside the board: who moves, and whether the swap is open.
  Key status_key() const;
  void put(Color c, Cell cell);
  void take(Color c, Cell cell);

  std::array<Cells, kColors> stones_;
  Key key_;  // kept from move to move; of stones that came at once it is worked out when it is asked for
  std::array<std::uint16_t, kColors> counts_{};
  std::uint8_t n_;
  bool has_key_ = true;
  Color turn_ = kBlue;
  Color first_ = kBlue;
  SwapRule rule_;
};

// The stones of a colour that are joined to its first edge (Blue: top, Red: left) and to its second
// (bottom, right).
enum class Side : std::uint8_t { kFirst, kSecond };
Cells joined_to(const Position& p, Color c, Side side);

// Whose chain is complete, by looking at the whole board. Two chains cannot be.
std::optional<Color> winner(const Position& p);

// The winner's stones that are joined to both of its edges; none while nobody has won.
Cells winning_chain(const Position& p);

}  // namespace intarsia::hex
