// A game of Hex: what was played and who won, and a cursor that replays it.
//
//   Replay r{Position(11)};
//   r.play(Move(cell));
//   r.position(), r.winner(), r.winning_ply()
//   r.undo();

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/hex/connection.h"
#include "intarsia/hex/position.h"

namespace intarsia::hex {

// What a record says besides the moves, under the names of SGF: "PB", "EV", "GC".
struct Tag {
  std::string name;
  std::string value;
  friend bool operator==(const Tag&, const Tag&) = default;
};

// Most games begin on the empty board, and end by resignation: then the winner is not on the board.
struct Game {
  int size = 0;
  SwapRule swap_rule = SwapRule::kTransposed;
  std::vector<Move> moves;
  std::optional<Color> winner = std::nullopt;
  bool has_swapped_sides = false;  // the persons changed colours after the first move (swap-sides)
  std::vector<Tag> tags = {};
  // Where it began, if there were stones or Red moved first; its size and rule are those above.
  std::optional<Position> setup = std::nullopt;

  Position start() const { return setup.value_or(Position(size, swap_rule)); }
  bool is_swapped() const { return moves.size() > 1 && moves[1].is_swap(); }
  friend bool operator==(const Game&, const Game&) = default;
};

// A position with what its history adds: where the last stone came to stand.
struct State {
  Position position;
  std::optional<Cell> last = std::nullopt;
  friend bool operator==(const State&, const State&) = default;
};

// The line from the start to here.
class Replay {
 public:
  explicit Replay(const Position& start);

  const Position& start() const { return line_.front().position; }
  const Position& position() const { return line_.back().position; }
  int ply() const { return static_cast<int>(moves_.size()); }
  const std::vector<Move>& moves() const { return moves_; }

  // The state `ago` plies before this one, which must not be before the start.
  const State& state(int ago = 0) const {
    return line_[line_.size() - 1 - static_cast<std::size_t>(ago)];
  }

  // This state and up to `history` before it, oldest first: what encoding wants.
  std::vector<State> last_states(int history) const;

  // A won position has no legal moves.
  bool is_legal(Move m) const { return !winner() && position().is_open(m); }
  // The reason in words; `m` must not be legal.
  std::string_view why_not(Move m) const;
  std::vector<Move> legal_moves() const;

  // `m` must be legal.
  void play(Move m);
  // Takes back the last move; false at the start.
  bool undo();

  std::optional<Color> winner() const { return chains_.winner(); }
  // The number of the move that completed the chain, from 1; 0 if the start was won already, nothing
  // while there is no winner.
  std::optional<int> winning_ply() const;

 private:
  std::vector<State> line_;
  std::vector<Move> moves_;
  Connection chains_;
};

}  // namespace intarsia::hex
