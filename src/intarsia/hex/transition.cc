#include "intarsia/hex/transition.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace intarsia::hex {

namespace {

std::optional<Color> occupant(const Position& p, Cell c) {
  for (const Color color : {kBlue, kRed}) {
    if (p.stones(color).contains(c)) return color;
  }
  return std::nullopt;
}

}  // namespace

Transition Transition::of(const Position& p, Move m) {
  assert(p.is_open(m));
  Transition t(p.turn());
  const Cell landing = p.landing(m);
  if (m.is_swap()) {
    const Cell first = p.stones(p.first()).first();
    if (first != landing) t.add({first, p.first(), std::nullopt});
  }
  t.add({landing, occupant(p, landing), p.turn()});
  return t;
}

Transition Transition::reversed() const {
  Transition back = *this;
  back.turn_ = !turn_;
  for (Edit& e : back.edits_) std::swap(e.before, e.after);
  return back;
}

bool Transition::starts_at(const Position& p) const {
  const auto stands = [&p](const Edit& e) { return occupant(p, e.cell) == e.before; };
  return p.turn() == turn_ && std::all_of(edits().begin(), edits().end(), stands);
}

Position Transition::apply(const Position& p) const {
  assert(starts_at(p));
  Position next = p;
  next.key_ = p.key() ^ p.status_key();
  next.has_key_ = true;
  for (const Edit& e : edits()) {
    if (e.before) next.take(*e.before, e.cell);
    if (e.after) next.put(*e.after, e.cell);
  }
  next.turn_ = !turn_;
  next.key_ ^= next.status_key();
  return next;
}

}  // namespace intarsia::hex
