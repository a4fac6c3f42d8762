// How the bytes of a record become a setup: what record.cc checks and record_encode.cc trusts.
//
// Inline, because it is done for every record that is encoded.

#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#ifdef INTARSIA_PEXT
#include <immintrin.h>
#endif

#include "intarsia/chess/record.h"

namespace intarsia::chess::internal {

// The squares of the men, by each bit of their nibbles.
struct NibbleSets {
  std::array<Bitboard, 4> bits;
  unsigned used = 0;  // bit i: nibble i is not 0
};

inline NibbleSets nibble_sets(const Record& r) {
  NibbleSets sets;
#ifdef INTARSIA_PEXT
  // Bit k of all nibbles side by side, then out to the squares: unpacking takes half the time of a
  // walk over the men.
  std::uint64_t low, high;
  std::memcpy(&low, r.pieces.data(), sizeof low);
  std::memcpy(&high, r.pieces.data() + sizeof low, sizeof high);
  constexpr std::uint64_t kFirstBits = 0x1111'1111'1111'1111;
  for (unsigned k = 0; k < 4; ++k) {
    const std::uint64_t row = _pext_u64(low, kFirstBits << k) | _pext_u64(high, kFirstBits << k)
                                                                    << 16;
    sets.bits[k] = Bitboard(_pdep_u64(row, r.occupied));
    sets.used |= static_cast<unsigned>(row);
  }
#else
  Bitboard rest(r.occupied);
  for (unsigned i = 0; i < 2 * kMaxMen; ++i) {
    const unsigned nibble = r.pieces[i / 2] >> (4 * (i & 1)) & 15U;
    if (nibble != 0) sets.used |= 1U << i;
    if (rest.empty()) continue;
    for (unsigned k = 0; k < 4; ++k) {
      if ((nibble >> k & 1) != 0) sets.bits[k].insert(rest.first());
    }
    rest.erase(rest.first());
  }
#endif
  return sets;
}

// Pawns that are said to have just made a double step: one at most in a sound record.
inline Bitboard stepped_pawns(const NibbleSets& sets) {
  const auto& [one, two, four, black] = sets.bits;
  return one & two & four;
}

inline Setup setup_from(const Record& r, const NibbleSets& sets) {
  Setup s;
  s.turn = turn_of(r);
  s.chess960 = (r.flags & kIsChess960) != 0;
  s.clock = r.clock;
  s.fullmove = r.fullmove;
  const Bitboard occupied(r.occupied);
  const auto& [one, two, four, black] = sets.bits;
  const Bitboard stepped = stepped_pawns(sets);
  s.castling = (two & four) - one;
  s.board.kinds = {(occupied - one - two - four) | stepped, one - two - four, two - one - four,
                   ((one & two) - four) | s.castling,       four - one - two, (four & one) - two};
  s.board.colors = {occupied - black, black};
  if (!stepped.empty()) s.en_passant = Square(stepped.first() ^ 8);
  return s;
}

}  // namespace intarsia::chess::internal
