#include "intarsia/games/record_types.h"

#include <cstring>

#include "intarsia/chess/record.h"
#include "intarsia/games/registry.h"
#include "intarsia/hex/record.h"

namespace intarsia::games {

namespace {

std::optional<Error> check_chess(int, std::span<const std::byte> bytes) {
  chess::Record r;
  std::memcpy(&r, bytes.data(), sizeof r);
  const auto u = chess::unpack(r);
  return u ? std::nullopt : std::optional(u.error());
}

std::optional<Error> check_chess_state(int, std::span<const std::byte> bytes) {
  chess::Record r;
  std::memcpy(&r, bytes.data(), sizeof r);
  return chess::check(r);
}

std::optional<Error> check_hex(int size, std::span<const std::byte> bytes) {
  const auto u =
      hex::unpack(size, {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  return u ? std::nullopt : std::optional(u.error());
}

data::RecordType chess_type() {
  using Record = chess::Record;
  constexpr std::uint8_t kFirstBit = 1U << 5;
  return {.game = "chess",
          .size = 8,
          .fields = {{"occupied", "<u8"},
                     {"pieces", "|u1", 16},
                     {"clock", "|u1"},
                     {"flags", "|u1"},
                     {"fullmove", "<u2"},
                     {"move", "<u2"},
                     {"eval", "<i2"}},
          .bytes = sizeof(Record),
          .flags_at = offsetof(Record, flags),
          .first_bit = kFirstBit,
          .check = check_chess,
          .check_state = check_chess_state};
}

data::RecordType hex_type(int size) {
  const hex::RecordShape at = hex::record_shape(size);
  constexpr std::uint8_t kFirstBit = 1U << 4;
  return {.game = "hex",
          .size = size,
          .fields = {{"blue", "|u1", at.red - at.blue},
                     {"red", "|u1", at.flags - at.red},
                     {"flags", "|u1"},
                     {"ply", "<u2"},
                     {"move", "<u2"}},
          .bytes = at.bytes,
          .flags_at = at.flags,
          .first_bit = kFirstBit,
          .check = check_hex,
          .check_state = check_hex};
}

}  // namespace

Result<data::RecordType> find_record_type(std::string_view game, int size) {
  const auto known = find_game(game, size);
  if (!known) return known.error();
  return game == "hex" ? hex_type(size) : chess_type();
}

}  // namespace intarsia::games
