// The facts of Connect Four records for code that also runs on a GPU (layout/device.h), and their
// symmetry; device_test.cc holds it to gather.cc, record_encode.cc and symmetry.cc.

#pragma once

#include "intarsia/connect4/tensor/internal/fact_ids.h"
#include "intarsia/layout/device.h"

namespace intarsia::connect4::device {

using namespace intarsia::device;
using namespace intarsia::connect4::internal;

// Players are numbers: 0 first, 1 second. A size is 10 * columns + rows.
template <int kSize>
struct Game {
  static constexpr int kColumns = kSize / 10;
  static constexpr int kRows = kSize % 10;
  static constexpr int kCells = kColumns * kRows;
  static constexpr int kWords = 1;
  static constexpr int kRecordBytes = 32;
  static constexpr int kFacts = kFactCount;
  static constexpr u32 kNoMove = 255;
  static constexpr int kLine = 4;
  static constexpr u64 kBoard = ~0ULL >> (64 - kCells);

  struct State {
    u64 discs[2];
    u64 last;  // the disc that fell last
    int us;

    INTARSIA_DEVICE u64 occupied() const { return discs[0] | discs[1]; }
    INTARSIA_DEVICE int ply() const { return count_bits(occupied()); }
    INTARSIA_DEVICE int turn() const { return ply() % 2; }
    INTARSIA_DEVICE u64 of(int whose) const {
      return discs[whose == kOfFirst ? 0 : whose == kOfSecond ? 1 : whose == kOfUs ? us : 1 - us];
    }
  };

  INTARSIA_DEVICE static bool is_first(const u8* r) { return (r[16] >> 3 & 1) != 0; }
  INTARSIA_DEVICE static bool has_move(const u8* r) { return r[20] != kNoMove; }

  INTARSIA_DEVICE static State read(const u8* now, const u8* then, const u8* before, int /*frame*/,
                                    int symmetry) {
    State s;
    for (int i = 0; i < 2; ++i) s.discs[i] = turned(load64_aligned(then + 8 * i), symmetry);
    s.us = now[16] & 1;
    s.last = before == nullptr ? 0 : turned(landing(before), symmetry);
    return s;
  }

  template <int kFact>
  INTARSIA_DEVICE static void cells(const State& s, u64* out) {
    *out = set<kFact>(s);
  }

  template <int kFact>
  INTARSIA_DEVICE static i32 value(const State& s) {
    if constexpr (kFact == kTurnFirst) return 1 - s.turn();
    if constexpr (kFact == kTurnSecond) return s.turn();
    if constexpr (kFact == kTurnSign) return s.turn() == 0 ? 1 : -1;
    if constexpr (kFact == kPly) return s.ply();
    if constexpr (kFact == kOnes) return 1;
    return 0;  // kZeros
  }

  INTARSIA_DEVICE static i32 policy(const u8* record, int /*frame*/, int symmetry, const i32*) {
    if (!has_move(record)) return -1;
    return symmetry == 0 ? record[20] : kColumns - 1 - record[20];
  }

  INTARSIA_DEVICE static Worth worth(const u8* record, int /*symmetry*/) {
    return {record[16] >> 1 & 3U, static_cast<i16>(load16(record + 24)), (record[16] & 1) != 0};
  }

 private:
  // The cells of a column in as many rows as there are.
  INTARSIA_DEVICE static u64 column(int c) {
    u64 cells = 0;
    for (int r = 0; r < kRows; ++r) cells |= 1ULL << (r * kColumns + c);
    return cells;
  }
  INTARSIA_DEVICE static u64 turned(u64 cells, int symmetry) {
    if (symmetry == 0) return cells;
    u64 out = 0;
    for (int c = 0; c < kColumns; ++c) out |= (cells & column(c)) >> c << (kColumns - 1 - c);
    return out;
  }

  INTARSIA_DEVICE static u64 playable(u64 occupied) {
    constexpr u64 kBottom = ((1ULL << kColumns) - 1) << (kCells - kColumns);
    return kBoard & ~occupied & (occupied >> kColumns | kBottom);
  }
  // The cell onto which the disc of a record's move falls.
  INTARSIA_DEVICE static u64 landing(const u8* r) {
    if (!has_move(r)) return 0;
    const u64 there =
        playable(load64_aligned(r) | load64_aligned(r + 8)) & column(r[20] % kColumns);
    return there & (0 - there);
  }

  // Where lines in a direction may begin without running over a side: right, down, down to the right,
  // down to the left.
  INTARSIA_DEVICE static u64 starts(int direction) {
    if (direction == 1) return ~0ULL;
    u64 cells = 0;
    for (int c = 0; c < 64; ++c) {
      const int at = c % kColumns;
      const bool fits = direction == 3 ? at >= kLine - 1 : at <= kColumns - kLine;
      cells |= static_cast<u64>(fits) << c;
    }
    return cells;
  }
  INTARSIA_DEVICE static int step(int direction) {
    return direction == 0 ? 1 : kColumns + direction - 1 - (direction == 3 ? 3 : 0);
  }

  INTARSIA_DEVICE static u64 fours(u64 discs) {
    u64 cells = 0;
    for (int d = 0; d < 4; ++d) {
      const u64 pairs = discs & discs >> step(d);
      const u64 found = pairs & pairs >> 2 * step(d) & starts(d);
      for (int i = 0; i < kLine; ++i) cells |= found << i * step(d);
    }
    return cells;
  }
  INTARSIA_DEVICE static u64 completing(u64 discs) {
    u64 cells = 0;
    for (int d = 0; d < 4; ++d) {
      for (int missing = 0; missing < kLine; ++missing) {
        u64 found = starts(d);
        for (int i = 0; i < kLine; ++i) {
          if (i != missing) found &= discs >> i * step(d);
        }
        cells |= found << missing * step(d);
      }
    }
    return cells & kBoard;
  }

  template <int kFact>
  INTARSIA_DEVICE static u64 set(const State& s) {
    if constexpr (kFact < kOccupied) return s.of(kFact);
    const u64 occupied = s.occupied();
    if constexpr (kFact == kOccupied) return occupied;
    if constexpr (kFact == kEmpty) return kBoard & ~occupied;
    if constexpr (kFact == kPlayable) return playable(occupied);
    if constexpr (kFact == kLastMove) return s.last;
    if constexpr (kFact == kUsThreats) return completing(s.discs[s.us]) & kBoard & ~occupied;
    if constexpr (kFact == kThemThreats) return completing(s.discs[1 - s.us]) & kBoard & ~occupied;
    if constexpr (kFact == kWinning) return fours(s.discs[1 - s.turn()]);
    return 0;
  }
};

}  // namespace intarsia::connect4::device
