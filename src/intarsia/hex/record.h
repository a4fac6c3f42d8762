// A Hex position and its targets in packed bytes: the form in which data sets are stored.
//
// One size per data set, so the length is a function of N (docs/formats.md):
//
//   blue u8[B] · red u8[B] · flags u8 · ply u16 · move u16      with B = ceil(N² / 8)

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "intarsia/base/field.h"
#include "intarsia/base/result.h"
#include "intarsia/hex/position.h"

namespace intarsia::hex {

// Where the fields lie. Cell c is bit c % 8 of byte c / 8 of its colour.
struct RecordShape {
  std::size_t blue, red, flags, ply, move, bytes;
};
constexpr RecordShape record_shape(int n) {
  const auto board = static_cast<std::size_t>((cell_count(n) + 7) / 8);
  const std::size_t flags = 2 * board;
  return {0, board, flags, flags + 1, flags + 3, flags + 5};
}
static_assert(record_shape(11).red == 16 && record_shape(11).bytes == 37);
static_assert(record_shape(13).flags == 44 && record_shape(13).ply == 45);
static_assert(record_shape(13).move == 47 && record_shape(13).bytes == 49);
static_assert(record_shape(1).bytes == 7 && record_shape(26).bytes == 175);

constexpr std::array<Field, 5> record_fields(int n) {
  const RecordShape at = record_shape(n);
  return {{{"blue", "|u1", at.red - at.blue},
           {"red", "|u1", at.flags - at.red},
           {"flags", "|u1"},
           {"ply", "<u2"},
           {"move", "<u2"}}};
}
static_assert(bytes_of(record_fields(11)) == record_shape(11).bytes);

// The bits of `flags`. Two bits hold who won.
inline constexpr std::uint8_t kRedToMove = 1U << 0;
inline constexpr unsigned kOutcomeShift = 1;
inline constexpr std::uint8_t kIsSwapped = 1U << 3;
inline constexpr std::uint8_t kFirstOfGame = 1U << 4;
inline constexpr std::uint8_t kHasNext = 1U << 5;

inline constexpr std::uint16_t kNoMoveStored = 65'535;

// What is known about a position besides itself.
struct Targets {
  std::optional<Color> outcome = std::nullopt;  // who won the game
  bool is_first = false;                        // the first position of its game
  Move move = Move::none();                     // the move played here, if one follows
  friend bool operator==(const Targets&, const Targets&) = default;
};

struct Unpacked {
  Position position;
  Targets targets;
};

// Fills record_shape(n).bytes bytes. The move must be one that `unpack` accepts: legal or none.
// That a swap would change the owner alone (SwapRule::kLiteral) is not stored.
void pack(const Position& p, const Targets& t, std::span<std::uint8_t> out);

// Bytes of that number give the one position that packs to them, or an error with the field's offset.
Result<Unpacked> unpack(int n, std::span<const std::uint8_t> record);

// What a record that `unpack` accepts says, one thing at a time and without asking again whether it
// is one.
Position position_of(int n, std::span<const std::uint8_t> record);
std::array<Cells, kColors> stones_of(int n, std::span<const std::uint8_t> record);
Targets targets_of(int n, std::span<const std::uint8_t> record);
Move move_of(int n, std::span<const std::uint8_t> record);
Color turn_of(int n, std::span<const std::uint8_t> record);
bool is_first(int n, std::span<const std::uint8_t> record);

// The stone that the move of the record before put on the board, in the position after it. Records
// do not store the rule of a swap, but a swap leaves one stone: where that stands, it came to stand.
std::optional<Cell> last_stone(Move before, const Position& after);

}  // namespace intarsia::hex
