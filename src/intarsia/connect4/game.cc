#include "intarsia/connect4/game.h"

#include <algorithm>
#include <cassert>

namespace intarsia::connect4 {

std::vector<State> Replay::last_states(int history) const {
  const auto reach = static_cast<std::ptrdiff_t>(std::min(history, ply()));
  return {line_.end() - 1 - reach, line_.end()};
}

std::string_view Replay::why_not(Move m) const {
  if (winner()) return "the game is won";
  if (position().is_full()) return "the board is full";
  const bool is_column = !m.is_none() && m.column() < position().board().columns();
  return is_column ? "the column is full" : "there is no such column";
}

void Replay::play(Move m) {
  assert(is_legal(m));
  const Position& p = position();
  line_.push_back({p.after(m), p.landing(m)});
  moves_.push_back(m);
}

bool Replay::undo() {
  if (moves_.empty()) return false;
  line_.pop_back();
  moves_.pop_back();
  return true;
}

std::optional<int> Replay::winning_ply() const {
  if (!winner()) return std::nullopt;
  return ply();
}

Replay replay_of(const Game& g, int plies) {
  Replay replay(g.start());
  for (int i = 0; i < plies; ++i) replay.play(g.moves[static_cast<std::size_t>(i)]);
  return replay;
}

}  // namespace intarsia::connect4
