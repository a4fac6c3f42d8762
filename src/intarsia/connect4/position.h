// A position of Connect Four as a value: the board and the discs of both players.
//
//   Position p;                              // empty, 7 columns and 6 rows
//   Position q = p.after(Move(3)).after(Move(3));
//   q.turn(), q.winner(), q.is_full()
//
// Nothing else is kept. First always begins, so the number of discs shows who moves;
// and every position is one in which the game did not go on after a win.

#pragma once

#include <array>
#include <optional>
#include <vector>

#include "intarsia/base/keys.h"
#include "intarsia/base/result.h"
#include "intarsia/connect4/board.h"
#include "intarsia/connect4/color.h"
#include "intarsia/connect4/lines.h"
#include "intarsia/connect4/move.h"

namespace intarsia::connect4 {

class Position {
 public:
  constexpr Position() = default;
  constexpr explicit Position(Board b) : board_(b) {}

  // Discs as a tensor or a record shows them. Refused are two discs on a cell, discs beyond the
  // board or with nothing below them, numbers of discs that no game has, and discs that fell after a
  // win; the error's offset is a cell. Whether moves lead to the discs is not asked: that takes a
  // search.
  static Result<Position> from_discs(Board b, const Cells& first, const Cells& second);

  // Discs that `from_discs` accepts, without asking again.
  static constexpr Position from_checked(Board b, const Cells& first, const Cells& second) {
    Position p(b);
    p.discs_ = {first, second};
    return p;
  }

  constexpr Board board() const { return board_; }
  constexpr int size() const { return board_.size(); }
  constexpr int cells() const { return board_.cells(); }

  constexpr const Cells& discs(Color c) const { return discs_[index(c)]; }
  constexpr Cells occupied() const { return discs_[0] | discs_[1]; }
  constexpr Cells empty_cells() const { return board_.all_cells() - occupied(); }
  constexpr bool is_empty(Cell c) const { return !occupied().contains(c); }

  // The cells on which a disc would land, one for each column with room; whether or not the game is
  // over.
  constexpr Cells playable_cells() const {
    return empty_cells() & board_.supported_cells(occupied());
  }

  constexpr int ply() const { return occupied().size(); }
  constexpr Color turn() const { return ply() % 2 == 0 ? kFirst : kSecond; }
  constexpr bool is_full() const { return occupied() == board_.all_cells(); }

  // Whoever moved last, if that disc completed a line of four.
  std::optional<Color> winner() const {
    const Color last = !turn();
    return has_four(discs(last), board_) ? std::optional(last) : std::nullopt;
  }
  bool is_over() const { return is_full() || winner(); }
  // How the game ended on the board; unknown while it goes on.
  Outcome outcome() const;

  // Whether the column is on the board and has room. A position that is over has no legal moves.
  constexpr bool is_open(Move m) const {
    return !m.is_none() && m.column() < board_.columns() && is_empty(board_.cell_at(0, m.column()));
  }
  bool is_legal(Move m) const { return is_open(m) && !winner(); }
  // The cells on which legal moves land.
  Cells legal_cells() const { return winner() ? Cells() : playable_cells(); }
  std::vector<Move> legal_moves() const;  // from left to right

  // Where the disc of an open move comes to lie.
  constexpr Cell landing(Move m) const {
    return (playable_cells() & board_.column_cells(m.column())).first();
  }
  // The position after a legal move.
  Position after(Move m) const;

  // Whether the disc on the cell can be the one that fell last.
  bool can_be_last(Cell c) const;

  // All cells of the lines with which the game was won; none if it was not.
  Cells winning_cells() const { return cells_of_fours(discs(!turn()), board_); }
  // Empty cells on which a disc of the player would complete four, wherever discs can fall now.
  Cells threats(Color c) const { return completing_cells(discs(c), board_) & empty_cells(); }

  // Identity: a term for each (player, cell), for second to move, and for the size.
  Key key() const;

  friend constexpr bool operator==(const Position&, const Position&) = default;

 private:
  std::array<Cells, kColors> discs_{};
  Board board_;
};

// Whether the later position has the discs of the earlier one and as many more as there are plies
// between them, so that the game can have gone on from one to the other.
bool comes_from(const Position& later, const Position& earlier, int plies);

}  // namespace intarsia::connect4
