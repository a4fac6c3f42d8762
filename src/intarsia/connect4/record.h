// A position of Connect Four and its targets in 32 bytes: the form in which data sets are stored.
//
// The byte layout is a public format (docs/formats.md), little endian:
//
//    0 first u64 · 8 second u64 · 16 flags u8 · 17 ply u8 · 18 columns u8 · 19 rows u8
//   20 move u8 · 21 zero u8[3] · 24 eval i16 · 26 zero u8[6]
//
// The bit of a disc is its cell.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include "intarsia/base/eval.h"
#include "intarsia/base/field.h"
#include "intarsia/base/result.h"
#include "intarsia/connect4/position.h"

namespace intarsia::connect4 {

inline constexpr std::uint8_t kNoMoveStored = 255;
using intarsia::kNoEval;

// What is known about a position besides itself.
struct Targets {
  Outcome outcome = Outcome::kUnknown;  // of the game
  bool is_first = false;                // the first position of its game
  Move move = Move::none();             // the move played here, if one follows
  std::int16_t eval = kNoEval;          // in first's view
  friend bool operator==(const Targets&, const Targets&) = default;
};

// The bytes as they lie in files.
struct Record {
  std::uint64_t first;
  std::uint64_t second;
  std::uint8_t flags;
  std::uint8_t ply;
  std::uint8_t columns;
  std::uint8_t rows;
  std::uint8_t move;
  std::array<std::uint8_t, 3> zero;
  std::int16_t eval;
  std::array<std::uint8_t, 6> end_zero;
  friend bool operator==(const Record&, const Record&) = default;
};

static_assert(sizeof(Record) == 32);
static_assert(offsetof(Record, first) == 0 && offsetof(Record, second) == 8);
static_assert(offsetof(Record, flags) == 16 && offsetof(Record, ply) == 17);
static_assert(offsetof(Record, columns) == 18 && offsetof(Record, rows) == 19);
static_assert(offsetof(Record, move) == 20 && offsetof(Record, zero) == 21);
static_assert(offsetof(Record, eval) == 24 && offsetof(Record, end_zero) == 26);

inline constexpr Field kRecordFields[] = {
    {"first", "<u8"},   {"second", "<u8"},      {"flags", "|u1"}, {"ply", "|u1"},
    {"columns", "|u1"}, {"rows", "|u1"},        {"move", "|u1"},  {"zero", "|u1", 3},
    {"eval", "<i2"},    {"end_zero", "|u1", 6},
};
static_assert(bytes_of(kRecordFields) == sizeof(Record));

// The bits of `flags`. Two bits hold the outcome.
inline constexpr std::uint8_t kSecondToMove = 1U << 0;
inline constexpr unsigned kOutcomeShift = 1;
inline constexpr std::uint8_t kFirstOfGame = 1U << 3;
inline constexpr std::uint8_t kHasNext = 1U << 4;

// The record that lies at these bytes, whatever their address.
inline Record record_at(const std::byte* bytes) {
  Record r;
  std::memcpy(&r, bytes, sizeof r);
  return r;
}

struct Unpacked {
  Position position;
  Targets targets;
};

// The targets must be ones that `unpack` accepts: a legal move or none, and an outcome that does not
// contradict the board.
Record pack(const Position& p, const Targets& t = {});

// The outcome is often known last.
void set_outcome(Record& r, Outcome outcome);

// Any 32 bytes give the one position that packs to them, or an error with the field's offset.
Result<Unpacked> unpack(const Record& r);

// What keeps the record from being unpacked.
std::optional<Error> check(const Record& r);

// What a record that `check` accepts says, one thing at a time and without asking again.
constexpr Board board_of(const Record& r) { return {r.columns, r.rows}; }
constexpr Position position_of(const Record& r) {
  return Position::from_checked(board_of(r), Cells(r.first), Cells(r.second));
}
constexpr Color turn_of(const Record& r) {
  return (r.flags & kSecondToMove) != 0 ? kSecond : kFirst;
}
constexpr bool is_first(const Record& r) { return (r.flags & kFirstOfGame) != 0; }
constexpr Move move_of(const Record& r) {
  return r.move == kNoMoveStored ? Move::none() : Move(r.move);
}
Targets targets_of(const Record& r);

}  // namespace intarsia::connect4
