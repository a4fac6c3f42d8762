// What is known of a game's records without its rules: their fields and their length.
//
// Data sets store and find records of any game as bytes. A game supplies this description in its row,
// and with it a function that says whether bytes are a record.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/field.h"
#include "intarsia/base/result.h"

namespace intarsia::game {

struct RecordType {
  std::string_view game;
  int size = 0;  // of the board
  std::vector<Field> fields;
  std::size_t bytes = 0;
  // The byte and the bits of it that say: first of its game.
  std::size_t flags_at = 0;
  std::uint8_t first_bit = 0;
  // Likewise: a move follows. Where its number stands, in one byte or two.
  std::uint8_t next_bit = 0;
  std::size_t move_at = 0, move_bytes = 2;
  // How many terminations and variants the game tells apart in its games tables.
  std::size_t terminations = 1, variants = 1;
  // Why the bytes are no record, with the offset in it.
  using Check = std::optional<Error> (*)(int size, std::span<const std::byte> record);
  Check check = nullptr;
  // The same, except that the move may be one that is not legal: all that encoding needs, and sooner.
  Check check_state = nullptr;
  // The size of the board that a record says, be it sound or not: it is sound on no other. Null if
  // records do not say it; nothing if there is no such board.
  std::optional<int> (*size_of)(std::span<const std::byte> record) = nullptr;

  bool is_first(const std::byte* record) const {
    return (std::to_integer<std::uint8_t>(record[flags_at]) & first_bit) != 0;
  }
  // Puts another move in a record's place for it; false if it has no room for that number. Whether the
  // move is one, `check` tells.
  bool set_move(std::byte* record, std::uint16_t move) const;
};

// The structure as .npy headers write it.
std::string npy_type(std::span<const Field> fields);

// The type of a game's records on a board of a size, or an error for what is not known.
using FindRecordType = std::function<Result<RecordType>(std::string_view game, int size)>;

}  // namespace intarsia::game
