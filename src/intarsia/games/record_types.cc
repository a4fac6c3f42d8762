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

std::vector<Field> list_of(std::span<const Field> fields) { return {fields.begin(), fields.end()}; }

data::RecordType chess_type() {
  return {.game = "chess",
          .size = 8,
          .fields = list_of(chess::kRecordFields),
          .bytes = sizeof(chess::Record),
          .flags_at = offsetof(chess::Record, flags),
          .first_bit = chess::kFirstOfGame,
          .check = check_chess,
          .check_state = check_chess_state};
}

data::RecordType hex_type(int size) {
  const hex::RecordShape at = hex::record_shape(size);
  return {.game = "hex",
          .size = size,
          .fields = list_of(hex::record_fields(size)),
          .bytes = at.bytes,
          .flags_at = at.flags,
          .first_bit = hex::kFirstOfGame,
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
