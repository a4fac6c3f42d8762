// The facts of chess records for code that also runs on a GPU (layout/device.h).
//
// What gather.cc, record_encode.cc and policy.cc do with positions stands here again for one record at
// a time, with sets of squares alone; device_test.cc holds it to them, bit by bit. Sets are drawn as
// soon as they are read: nothing but the way of the pawns differs on a board whose ranks are mirrored.

#pragma once

#include "intarsia/chess/tensor/internal/fact_ids.h"
#include "intarsia/layout/device.h"

namespace intarsia::chess::device {

using namespace intarsia::device;
using namespace intarsia::chess::internal;

constexpr u64 kFileA = 0x0101010101010101;
constexpr u64 kFileH = kFileA << 7;

// Squares moved by steps of the board, without running over its sides.
INTARSIA_DEVICE u64 moved(u64 b, int step) { return step > 0 ? b << step : b >> -step; }
template <int kStep>
INTARSIA_DEVICE u64 stepped(u64 b) {
  constexpr int kSide = (kStep + 68) % 8 - 4;  // files to the right
  u64 onto = ~0ULL;
  for (int i = 0; i < kSide; ++i) onto &= ~(kFileA << i);
  for (int i = 0; i < -kSide; ++i) onto &= ~(kFileH >> i);
  return moved(b, kStep) & onto;
}

// What sliders see in one direction: a fill of empty squares in three doublings, and a step.
template <int kStep>
INTARSIA_DEVICE u64 ray(u64 from, u64 empty) {
  u64 way = empty & stepped<kStep>(~0ULL);
  from |= way & moved(from, kStep);
  way &= moved(way, kStep);
  from |= way & moved(from, 2 * kStep);
  way &= moved(way, 2 * kStep);
  from |= way & moved(from, 4 * kStep);
  return stepped<kStep>(from);
}
INTARSIA_DEVICE u64 diagonal_attacks(u64 from, u64 empty) {
  return ray<7>(from, empty) | ray<9>(from, empty) | ray<-7>(from, empty) | ray<-9>(from, empty);
}
INTARSIA_DEVICE u64 straight_attacks(u64 from, u64 empty) {
  return ray<1>(from, empty) | ray<-1>(from, empty) | ray<8>(from, empty) | ray<-8>(from, empty);
}
INTARSIA_DEVICE u64 knight_attacks(u64 from) {
  return stepped<17>(from) | stepped<15>(from) | stepped<10>(from) | stepped<6>(from) |
         stepped<-17>(from) | stepped<-15>(from) | stepped<-10>(from) | stepped<-6>(from);
}
INTARSIA_DEVICE u64 king_attacks(u64 from) {
  const u64 row = from | stepped<1>(from) | stepped<-1>(from);
  return (row | row << 8 | row >> 8) & ~from;
}
INTARSIA_DEVICE u64 pawn_attacks(u64 from, bool goes_up) {
  return goes_up ? stepped<7>(from) | stepped<9>(from) : stepped<-7>(from) | stepped<-9>(from);
}

enum Men { kPawns, kKnights, kBishops, kRooks, kQueens, kKings };
enum Meaning { kAlways, kPseudo, kLegal };

// A position, drawn. Colours are numbers: 0 White, 1 Black.
struct State {
  u64 kinds[kKindsEach];
  u64 white, black;
  u64 castling;  // the rooks that may castle
  u64 leapt;     // the pawn that has just made a double step
  int us;        // the mover of the position that is shown
  int turn;
  int occurrences;
  int clock;
  int fullmove;
  bool is_flipped;  // row 0 is rank 8
  bool is_chess960;

  INTARSIA_DEVICE u64 occupied() const { return white | black; }
  INTARSIA_DEVICE u64 men(int color) const { return color == 0 ? white : black; }
  INTARSIA_DEVICE u64 of(int color, int kind) const { return men(color) & kinds[kind]; }
  INTARSIA_DEVICE bool goes_up(int color) const { return (color == 0) != is_flipped; }
  INTARSIA_DEVICE int color_of(int side) const {
    return side == kOfWhite ? 0 : side == kOfBlack ? 1 : side == kOfUs ? us : 1 - us;
  }

  INTARSIA_DEVICE u64 attacks_by(int color, int kind) const {
    const u64 from = of(color, kind);
    const u64 empty = ~occupied();
    switch (kind) {
      case kPawns:
        return pawn_attacks(from, goes_up(color));
      case kKnights:
        return knight_attacks(from);
      case kKings:
        return king_attacks(from);
      default:
        return (kind != kRooks ? diagonal_attacks(from, empty) : 0) |
               (kind != kBishops ? straight_attacks(from, empty) : 0);
    }
  }

  // Whether the other side's men, less those on `gone`, see the colour's king on a board with these
  // squares taken.
  INTARSIA_DEVICE bool sees_king(int color, u64 taken, u64 gone) const {
    const u64 king = of(color, kKings);
    const u64 enemies = men(1 - color) & ~gone;
    const u64 diagonal = kinds[kBishops] | kinds[kQueens];
    const u64 straight = kinds[kRooks] | kinds[kQueens];
    const u64 found =
        (pawn_attacks(king, goes_up(color)) & kinds[kPawns]) |
        (knight_attacks(king) & kinds[kKnights]) | (king_attacks(king) & kinds[kKings]) |
        (diagonal_attacks(king, ~taken) & diagonal) | (straight_attacks(king, ~taken) & straight);
    return (found & enemies) != 0;
  }

  INTARSIA_DEVICE bool may_castle(int color, bool is_kingside) const {
    const u64 rooks = castling & men(color);
    const u64 west = of(color, kKings) - 1;
    return ((is_kingside ? ~west : west) & rooks) != 0;
  }

  // The square that the double step passed over, in one of its meanings; 64: there is none.
  template <int kMeaning>
  INTARSIA_DEVICE int en_passant() const {
    if (leapt == 0) return 64;
    const int target = first_bit(leapt) ^ 8;
    if (kMeaning == kAlways) return target;
    const u64 to = 1ULL << target;
    const u64 victim = 1ULL << (target ^ 8);
    u64 capturers = pawn_attacks(to, !goes_up(turn)) & of(turn, kPawns);
    if (kMeaning == kPseudo) return capturers == 0 ? 64 : target;
    for (; capturers != 0; capturers &= capturers - 1) {
      const u64 from = capturers & (0 - capturers);
      if (!sees_king(turn, (occupied() & ~from & ~victim) | to, victim)) return target;
    }
    return 64;
  }
};

template <int kSize>
struct Game {
  static constexpr int kRecordBytes = 32;
  static constexpr int kWords = 1;
  static constexpr int kFacts = kFactCount;
  using State = device::State;

  INTARSIA_DEVICE static bool is_first(const u8* record) { return (record[25] >> 5 & 1) != 0; }
  INTARSIA_DEVICE static int turn_of(const u8* record) { return record[25] & 1; }
  INTARSIA_DEVICE static int move_of(const u8* record) {
    return static_cast<int>(load16(record + 28));
  }

  // The record `then`, drawn in the view of `now`; `before` is the one before it, or null.
  INTARSIA_DEVICE static State read(const u8* now, const u8* then, const u8* /*before*/, int frame,
                                    int /*symmetry*/) {
    State s;
    const u64 occupied = load64_aligned(then);
    const u64 men[2] = {load64_aligned(then + 8), load64_aligned(then + 16)};
    u64 bits[4] = {0, 0, 0, 0};  // the squares of the men, by each bit of their nibbles
    u64 left = occupied;
    for (int half = 0; half < 2; ++half) {
      u64 nibbles = men[half];
      for (int i = 0; i < 16 && left != 0; ++i, nibbles >>= 4) {
        const u64 square = left & (0 - left);
        left ^= square;
        for (int k = 0; k < 4; ++k) bits[k] |= (nibbles >> k & 1) != 0 ? square : 0;
      }
    }
    const u32 flags = then[25];
    s.turn = static_cast<int>(flags & 1);
    s.us = turn_of(now);
    s.is_flipped = frame == 0 || s.us == 0;
    s.is_chess960 = (flags >> 7 & 1) != 0;
    s.occurrences = static_cast<int>(flags >> 1 & 3) + 1;
    s.clock = then[24];
    s.fullmove = static_cast<int>(load16(then + 26));
    u64 all = occupied;
    if (s.is_flipped) {
      all = reversed_bytes(all);
      for (int k = 0; k < 4; ++k) bits[k] = reversed_bytes(bits[k]);
    }
    const u64 one = bits[0], two = bits[1], four = bits[2], black = bits[3];
    s.leapt = one & two & four;
    s.castling = two & four & ~one;
    s.kinds[kPawns] = (all & ~one & ~two & ~four) | s.leapt;
    s.kinds[kKnights] = one & ~two & ~four;
    s.kinds[kBishops] = two & ~one & ~four;
    s.kinds[kRooks] = (one & two & ~four) | s.castling;
    s.kinds[kQueens] = four & ~one & ~two;
    s.kinds[kKings] = four & one & ~two;
    s.white = all & ~black;
    s.black = black;
    return s;
  }

  // A cells fact; the facts of codes are made of those.
  template <int kFact>
  INTARSIA_DEVICE static void cells(const State& s, u64* out) {
    *out = set<kFact>(s);
  }

  template <int kFact>
  INTARSIA_DEVICE static i32 value(const State& s) {
    if constexpr (kFact == kTurnSign) return s.turn == 0 ? 1 : -1;
    if constexpr (kFact == kTurnWhite) return s.turn == 0;
    if constexpr (kFact == kTurnBlack) return s.turn;
    if constexpr (kFact >= kCastling && kFact < kCastlingRooks) {
      return s.may_castle(s.color_of((kFact - kCastling) / 2), (kFact - kCastling) % 2 == 0);
    }
    if constexpr (kFact == kCastlingBits) {
      return s.may_castle(0, true) + 2 * s.may_castle(0, false) + 4 * s.may_castle(1, true) +
             8 * s.may_castle(1, false);
    }
    if constexpr (kFact >= kEnPassantCell && kFact < kEnPassantFile) {
      const int square = s.template en_passant<kFact - kEnPassantCell>();
      return square == 64 ? -1 : square;
    }
    if constexpr (kFact >= kEnPassantFile && kFact < kEnPassantFiles) {
      const int square = s.template en_passant<kFact - kEnPassantFile>();
      return square == 64 ? -1 : square % 8;
    }
    if constexpr (kFact >= kEnPassantFiles && kFact < kClock) {
      constexpr int kAt = kFact - kEnPassantFiles;
      const int square = s.template en_passant<kAt / kFiles>();
      return square != 64 && square % 8 == kAt % kFiles;
    }
    if constexpr (kFact == kClock) return s.clock;
    if constexpr (kFact == kClockCapped) return s.clock < 100 ? s.clock : 100;
    if constexpr (kFact == kFullmove) return s.fullmove;
    if constexpr (kFact == kOccurrences) return s.occurrences < 3 ? s.occurrences : 3;
    if constexpr (kFact == kOccurrencesTwice) return s.occurrences >= 2;
    if constexpr (kFact == kOccurrencesThrice) return s.occurrences >= 3;
    if constexpr (kFact == kOnes) return 1;
    if constexpr (kFact >= kKingCell && kFact < kSignedCodes) {
      return first_bit(s.of(s.color_of(kFact - kKingCell), kKings)) & 63;
    }
    if constexpr (kFact == kCheck) return s.sees_king(s.turn, s.occupied(), 0);
    return 0;  // kZeros
  }

  // The number of the move played; -1: none. `code` is Policy::table.
  INTARSIA_DEVICE static i32 policy(const u8* record, int frame, int /*symmetry*/,
                                    const i32* code) {
    constexpr int kTakesRook = 1, kByWing = 2;
    constexpr u32 kKeys = 5U << 12;
    u32 move = load16(record + 28);
    if (move == 0) return -1;
    const u32 from = move & 63;
    const u32 to = move >> 6 & 63;
    const bool is_black = (record[25] & 1) != 0;
    if (is_own(record, to, is_black)) {
      const bool is_kingside = to > from;
      if (code[0] == kByWing) return code[1] + (is_kingside ? 1 : 0);
      if (code[0] != kTakesRook && (record[25] >> 7 & 1) == 0) {
        move = from | ((is_kingside ? 6U : 2U) | (is_black ? 56U : 0U)) << 6;
      }
    }
    if (frame == 1 && is_black) move ^= 56 | 56 << 6;
    return move < kKeys ? code[2 + move] : -1;
  }

  INTARSIA_DEVICE static bool has_move(const u8* record) { return load16(record + 28) != 0; }

  INTARSIA_DEVICE static Worth worth(const u8* record, int /*symmetry*/) {
    return {record[25] >> 3 & 3U, static_cast<i16>(load16(record + 30)), (record[25] & 1) != 0};
  }

 private:
  // Whether a man of that colour stands on the square: bit 3 of its nibble.
  INTARSIA_DEVICE static bool is_own(const u8* record, u32 square, bool is_black) {
    const u64 occupied = load64_aligned(record);
    if ((occupied >> square & 1) == 0) return false;
    const u32 i = static_cast<u32>(count_bits(occupied & ((1ULL << square) - 1))) & 31;
    return ((record[8 + i / 2] >> (4 * (i & 1) + 3) & 1) != 0) == is_black;
  }

  template <int kFact>
  INTARSIA_DEVICE static u64 set(const State& s) {
    if constexpr (kFact < kOccupiedBy) {
      return s.of(s.color_of(kFact / kKindsEach), kFact % kKindsEach);
    }
    if constexpr (kFact >= kOccupiedBy && kFact < kOccupied) {
      return s.men(s.color_of(kFact - kOccupiedBy));
    }
    if constexpr (kFact == kOccupied) return s.occupied();
    if constexpr (kFact == kEmpty) return ~s.occupied();
    if constexpr (kFact >= kCastlingRooks && kFact < kCastlingBits) {
      return s.castling & s.men(s.color_of(kFact - kCastlingRooks));
    }
    if constexpr (kFact >= kEnPassantCells && kFact < kEnPassantCell) {
      const int square = s.template en_passant<kFact - kEnPassantCells>();
      return square == 64 ? 0 : 1ULL << square;
    }
    if constexpr (kFact >= kAttacks && kFact < kAttacksBy) {
      u64 all = 0;
      for (int k = 0; k < kKindsEach; ++k) all |= s.attacks_by(s.color_of(kFact - kAttacks), k);
      return all;
    }
    if constexpr (kFact >= kAttacksBy && kFact < kCheck) {
      constexpr int kAt = kFact - kAttacksBy;
      return s.attacks_by(s.color_of(kAt / kKindsEach), kAt % kKindsEach);
    }
    return 0;
  }
};

}  // namespace intarsia::chess::device
