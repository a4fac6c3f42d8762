// A row of a games table: where a game's records lie, where it came from, what is known of it.
//
// The byte layout is a public format (docs/formats.md): `games-00000.npy` holds one row for each
// game of `shard-00000.npy`, in the same order.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "intarsia/base/outcome.h"
#include "intarsia/game/record_type.h"

namespace intarsia::game {

// The bytes as they lie in files, little endian; 0 where something is unknown.
struct GameRow {
  std::uint64_t offset = 0;  // byte of the source at which the game begins, uncompressed
  std::uint64_t hash = 0;    // xxh3 of start and moves, seeded: what splits are decided by
  std::uint64_t number = 0;  // of the game in its source, from 1
  std::uint32_t first = 0;   // its first record in the shard
  std::uint32_t records = 0;
  std::uint32_t source = 0;                   // in the manifest's list
  std::uint32_t date = 0;                     // 20131231; month and day may be 00
  std::uint32_t time_base = 0;                // seconds
  std::array<std::uint16_t, 2> ratings = {};  // of the first and the second player
  std::uint16_t time_increment = 0;           // seconds
  Outcome outcome = Outcome::kUnknown;
  std::uint8_t termination = 0;  // how it ended, by its number in the game's row (Words)
  std::uint8_t split = 0;        // number in the manifest's list, from 1
  std::uint8_t variant = 0;      // likewise
  std::uint8_t has_eval = 0;     // any of its positions has an evaluation
  std::uint8_t size = 0;         // of the board, as the game numbers it
  friend bool operator==(const GameRow&, const GameRow&) = default;
};

static_assert(sizeof(GameRow) == 56);
static_assert(offsetof(GameRow, offset) == 0 && offsetof(GameRow, hash) == 8);
static_assert(offsetof(GameRow, number) == 16 && offsetof(GameRow, first) == 24);
static_assert(offsetof(GameRow, records) == 28 && offsetof(GameRow, source) == 32);
static_assert(offsetof(GameRow, date) == 36 && offsetof(GameRow, time_base) == 40);
static_assert(offsetof(GameRow, ratings) == 44 && offsetof(GameRow, time_increment) == 48);
static_assert(offsetof(GameRow, outcome) == 50 && offsetof(GameRow, termination) == 51);
static_assert(offsetof(GameRow, split) == 52 && offsetof(GameRow, variant) == 53);
static_assert(offsetof(GameRow, has_eval) == 54 && offsetof(GameRow, size) == 55);

inline constexpr Field kGameFields[] = {
    {"offset", "<u8"},     {"hash", "<u8"},           {"number", "<u8"},   {"first", "<u4"},
    {"records", "<u4"},    {"source", "<u4"},         {"date", "<u4"},     {"time_base", "<u4"},
    {"ratings", "<u2", 2}, {"time_increment", "<u2"}, {"outcome", "|u1"},  {"termination", "|u1"},
    {"split", "|u1"},      {"variant", "|u1"},        {"has_eval", "|u1"}, {"size", "|u1"},
};

}  // namespace intarsia::game
