// The facts of Hex records for code that also runs on a GPU (layout/device.h), and the symmetries in
// which they are shown; device_test.cc holds it to gather.cc, record_encode.cc and symmetry.cc.

#pragma once

#include "intarsia/hex/tensor/internal/fact_ids.h"
#include "intarsia/layout/device.h"

namespace intarsia::hex::device {

using namespace intarsia::device;
using namespace intarsia::hex::internal;

// Colours are numbers: 0 Blue, 1 Red.
template <int kSize>
struct Game {
  static constexpr int kCells = kSize * kSize;
  static constexpr int kWords = (kCells + 63) / 64;
  static constexpr int kBoardBytes = (kCells + 7) / 8;
  static constexpr int kFlagsAt = 2 * kBoardBytes;
  static constexpr int kMoveAt = kFlagsAt + 3;
  static constexpr int kRecordBytes = kFlagsAt + 5;
  static constexpr int kFacts = kFactCount;
  static constexpr u32 kNoMove = 65535;

  // The number of a symmetry has a bit for each of its two parts.
  static constexpr int kRotated = 1;
  static constexpr int kTransposed = 2;

  // A position, drawn.
  struct State {
    u64 stones[2][kWords];
    int counts[2];
    int us;
    int turn;
    int first;  // who began
    int last;   // the cell of the stone that came last; -1
    bool is_transposed;
  };

  INTARSIA_DEVICE static bool is_first(const u8* r) { return (r[kFlagsAt] >> 4 & 1) != 0; }
  INTARSIA_DEVICE static bool has_move(const u8* r) { return load16(r + kMoveAt) != kNoMove; }
  INTARSIA_DEVICE static int turn_of(const u8* r, int symmetry) {
    return (r[kFlagsAt] & 1) ^ (symmetry & kTransposed) / kTransposed;
  }
  INTARSIA_DEVICE static int turned(int cell, int symmetry) {
    if ((symmetry & kTransposed) != 0) cell = cell % kSize * kSize + cell / kSize;
    return (symmetry & kRotated) != 0 ? kCells - 1 - cell : cell;
  }

  INTARSIA_DEVICE static State read(const u8* now, const u8* then, const u8* before, int frame,
                                    int symmetry) {
    State s;
    s.us = turn_of(now, symmetry);
    s.turn = turn_of(then, symmetry);
    s.is_transposed = frame == 1 && s.us == 1;
    const int drawn = symmetry ^ (s.is_transposed ? kTransposed : 0);
    for (int c = 0; c < 2; ++c) {
      const int from = (symmetry & kTransposed) != 0 ? 1 - c : c;
      s.counts[c] = draw(then + from * kBoardBytes, drawn, s.stones[c]);
    }
    // Who began, as read_position finds it: the flag is that of the board which is turned.
    const bool is_swapped = (then[kFlagsAt] >> 3 & 1) != 0;
    s.first = s.counts[0] + s.counts[1] == 0 ? s.turn : 0;
    if (s.counts[0] + s.counts[1] != 0 && swapped(s) != is_swapped) s.first = 1;
    s.last = before == nullptr ? -1 : last_stone(then, before, symmetry);
    if (s.last >= 0 && s.is_transposed) s.last = turned(s.last, kTransposed);
    return s;
  }

  template <int kFact>
  INTARSIA_DEVICE static void cells(const State& s, u64* out) {
    if constexpr (kFact >= kEdges && kFact < kBorder) {
      constexpr int kAt = kFact - kEdges;
      joined(s, color_of(s, kAt / kEdgesEach), kAt % kEdgesEach, out);
      return;
    }
    for (int w = 0; w < kWords; ++w) out[w] = word<kFact>(s, w);
  }

  template <int kFact>
  INTARSIA_DEVICE static i32 value(const State& s) {
    if constexpr (kFact == kTurnPlayer || kFact == kTurnRed) return s.turn;
    if constexpr (kFact == kTurnBlue) return 1 - s.turn;
    if constexpr (kFact == kSwapOpen) {
      return s.turn != s.first && s.counts[s.first] == 1 && s.counts[1 - s.first] == 0;
    }
    if constexpr (kFact == kSwapped) return swapped(s);
    if constexpr (kFact == kPly) return s.counts[0] + s.counts[1] + (swapped(s) ? 1 : 0);
    if constexpr (kFact == kOnes) return 1;
    return 0;  // kZeros
  }

  INTARSIA_DEVICE static i32 policy(const u8* record, int frame, int symmetry, const i32*) {
    const int move = static_cast<int>(load16(record + kMoveAt));
    if (move == static_cast<int>(kNoMove)) return -1;
    if (move >= kCells) return kCells;
    const int cell = turned(move, symmetry);
    return frame == 1 && turn_of(record, symmetry) == 1 ? turned(cell, kTransposed) : cell;
  }

  INTARSIA_DEVICE static Worth worth(const u8* record, int symmetry) {
    constexpr u32 kOutcomes[] = {0, 1, 3, 0};  // unknown, Blue, Red
    constexpr u32 kExchanged[] = {0, 3, 1, 0};
    const u32 stored = record[kFlagsAt] >> 1 & 3U;
    const bool is_exchanged = (symmetry & kTransposed) != 0;
    return {is_exchanged ? kExchanged[stored] : kOutcomes[stored], kNoEvalStored,
            turn_of(record, symmetry) == 1};
  }

 private:
  INTARSIA_DEVICE static int color_of(const State& s, int whose) {
    return whose == kOfBlue ? 0 : whose == kOfRed ? 1 : whose == kOfUs ? s.us : 1 - s.us;
  }
  INTARSIA_DEVICE static bool swapped(const State& s) {
    const int second = s.counts[1 - s.first];
    return second > 0 && second - s.counts[s.first] == (s.turn == s.first ? 1 : 0);
  }
  INTARSIA_DEVICE static void insert(u64* cells, int cell) {
    cells[cell / 64] |= 1ULL << cell % 64;
  }

  // The stones of a colour, drawn; returns how many there are.
  INTARSIA_DEVICE static int draw(const u8* board, int symmetry, u64* out) {
    int count = 0;
    for (int w = 0; w < kWords; ++w) out[w] = 0;
    for (int w = 0; w < kWords; ++w) {
      u64 stones = 0;
      for (int i = 8 * w; i < 8 * w + 8 && i < kBoardBytes; ++i) {
        stones |= static_cast<u64>(board[i]) << (8 * (i % 8));
      }
      count += count_bits(stones);
      if (symmetry == 0) {
        out[w] = stones;
        continue;
      }
      for (; stones != 0; stones &= stones - 1) {
        const int cell = 64 * w + first_bit(stones);
        if (cell < kCells) insert(out, turned(cell, symmetry));
      }
    }
    return count;
  }

  // Where the move of the record before came to stand, on the turned board: a swap leaves one stone.
  INTARSIA_DEVICE static int last_stone(const u8* then, const u8* before, int symmetry) {
    const int move = static_cast<int>(load16(before + kMoveAt));
    if (move == static_cast<int>(kNoMove)) return -1;
    if (move < kCells) return turned(move, symmetry);
    int first = kCells;
    for (int i = 0; i < kBoardBytes; ++i) {
      for (u64 b = then[i] | then[kBoardBytes + i]; b != 0; b &= b - 1) {
        const int cell = 8 * i + first_bit(b);
        const int at = cell < kCells ? turned(cell, symmetry) : kCells;
        first = at < first ? at : first;
      }
    }
    return first == kCells ? -1 : first;
  }

  template <int kFact>
  INTARSIA_DEVICE static u64 word(const State& s, int w) {
    if constexpr (kFact < kOccupied) return s.stones[color_of(s, kFact)][w];
    const u64 occupied = s.stones[0][w] | s.stones[1][w];
    if constexpr (kFact == kOccupied) return occupied;
    if constexpr (kFact == kEmpty) return on_board(w) & ~occupied;
    if constexpr (kFact == kLastMove) {
      return s.last >= 0 && s.last / 64 == w ? 1ULL << s.last % 64 : 0;
    }
    if constexpr (kFact == kBorder) return border(w);
    return 0;
  }

  INTARSIA_DEVICE static u64 on_board(int w) {
    constexpr int kLast = kCells - 64 * (kWords - 1);
    return w == kWords - 1 ? ~0ULL >> (64 - kLast) : ~0ULL;
  }
  INTARSIA_DEVICE static u64 border(int w) {
    u64 cells = 0;
    for (int i = 0; i < 64; ++i) {
      const int cell = 64 * w + i;
      const int row = cell / kSize;
      const int column = cell % kSize;
      const bool is_rim = row == 0 || row == kSize - 1 || column == 0 || column == kSize - 1;
      cells |= static_cast<u64>(cell < kCells && is_rim) << i;
    }
    return cells;
  }

  // The colour's stones that are joined to its first or second edge, row by row: sweeps down and up
  // until nothing is added. Blue's edges are rows, of a transposed board Red's.
  INTARSIA_DEVICE static void joined(const State& s, int color, int edge, u64* out) {
    u32 stones[kSize];
    u32 found[kSize];
    const bool is_rows = (color == 0) != s.is_transposed;
    const int line = edge == 0 ? 0 : kSize - 1;
    for (int r = 0; r < kSize; ++r) {
      stones[r] = row_of(s.stones[color], r);
      found[r] = stones[r] & (!is_rows ? 1U << line : r == line ? ~0U : 0U);
    }
    for (bool is_changed = true; is_changed;) {
      is_changed = false;
      for (int i = 0; i < 2 * kSize; ++i) {
        const int r = i < kSize ? i : 2 * kSize - 1 - i;
        const u32 above = r > 0 ? found[r - 1] : 0;
        const u32 below = r < kSize - 1 ? found[r + 1] : 0;
        u32 all = found[r] | ((above | above >> 1 | below | below << 1) & stones[r]);
        for (u32 grown = 0; grown != all;) {
          grown = all;
          all |= (all << 1 | all >> 1) & stones[r];
        }
        is_changed = is_changed || all != found[r];
        found[r] = all;
      }
    }
    for (int w = 0; w < kWords; ++w) out[w] = 0;
    for (int r = 0; r < kSize; ++r) put_row(out, r, found[r]);
  }

  INTARSIA_DEVICE static u32 row_of(const u64* cells, int row) {
    const int at = row * kSize;
    u64 bits = cells[at / 64] >> at % 64;
    if (at % 64 + kSize > 64) bits |= cells[at / 64 + 1] << (64 - at % 64);
    return static_cast<u32>(bits & ((1ULL << kSize) - 1));
  }
  INTARSIA_DEVICE static void put_row(u64* cells, int row, u32 bits) {
    const int at = row * kSize;
    cells[at / 64] |= static_cast<u64>(bits) << at % 64;
    if (at % 64 + kSize > 64) cells[at / 64 + 1] |= static_cast<u64>(bits) >> (64 - at % 64);
  }
};

}  // namespace intarsia::hex::device
