// A game: where it started, what was played, and a cursor that replays it.
//
//   Replay r(Position{});
//   r.play(Move(kG1, kF3));
//   r.position(), r.occurrences(), r.ending()
//   r.undo();

#pragma once

#include <cassert>
#include <optional>
#include <string_view>
#include <vector>

#include "intarsia/chess/ending.h"
#include "intarsia/chess/move.h"
#include "intarsia/chess/position.h"
#include "intarsia/chess/repetition.h"

namespace intarsia::chess {

// Readers refuse longer games.
inline constexpr int kMaxPlies = 65'535;

struct Game {
  Position start;
  std::vector<Move> moves;
  friend bool operator==(const Game&, const Game&) = default;
};

// A position with what its history adds.
struct State {
  Position position;
  int occurrences = 1;
  friend bool operator==(const State&, const State&) = default;
};

// Draws that the side to move may claim in the position on the board.
struct Claims {
  bool threefold = false;
  bool fifty_moves = false;
  friend bool operator==(const Claims&, const Claims&) = default;
};
Claims claims_of(const Position& p, int occurrences);
std::vector<std::string_view> names(const Claims& c);

// The line from the start to here. Playing a game of any length takes linear time.
class Replay {
 public:
  // `occurrences`: how often the start has stood, itself included, where a record or a tensor says
  // so; the moves before it are not known.
  explicit Replay(const Position& start = {}, int occurrences = 1) : earlier_(occurrences - 1) {
    enter(start);
  }

  const Position& start() const { return line_.front().position; }
  const Position& position() const { return line_.back().position; }
  int ply() const { return static_cast<int>(moves_.size()); }
  const std::vector<Move>& moves() const { return moves_; }
  Game game() const { return {start(), moves_}; }

  // The state `ago` plies before this one, which must not be before the start.
  State state(int ago = 0) const {
    assert(ago <= ply());
    return line_[line_.size() - 1 - static_cast<std::size_t>(ago)];
  }

  // This state and up to `history` before it, oldest first: what encoding wants.
  std::vector<State> last_states(int history) const;

  // `m` must be legal.
  void play(Move m);
  // Takes back the last move; false at the start.
  bool undo();

  // How often this position (identity) has stood in the line, now included. Earlier moves than
  // the start are unknown and not counted.
  int occurrences() const { return line_.back().occurrences; }

  std::optional<Ending> ending() const { return ending_of(position(), occurrences()); }
  Claims claims() const { return claims_of(position(), occurrences()); }

 private:
  void enter(const Position& p);

  int earlier_;  // times that the start stood before
  std::vector<State> line_;
  std::vector<Move> moves_;
  RepetitionCounter repetitions_;
};

}  // namespace intarsia::chess
