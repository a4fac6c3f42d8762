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
  if (!run_.empty()) {
    const auto here = run_.find(line_.back().identity);
    if (--here->second == 0) run_.erase(here);
  }
  line_.pop_back();
  moves_.pop_back();
  return true;
}

void Replay::enter(const Position& p) {
  const Key identity = p.identity();
  const std::size_t reach =
      std::min<std::size_t>(line_.size(), static_cast<std::size_t>(p.clock()));
  if (reach <= kLookBack) {
    run_.clear();
    line_.push_back({p, identity, count_back(identity, reach)});
    return;
  }
  if (run_.empty()) {
    for (std::size_t ago = 1; ago <= reach; ++ago) ++run_[line_[line_.size() - ago].identity];
  }
  line_.push_back({p, identity, ++run_[identity]});
}

int Replay::count_back(Key identity, std::size_t reach) const {
  int n = 1;
  // The same side moves every second ply, and nothing recurs within three.
  for (std::size_t ago = 4; ago <= reach; ago += 2) {
    n += line_[line_.size() - ago].identity == identity;
  }
  return n;
}

}  // namespace intarsia::chess
