#include "intarsia/connect4/transition.h"

#include <array>
#include <cassert>

namespace intarsia::connect4 {

Transition Transition::of(const Position& p, Move m) {
  assert(p.is_legal(m));
  return Transition({p.landing(m), std::nullopt, p.turn()});
}

bool Transition::starts_at(const Position& p) const {
  if (edit_.cell >= p.cells()) return false;
  if (edit_.after) return *edit_.after == p.turn() && p.playable_cells().contains(edit_.cell);
  return *edit_.before == !p.turn() && p.can_be_last(edit_.cell);
}

Position Transition::apply(const Position& p) const {
  assert(starts_at(p));
  std::array<Cells, kColors> discs = {p.discs(kFirst), p.discs(kSecond)};
  if (edit_.before) discs[index(*edit_.before)].erase(edit_.cell);
  if (edit_.after) discs[index(*edit_.after)].insert(edit_.cell);
  return Position::from_checked(p.board(), discs[0], discs[1]);
}

}  // namespace intarsia::connect4
