#include "intarsia/chess/transition/transition.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "intarsia/chess/keys.h"

namespace intarsia::chess {

namespace {

Status status_of(const Setup& s) { return {s.castling, s.turn, s.en_passant, s.clock, s.fullmove}; }

Bitboard differences(const Board& a, const Board& b) {
  Bitboard changed;
  for (int c = 0; c < kColors; ++c) changed |= a.colors[c] ^ b.colors[c];
  for (int k = 0; k < kKinds; ++k) changed |= a.kinds[k] ^ b.kinds[k];
  return changed;
}

Occupant occupant(const Board& b, Square s) { return Occupant(b.piece_at(s)); }

}  // namespace

Transition Transition::of(const Position& p, Move m) {
  const Position next = p.after(m);
  Transition t(status_of(p.setup()), status_of(next.setup()));
  const Bitboard changed = differences(p.board(), next.board());
  const Bitboard landings = changed & next.board().occupied();
  for (const Bitboard part : {changed - landings, landings}) {
    for (Square s : part) {
      assert(t.count_ < kMaxEdits);
      t.edits_[t.count_++] = {s, occupant(p.board(), s), occupant(next.board(), s)};
    }
  }
  return t;
}

Result<Transition> Transition::null_move(const Position& p) {
  if (p.is_check()) {
    return Error{ErrorCode::kIllegal, 0, "no null move in check: the king could be taken"};
  }
  Status after = status_of(p.setup());
  after.turn = !p.turn();
  after.en_passant = kNoSquare;
  after.clock = incremented(after.clock);
  if (p.turn() == kBlack) after.fullmove = incremented(after.fullmove);
  return Transition(status_of(p.setup()), after);
}

Transition Transition::reversed() const {
  Transition back = *this;
  std::swap(back.before_, back.after_);
  for (Edit& e : back.edits_) std::swap(e.before, e.after);
  return back;
}

bool Transition::starts_at(const Position& p) const {
  const auto stands = [&p](const Edit& e) { return occupant(p.board(), e.square) == e.before; };
  return before_ == status_of(p.setup()) && std::all_of(edits().begin(), edits().end(), stands);
}

Position Transition::apply(const Position& p) const {
  assert(starts_at(p));
  Position next = p;
  Setup& s = next.setup_;
  next.key_ ^= status_key(s);
  for (const Edit& e : edits()) {
    if (const auto gone = e.before.piece()) s.board.remove(e.square, *gone);
    if (const auto landed = e.after.piece()) s.board.put(e.square, *landed);
    next.key_ ^= occupant_key(e.before, e.square) ^ occupant_key(e.after, e.square);
  }
  s.castling = after_.castling;
  s.turn = after_.turn;
  s.en_passant = after_.en_passant;
  s.clock = after_.clock;
  s.fullmove = after_.fullmove;
  next.key_ ^= status_key(s);
  return next;
}

}  // namespace intarsia::chess
