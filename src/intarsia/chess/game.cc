#include "intarsia/chess/game.h"

#include <algorithm>

namespace intarsia::chess {

Claims claims_of(const Position& p, int occurrences) {
  return {occurrences >= kThreefold, p.clock() >= kFiftyMovesPlies};
}

std::vector<std::string_view> names(const Claims& c) {
  std::vector<std::string_view> names;
  if (c.threefold) names.emplace_back("threefold_repetition");
  if (c.fifty_moves) names.emplace_back("fifty_moves");
  return names;
}

std::vector<State> Replay::last_states(int history) const {
  std::vector<State> states;
  const int reach = std::min(history, ply());
  states.reserve(static_cast<std::size_t>(reach) + 1);
  for (int ago = reach; ago >= 0; --ago) states.push_back(state(ago));
  return states;
}

void Replay::play(Move m) {
  const Position next = position().after(m);
  moves_.push_back(m);
  enter(next);
}

bool Replay::undo() {
  if (moves_.empty()) return false;
  repetitions_.leave();
  line_.pop_back();
  moves_.pop_back();
  return true;
}

void Replay::enter(const Position& p) {
  const Key identity = p.identity();
  line_.push_back({p, repetitions_.enter(identity, p.clock())});
  if (earlier_ > 0 && identity == start().identity()) line_.back().occurrences += earlier_;
}

}  // namespace intarsia::chess
