#include "intarsia/hex/game.h"

#include <algorithm>
#include <cassert>

namespace intarsia::hex {

Replay::Replay(const Position& start) : chains_(start.size()) {
  line_.push_back({start});
  for (Color c : {kBlue, kRed}) {
    for (Cell cell : start.stones(c)) chains_.play(cell, c);
  }
}

std::vector<State> Replay::last_states(int history) const {
  const auto reach = static_cast<std::ptrdiff_t>(std::min(history, ply()));
  return {line_.end() - 1 - reach, line_.end()};
}

std::vector<Move> Replay::legal_moves() const {
  std::vector<Move> moves;
  if (winner()) return moves;
  const Position& p = position();
  moves.reserve(static_cast<std::size_t>(p.cells()) + 1);
  for (Cell c : p.empty_cells()) moves.emplace_back(c);
  if (p.may_swap()) moves.push_back(Move::swap());
  return moves;
}

std::string_view Replay::why_not(Move m) const {
  if (winner()) return "the game is won";
  return m.is_swap() ? "the swap is the second move or none" : "the cell is taken";
}

void Replay::play(Move m) {
  assert(is_legal(m));
  const Position& p = position();
  const Cell landing = p.landing(m);
  if (m.is_swap()) chains_.undo();  // the only stone
  chains_.play(landing, p.turn());
  line_.push_back({p.after(m), landing});
  moves_.push_back(m);
}

bool Replay::undo() {
  if (moves_.empty()) return false;
  chains_.undo();
  const bool was_swap = moves_.back().is_swap();
  line_.pop_back();
  moves_.pop_back();
  if (was_swap) {
    const Color first = position().first();
    chains_.play(position().stones(first).first(), first);
  }
  return true;
}

std::optional<int> Replay::winning_ply() const {
  if (!winner()) return std::nullopt;
  return ply();
}

}  // namespace intarsia::hex
