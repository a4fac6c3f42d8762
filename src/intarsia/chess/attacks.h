// Which squares a piece attacks, and the lines between squares.
//
// Leapers come from tables computed at compile time. Sliders are looked up in
// tables that are filled once at load, before any other global is made: with
// the pext instruction where the build has it (INTARSIA_PEXT), else computed
// by subtraction along each line.

#pragma once

#include <array>
#include <cstdint>

#ifdef INTARSIA_PEXT
#include <immintrin.h>
#endif

#include "intarsia/chess/bitboard.h"
#include "intarsia/chess/piece.h"

namespace intarsia::chess {

namespace internal {

using SquareTable = std::array<Bitboard, kSquares>;

constexpr Bitboard knight_steps(Bitboard b) {
  const Bitboard east = shifted<kEast>(b);
  const Bitboard west = shifted<kWest>(b);
  const Bitboard near = east | west;
  const Bitboard far = shifted<kEast>(east) | shifted<kWest>(west);
  return shifted<kNorth>(shifted<kNorth>(near)) | shifted<kSouth>(shifted<kSouth>(near)) |
         shifted<kNorth>(far) | shifted<kSouth>(far);
}

constexpr Bitboard king_steps(Bitboard b) {
  const Bitboard row = b | shifted<kEast>(b) | shifted<kWest>(b);
  return (row | shifted<kNorth>(row) | shifted<kSouth>(row)) - b;
}

template <class Steps>
constexpr SquareTable table_of(Steps steps) {
  SquareTable t;
  for (int s = 0; s < kSquares; ++s) t[static_cast<std::size_t>(s)] = steps(squares(Square(s)));
  return t;
}

inline constexpr SquareTable kKnightAttacks = table_of(knight_steps);
inline constexpr SquareTable kKingAttacks = table_of(king_steps);

// Along one direction up to and including the first occupied square.
template <Step D>
constexpr Bitboard ray(Bitboard from, Bitboard occupied) {
  Bitboard reached;
  for (Bitboard b = shifted<D>(from); !b.empty(); b = shifted<D>(b - occupied)) reached |= b;
  return reached;
}

// Rook and bishop moves on the empty board.
inline constexpr SquareTable kRookLines = table_of([](Bitboard b) {
  return ray<kNorth>(b, {}) | ray<kSouth>(b, {}) | ray<kEast>(b, {}) | ray<kWest>(b, {});
});
inline constexpr SquareTable kDiagonals =
    table_of([](Bitboard b) { return ray<kNorthEast>(b, {}) | ray<kSouthWest>(b, {}); });
inline constexpr SquareTable kAntiDiagonals =
    table_of([](Bitboard b) { return ray<kNorthWest>(b, {}) | ray<kSouthEast>(b, {}); });
inline constexpr SquareTable kBishopLines =
    table_of([](Bitboard b) { return kDiagonals[b.first()] | kAntiDiagonals[b.first()]; });

struct LineTables {
  std::array<SquareTable, kSquares> between;
  std::array<SquareTable, kSquares> line;
};
extern const LineTables kLines;

struct Slider {
  std::uint64_t mask;       // squares whose occupation matters: the rays without their last squares
  const Bitboard* attacks;  // indexed by the occupation of `mask`, packed by pext
};
extern const std::array<Slider, kSquares> kRookSliders;
extern const std::array<Slider, kSquares> kBishopSliders;

// The same without tables, for builds without pext and as the tests' reference.
Bitboard rook_attacks_by_lines(Square s, Bitboard occupied);
Bitboard bishop_attacks_by_lines(Square s, Bitboard occupied);

}  // namespace internal

constexpr Bitboard knight_attacks(Square s) { return internal::kKnightAttacks[s]; }
constexpr Bitboard king_attacks(Square s) { return internal::kKingAttacks[s]; }

// Squares that pawns of colour C attack.
template <Color C>
constexpr Bitboard pawn_attacks(Bitboard pawns) {
  return C == kWhite ? shifted<kNorthEast>(pawns) | shifted<kNorthWest>(pawns)
                     : shifted<kSouthEast>(pawns) | shifted<kSouthWest>(pawns);
}
constexpr Bitboard pawn_attacks(Color c, Square s) {
  return c == kWhite ? pawn_attacks<kWhite>(squares(s)) : pawn_attacks<kBlack>(squares(s));
}

// Sliders stop at the first occupied square, which is included whoever stands there.
#ifdef INTARSIA_PEXT
#define INTARSIA_TARGET_BMI2 __attribute__((target("bmi2")))
INTARSIA_TARGET_BMI2 inline Bitboard rook_attacks(Square s, Bitboard occupied) {
  const internal::Slider& slider = internal::kRookSliders[s];
  return slider.attacks[_pext_u64(occupied.word(), slider.mask)];
}
INTARSIA_TARGET_BMI2 inline Bitboard bishop_attacks(Square s, Bitboard occupied) {
  const internal::Slider& slider = internal::kBishopSliders[s];
  return slider.attacks[_pext_u64(occupied.word(), slider.mask)];
}
#undef INTARSIA_TARGET_BMI2
#else
inline Bitboard rook_attacks(Square s, Bitboard occupied) {
  return internal::rook_attacks_by_lines(s, occupied);
}
inline Bitboard bishop_attacks(Square s, Bitboard occupied) {
  return internal::bishop_attacks_by_lines(s, occupied);
}
#endif

inline Bitboard queen_attacks(Square s, Bitboard occupied) {
  return rook_attacks(s, occupied) | bishop_attacks(s, occupied);
}

// What a piece of any kind but a pawn attacks from s.
inline Bitboard attacks(Kind kind, Square s, Bitboard occupied) {
  switch (kind) {
    case kKnight:
      return knight_attacks(s);
    case kBishop:
      return bishop_attacks(s, occupied);
    case kRook:
      return rook_attacks(s, occupied);
    case kQueen:
      return queen_attacks(s, occupied);
    case kKing:
      return king_attacks(s);
    case kPawn:
      break;
  }
  return {};
}

// Squares strictly between a and b on a common rank, file or diagonal; else none.
inline Bitboard between(Square a, Square b) { return internal::kLines.between[a][b]; }

// The whole rank, file or diagonal through both a and b, ends included; else none.
inline Bitboard line(Square a, Square b) { return internal::kLines.line[a][b]; }

}  // namespace intarsia::chess
