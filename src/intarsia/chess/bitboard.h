// A set of squares in one 64-bit word, and how such sets move across the board.

#pragma once

#include <bit>
#include <cstdint>

#include "intarsia/base/cell_set.h"
#include "intarsia/chess/square.h"

namespace intarsia::chess {

using Bitboard = CellSet<1, Square>;

inline constexpr std::uint64_t kFileAWord = 0x0101010101010101;
inline constexpr std::uint64_t kRank1Word = 0xff;

constexpr Bitboard file_squares(int file) { return Bitboard(kFileAWord << file); }
constexpr Bitboard rank_squares(int rank) { return Bitboard(kRank1Word << (8 * rank)); }

inline constexpr Bitboard kLightSquares{0x55aa55aa55aa55aa};
inline constexpr Bitboard kDarkSquares = ~kLightSquares;

constexpr Bitboard squares(Square s) { return Bitboard::of(s); }

// Steps between neighbouring squares.
enum Step : int {
  kNorth = 8,
  kSouth = -kNorth,
  kEast = 1,
  kWest = -kEast,
  kNorthEast = kNorth + kEast,
  kNorthWest = kNorth + kWest,
  kSouthEast = kSouth + kEast,
  kSouthWest = kSouth + kWest,
};

// Every square of the set moved by one step; what leaves the board is lost.
template <Step D>
constexpr Bitboard shifted(Bitboard b) {
  constexpr int east_west = (D & 7) == 1 ? 1 : (D & 7) == 7 ? -1 : 0;
  std::uint64_t w = b.word();
  if constexpr (east_west == 1) w &= ~(kFileAWord << 7);
  if constexpr (east_west == -1) w &= ~kFileAWord;
  return Bitboard(D > 0 ? w << (D & 63) : w >> (-D & 63));
}

constexpr Bitboard mirrored(Bitboard b) { return Bitboard(__builtin_bswap64(b.word())); }

}  // namespace intarsia::chess
