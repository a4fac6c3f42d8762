// Files of Hex games (.trmph, .sgf, .hsgf), game by game.
//
//   auto file = open_hex_games("games.trmph");
//   while (auto item = (*file)->next()) ...      // a game, or why it is refused; reading goes on
//   if (auto error = (*file)->error()) ...       // the file could not be read to its end
//
// TRMPH is read line by line, in constant memory; SGF as a whole.

#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/hex/reading.h"

namespace intarsia::games {

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
struct HexItem {
  std::string_view source;
  std::size_t number;  // from 1
  Place start;
  std::optional<hex::Reading> reading;
  std::vector<PlacedError> faults;  // the refusal, or what was put right
};

class HexGames {
 public:
  virtual ~HexGames() = default;
  // Nothing at the end.
  virtual std::optional<HexItem> next() = 0;
  // What ended the reading too early, if something did.
  virtual std::optional<Error> error() const = 0;
};

// By the name: .sgf, .hsgf or .trmph.
bool is_hex_file(std::string_view path);

// What is not SGF by its name is TRMPH, with HexWorld links; "-" is standard input.
Result<std::unique_ptr<HexGames>> open_hex_games(const std::string& path,
                                                 const hex::ReadOptions& options = {});

}  // namespace intarsia::games
