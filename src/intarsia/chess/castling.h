// Where king and rook go when they castle: the same squares in every variant.
//
// A castling right is the square of the rook that may still castle, and a
// position's rights are the set of those squares. Chess960, double Chess960
// and standard chess then need no distinction: the rook's side of the king is
// the wing, and the wing gives the squares on which both land.

#pragma once

#include <bit>
#include <cstdint>

#include "intarsia/chess/bitboard.h"
#include "intarsia/chess/piece.h"
#include "intarsia/chess/square.h"

namespace intarsia::chess {

enum Wing : std::uint8_t { kKingside, kQueenside };

// The four rights in the order KQkq: their places among keys and castling bits.
constexpr int right_index(Color c, Wing w) { return 2 * c + w; }

constexpr Wing wing_of(Square king, Square rook) { return rook > king ? kKingside : kQueenside; }

// The rook furthest from the king on that side, of rooks on the king's rank; or kNoSquare.
constexpr Square outermost_rook(Bitboard rooks, Square king, Wing wing) {
  const std::uint64_t west = squares(king).word() - 1;
  const std::uint64_t there = rooks.word() & (wing == kQueenside ? west : ~west);
  if (there == 0) return kNoSquare;
  return Square(wing == kQueenside ? std::countr_zero(there) : 63 - std::countl_zero(there));
}

constexpr int back_rank(Color c) { return relative_rank(c, 0); }

// Squares strictly between two squares of one rank: arithmetic, cheaper than the table of lines.
constexpr Bitboard between_on_rank(Square a, Square b) {
  const std::uint64_t low = std::uint64_t{1} << (a < b ? a : b);
  const std::uint64_t high = std::uint64_t{1} << (a < b ? b : a);
  return Bitboard((high - 1) & ~(low | (low - 1)));
}

// One castling: who stands where before and after.
struct Castling {
  Square king_from, king_to, rook_from, rook_to;

  constexpr Castling(Color color, Square king, Square rook)
      : king_from(king),
        king_to(square_at(wing_of(king, rook) == kKingside ? 6 : 2, back_rank(color))),
        rook_from(rook),
        rook_to(square_at(wing_of(king, rook) == kKingside ? 5 : 3, back_rank(color))) {}

  // Squares that nobody but the two may occupy.
  constexpr Bitboard must_be_empty() const {
    return (between_on_rank(king_from, king_to) | squares(king_to) |
            between_on_rank(rook_from, rook_to) | squares(rook_to)) -
           (squares(king_from) | squares(rook_from));
  }

  // Squares on which the king is seen after it set out: no enemy may attack them.
  constexpr Bitboard king_path() const {
    return between_on_rank(king_from, king_to) | squares(king_to);
  }

  // Occupation after it.
  constexpr Bitboard applied_to(Bitboard occupied) const {
    return (occupied - squares(king_from) - squares(rook_from)) | squares(king_to) |
           squares(rook_to);
  }
};

}  // namespace intarsia::chess
