#include "intarsia/connect4/symmetry.h"

namespace intarsia::connect4 {

Position Symmetry::operator()(const Position& p) const {
  const Board b = p.board();
  return Position::from_checked(b, (*this)(p.discs(kFirst), b), (*this)(p.discs(kSecond), b));
}

State Symmetry::operator()(const State& s) const {
  State out{(*this)(s.position)};
  if (s.last) out.last = (*this)(*s.last, s.position.board());
  return out;
}

Game Symmetry::operator()(const Game& g) const {
  Game out = g;
  for (Move& m : out.moves) m = (*this)(m, g.board);
  return out;
}

Record Symmetry::operator()(const Record& r) const {
  const Unpacked u = (*this)(Unpacked{position_of(r), targets_of(r)});
  return pack(u.position, u.targets);
}

Unpacked Symmetry::operator()(const Unpacked& u) const {
  Targets t = u.targets;
  t.move = (*this)(t.move, u.position.board());
  return {(*this)(u.position), t};
}

}  // namespace intarsia::connect4
