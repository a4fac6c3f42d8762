// A game of Connect Four: what was played and how it ended, and a cursor that replays it.
//
//   Replay r{Position()};
//   r.play(Move(3));
//   r.position(), r.winner(), r.legal_moves()
//   r.undo();

#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "intarsia/connect4/position.h"

namespace intarsia::connect4 {

// From the empty board on. A game may end before the board says so: by resignation, or agreed drawn.
struct Game {
  Board board = {};
  std::vector<Move> moves = {};
  Outcome outcome = Outcome::kUnknown;

  int size() const { return board.size(); }
  Position start() const { return Position(board); }
  friend bool operator==(const Game&, const Game&) = default;
};

// A position with what its history adds: where the last disc came to lie.
struct State {
  Position position;
  std::optional<Cell> last = std::nullopt;
  friend bool operator==(const State&, const State&) = default;
};

// The line from the start to here.
class Replay {
 public:
  explicit Replay(const Position& start) : line_{{start}} {}

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

  // A position that is won has no legal moves.
  bool is_legal(Move m) const { return position().is_legal(m); }
  // The reason in words; `m` must not be legal.
  std::string_view why_not(Move m) const;
  std::vector<Move> legal_moves() const { return position().legal_moves(); }

  // `m` must be legal.
  void play(Move m);
  // Takes back the last move; false at the start.
  bool undo();

  std::optional<Color> winner() const { return position().winner(); }
  bool is_over() const { return position().is_over(); }
  // The number of the move that completed the four, from 1; 0 if the start was won already, nothing
  // while there is no winner.
  std::optional<int> winning_ply() const;

 private:
  std::vector<State> line_;
  std::vector<Move> moves_;
};

// A game as a line of positions, up to a ply.
Replay replay_of(const Game& g, int plies);
inline Replay replay_of(const Game& g) { return replay_of(g, static_cast<int>(g.moves.size())); }

}  // namespace intarsia::connect4
