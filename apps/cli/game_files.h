// Files of Hex games (.trmph, .sgf, .hsgf): what is in them, and where.

#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/hex/reading.h"

namespace intarsia::cli {

// SGF is read as a whole; TRMPH line by line, in constant memory.
inline constexpr std::size_t kMaxSgfFileBytes = std::size_t{64} << 20;

struct Place {
  std::size_t offset = 0;  // byte of the file
  std::size_t line = 1;
  std::size_t column = 1;
};

struct PlacedError {
  Place place;
  Error error;
};

// One game of a file: what was read, or why not.
struct GameItem {
  std::string_view source;
  std::size_t number;  // from 1
  Place start;
  std::optional<hex::Reading> reading;
  std::vector<PlacedError> faults;  // the refusal, or what was put right
};

// By the name: .sgf, .hsgf or .trmph.
bool is_game_file(const std::string& path);

// Hands on every game; one that is refused does not end the reading. Answers an error if the file
// cannot be read at all. "-" is standard input, as TRMPH.
std::optional<Error> for_each_game(const std::string& file, const hex::ReadOptions& options,
                                   const std::function<void(const GameItem&)>& visit);

// "file:3:17: illegal: c3 is taken (ply 5)".
std::string to_text(std::string_view source, const PlacedError& fault);

}  // namespace intarsia::cli
