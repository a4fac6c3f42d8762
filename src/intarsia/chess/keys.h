// The constants of position keys: Polyglot's, so that keys match published books.

#pragma once

#include <array>

#include "intarsia/base/keys.h"
#include "intarsia/chess/castling.h"
#include "intarsia/chess/piece.h"
#include "intarsia/chess/square.h"

namespace intarsia::chess {

namespace internal {

inline constexpr int kFirstCastlingKey = kSquares * kKinds * kColors;
inline constexpr int kFirstEnPassantKey = kFirstCastlingKey + 4;
inline constexpr int kTurnKey = kFirstEnPassantKey + 8;
inline constexpr int kPolyglotConstants = kTurnKey + 1;

extern const std::array<Key, kPolyglotConstants> kPolyglot;

}  // namespace internal

inline Key piece_key(Color c, Kind k, Square s) {
  return internal::kPolyglot[kSquares * (2 * k + (c == kWhite)) + s];
}
inline Key occupant_key(Occupant o, Square s) {
  const auto p = o.piece();
  return p ? piece_key(p->color, p->kind, s) : 0;
}
inline Key castling_key(Color c, Wing w) {
  return internal::kPolyglot[internal::kFirstCastlingKey + right_index(c, w)];
}
inline Key en_passant_key(int file) {
  return internal::kPolyglot[internal::kFirstEnPassantKey + file];
}
inline Key white_to_move_key() { return internal::kPolyglot[internal::kTurnKey]; }

}  // namespace intarsia::chess
