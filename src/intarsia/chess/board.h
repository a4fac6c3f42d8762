// What stands where: one set of squares per kind and per colour.

#pragma once

#include <array>
#include <cassert>
#include <optional>

#include "intarsia/chess/attacks.h"
#include "intarsia/chess/bitboard.h"
#include "intarsia/chess/piece.h"

namespace intarsia::chess {

struct Board {
  std::array<Bitboard, kKinds> kinds;
  std::array<Bitboard, kColors> colors;

  constexpr Bitboard occupied() const { return colors[kWhite] | colors[kBlack]; }
  constexpr Bitboard pieces(Color c) const { return colors[c]; }
  constexpr Bitboard pieces(Kind k) const { return kinds[k]; }
  constexpr Bitboard pieces(Color c, Kind k) const { return colors[c] & kinds[k]; }

  // Bishops and queens; rooks and queens.
  constexpr Bitboard diagonal_sliders() const { return kinds[kBishop] | kinds[kQueen]; }
  constexpr Bitboard straight_sliders() const { return kinds[kRook] | kinds[kQueen]; }

  // The square of the only king of that colour.
  constexpr Square king(Color c) const { return pieces(c, kKing).first(); }

  // The kind of the piece that stands on s.
  constexpr Kind kind_at(Square s) const {
    assert(occupied().contains(s));
    int kind = 0;
    for (int k = kKnight; k < kKinds; ++k) kind |= kinds[k].contains(s) ? k : 0;
    return Kind(kind);
  }

  constexpr std::optional<Piece> piece_at(Square s) const {
    if (!occupied().contains(s)) return std::nullopt;
    return Piece{colors[kWhite].contains(s) ? kWhite : kBlack, kind_at(s)};
  }

  // `s` must be empty.
  constexpr void put(Square s, Piece p) {
    assert(!occupied().contains(s));
    colors[p.color].insert(s);
    kinds[p.kind].insert(s);
  }

  // `p` must stand on s.
  constexpr void remove(Square s, Piece p) {
    assert(piece_at(s) == p);
    colors[p.color].erase(s);
    kinds[p.kind].erase(s);
  }

  // Both colours' pieces that attack s, if the squares of `occupied` are taken.
  Bitboard attackers(Square s, Bitboard occupied) const {
    return (pawn_attacks(kBlack, s) & pieces(kWhite, kPawn)) |
           (pawn_attacks(kWhite, s) & pieces(kBlack, kPawn)) |
           (knight_attacks(s) & kinds[kKnight]) | (king_attacks(s) & kinds[kKing]) |
           (bishop_attacks(s, occupied) & diagonal_sliders()) |
           (rook_attacks(s, occupied) & straight_sliders());
  }

  // The other side's men that attack c's king.
  Bitboard checkers(Color c) const { return attackers(king(c), occupied()) & pieces(!c); }

  // Whether c's king is unattacked once another man of c has gone from `from` to `to` and the men
  // on `captured` are gone.
  bool keeps_king_safe(Color c, Square from, Square to, Bitboard captured) const {
    const Bitboard after = (occupied() - squares(from) - captured) | squares(to);
    return (attackers(king(c), after) & (pieces(!c) - captured)).empty();
  }

  friend constexpr bool operator==(const Board&, const Board&) = default;
};

// The board seen from the other side: ranks reversed and colours exchanged.
constexpr Board mirrored(const Board& b) {
  Board m;
  for (int k = 0; k < kKinds; ++k) m.kinds[k] = mirrored(b.kinds[k]);
  m.colors[kWhite] = mirrored(b.colors[kBlack]);
  m.colors[kBlack] = mirrored(b.colors[kWhite]);
  return m;
}

}  // namespace intarsia::chess
