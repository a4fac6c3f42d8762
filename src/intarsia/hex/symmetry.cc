#include "intarsia/hex/symmetry.h"

namespace intarsia::hex {

Cells Symmetry::operator()(const Cells& cells, int n) const {
  Cells out;
  for (Cell c : cells) out.insert((*this)(c, n));
  return out;
}

Position Symmetry::operator()(const Position& p) const {
  const int n = p.size();
  const Symmetry& self = *this;
  // Nothing can go wrong with stones that stood on a board.
  return *Position::from_stones(n, self(p.stones(self(kBlue)), n), self(p.stones(self(kRed)), n),
                                self(p.turn()), self(p.first()), p.swap_rule());
}

State Symmetry::operator()(const State& s) const {
  State out{(*this)(s.position)};
  if (s.last) out.last = (*this)(*s.last, s.position.size());
  return out;
}

Unpacked Symmetry::operator()(const Unpacked& u) const {
  Targets t = u.targets;
  t.outcome = (*this)(t.outcome);
  t.move = (*this)(t.move, u.position.size());
  return {(*this)(u.position), t};
}

}  // namespace intarsia::hex
