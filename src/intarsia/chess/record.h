// A chess position and its targets in 32 bytes: the form in which data sets are stored.
//
// The byte layout is a public format (docs/formats.md). Castling rights and en
// passant ride in the piece nibbles: kind 6 is a rook that may castle, kind 7 a
// pawn that has just made a double step.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include "intarsia/base/eval.h"
#include "intarsia/base/field.h"
#include "intarsia/base/outcome.h"
#include "intarsia/base/result.h"
#include "intarsia/chess/move.h"
#include "intarsia/chess/position.h"

namespace intarsia::chess {

inline constexpr int kThreefoldStored = 3;  // three occurrences or more
using intarsia::kMaxEval;                   // in centipawns
using intarsia::kNoEval;
inline constexpr std::int16_t kMateEval = 32'000;  // mate in n is this less n

// What is known about a position besides itself.
struct Targets {
  int occurrences = 1;  // stored as 1, 2 or 3 (three or more)
  Outcome outcome = Outcome::kUnknown;
  bool is_first = false;     // the first position of its game
  bool has_next = false;     // a move follows
  Move move = Move::none();  // the move played here
  std::int16_t eval = kNoEval;
  friend bool operator==(const Targets&, const Targets&) = default;
};

// The bytes as they lie in files, little endian.
struct Record {
  std::uint64_t occupied;
  std::array<std::uint8_t, 16> pieces;
  std::uint8_t clock;
  std::uint8_t flags;
  std::uint16_t fullmove;
  std::uint16_t move;
  std::int16_t eval;
  friend bool operator==(const Record&, const Record&) = default;
};

static_assert(sizeof(Record) == 32);
static_assert(offsetof(Record, occupied) == 0 && offsetof(Record, pieces) == 8);
static_assert(offsetof(Record, clock) == 24 && offsetof(Record, flags) == 25);
static_assert(offsetof(Record, fullmove) == 26 && offsetof(Record, move) == 28);
static_assert(offsetof(Record, eval) == 30);

inline constexpr Field kRecordFields[] = {
    {"occupied", "<u8"}, {"pieces", "|u1", 16}, {"clock", "|u1"}, {"flags", "|u1"},
    {"fullmove", "<u2"}, {"move", "<u2"},       {"eval", "<i2"},
};
static_assert(bytes_of(kRecordFields) == sizeof(Record));

// The bits of `flags`. Two bits each hold the occurrences less one and the outcome.
inline constexpr std::uint8_t kBlackToMove = 1U << 0;
inline constexpr unsigned kOccurrencesShift = 1;
inline constexpr unsigned kOutcomeShift = 3;
inline constexpr std::uint8_t kFirstOfGame = 1U << 5;
inline constexpr std::uint8_t kHasNext = 1U << 6;
inline constexpr std::uint8_t kIsChess960 = 1U << 7;
inline constexpr std::uint8_t kStateFlags = kBlackToMove | kIsChess960;  // of the position itself

// What the bytes say, whatever they are. Of a record that `check` accepts it is a sound setup.
Setup setup_of(const Record& r);
Targets targets_of(const Record& r);

// The same about one thing: cheaper where nothing else is asked.
constexpr Color turn_of(const Record& r) { return (r.flags & kBlackToMove) != 0 ? kBlack : kWhite; }
constexpr int occurrences_of(const Record& r) { return (r.flags >> kOccurrencesShift & 3) + 1; }
constexpr bool is_first(const Record& r) { return (r.flags & kFirstOfGame) != 0; }

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

// A clock above 255 is stored as 255; nothing else is lost. The targets must be ones that `unpack`
// accepts: a legal move exactly if one follows, an evaluation in range.
Record pack(const Position& p, const Targets& t = {});

// The record that all positions of one FIDE identity share: en passant only where a capture is legal, no
// counters, and of Chess960 only rights that standard chess does not know.
Record identity_record(const Position& p);

// Who won is often known last.
void set_outcome(Record& r, Outcome outcome);

// Any 32 bytes give the one position that packs to them, or an error with the field's offset.
Result<Unpacked> unpack(const Record& r);

// What keeps the record from being unpacked, except that its move may be one that is not legal here:
// all that encoding needs, without the keys of a position.
std::optional<Error> check(const Record& r);

}  // namespace intarsia::chess
