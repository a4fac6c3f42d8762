#include "intarsia/hex/record.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <type_traits>

namespace intarsia::hex {

namespace {

constexpr unsigned kUsedFlags = (1U << 6) - 1;
enum StoredOutcome : unsigned { kUnknown, kBlueWon, kRedWon };

Error bad(std::uint64_t offset, std::string detail) {
  return Error{ErrorCode::kInvalid, offset, std::move(detail)};
}

void put16(std::uint8_t* out, unsigned value) {
  out[0] = static_cast<std::uint8_t>(value & 0xff);
  out[1] = static_cast<std::uint8_t>(value >> 8);
}

unsigned get16(const std::uint8_t* in) { return in[0] | static_cast<unsigned>(in[1]) << 8; }

void put_cells(std::uint8_t* out, const Cells& cells) {
  for (Cell c : cells) out[c / 8] = static_cast<std::uint8_t>(out[c / 8] | 1U << (c % 8));
}

// Bytes beyond the words hold no cells: a board has at most kMaxCells.
Cells get_cells(std::span<const std::uint8_t> in) {
  static_assert(std::endian::native == std::endian::little, "cells lie in memory as in records");
  std::remove_cvref_t<decltype(Cells{}.words())> words{};
  std::memcpy(words.data(), in.data(), in.size());
  return Cells::from_words(words);
}

unsigned stored(std::optional<Color> outcome) {
  return !outcome ? kUnknown : *outcome == kBlue ? kBlueWon : kRedWon;
}

// The stones as they lie there. A board whose colours were exchanged looks as if a swap was or was
// not played where the flag says otherwise: Red began.
Result<Position> read_position(int n, std::span<const std::uint8_t> record) {
  const auto [blue, red] = stones_of(n, record);
  const Color turn = turn_of(n, record);
  auto position = Position::from_stones(n, blue, red, turn);
  const bool is_swapped = (record[record_shape(n).flags] & kIsSwapped) != 0;
  if (!position || position->is_swapped() == is_swapped) return position;
  return Position::from_stones(n, blue, red, turn, kRed);
}

}  // namespace

void pack(const Position& p, const Targets& t, std::span<std::uint8_t> out) {
  const RecordShape at = record_shape(p.size());
  assert(out.size() == at.bytes && (t.move.is_none() || p.is_open(t.move)));
  std::fill(out.begin(), out.end(), std::uint8_t{0});
  put_cells(out.data() + at.blue, p.stones(kBlue));
  put_cells(out.data() + at.red, p.stones(kRed));
  out[at.flags] = static_cast<std::uint8_t>(
      (p.turn() == kRed ? kRedToMove : 0) | stored(t.outcome) << kOutcomeShift |
      (p.is_swapped() ? kIsSwapped : 0) | (t.is_first ? kFirstOfGame : 0) |
      (t.move.is_none() ? 0 : kHasNext));
  put16(&out[at.ply], static_cast<unsigned>(p.ply()));
  put16(&out[at.move],
        t.move.is_none() ? kNoMoveStored : static_cast<unsigned>(t.move.index(p.size())));
}

Result<Unpacked> unpack(int n, std::span<const std::uint8_t> record) {
  const RecordShape at = record_shape(n);
  if (record.size() != at.bytes) return bad(0, "a record of another size");
  const unsigned flags = record[at.flags];
  const unsigned outcome = flags >> kOutcomeShift & 3;
  if (outcome > kRedWon || (flags & ~kUsedFlags) != 0) {
    return bad(at.flags, "flags that no record has");
  }
  const auto position = read_position(n, record);
  if (!position) return bad(position.error().offset / 8, position.error().detail);
  if (position->is_swapped() != ((flags & kIsSwapped) != 0)) {
    return bad(at.flags, "no swap fits these stones");
  }
  if (get16(&record[at.ply]) != static_cast<unsigned>(position->ply())) {
    return bad(at.ply, "the ply is not that of these stones");
  }

  const unsigned move = get16(&record[at.move]);
  if (((flags & kHasNext) != 0) != (move != kNoMoveStored)) {
    return bad(at.move, "a move without the flag that one follows, or the reverse");
  }
  if (move != kNoMoveStored) {
    if (move > static_cast<unsigned>(cell_count(n))) return bad(at.move, "a cell beyond the board");
    if (!position->is_open(move_of(n, record)) || winner(*position)) {
      return bad(at.move, "the move is not legal here");
    }
  }
  return Unpacked{*position, targets_of(n, record)};
}

std::array<Cells, kColors> stones_of(int n, std::span<const std::uint8_t> record) {
  const RecordShape at = record_shape(n);
  return {get_cells(record.subspan(at.blue, at.red - at.blue)),
          get_cells(record.subspan(at.red, at.flags - at.red))};
}

Position position_of(int n, std::span<const std::uint8_t> record) {
  return *read_position(n, record);
}

Targets targets_of(int n, std::span<const std::uint8_t> record) {
  const unsigned outcome = record[record_shape(n).flags] >> kOutcomeShift & 3;
  Targets t{.is_first = is_first(n, record), .move = move_of(n, record)};
  if (outcome != kUnknown) t.outcome = outcome == kBlueWon ? kBlue : kRed;
  return t;
}

Move move_of(int n, std::span<const std::uint8_t> record) {
  const unsigned move = get16(&record[record_shape(n).move]);
  return move == kNoMoveStored ? Move::none() : Move::from_index(static_cast<int>(move), n);
}

Color turn_of(int n, std::span<const std::uint8_t> record) {
  return (record[record_shape(n).flags] & kRedToMove) != 0 ? kRed : kBlue;
}

bool is_first(int n, std::span<const std::uint8_t> record) {
  return (record[record_shape(n).flags] & kFirstOfGame) != 0;
}

std::optional<Cell> last_stone(Move before, const Position& after) {
  if (before.is_cell()) return before.cell();
  const Cells stones = after.occupied();
  return before.is_swap() && !stones.empty() ? std::optional(stones.first()) : std::nullopt;
}

}  // namespace intarsia::hex
