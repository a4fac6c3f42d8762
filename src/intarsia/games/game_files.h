// Files of games and positions of any game, one by one.
//
//   auto file = open_games("games.pgn.zst");
//   while (auto item = (*file)->next()) ...   // a game, or why it is refused; reading goes on
//   if (auto error = (*file)->error()) ...    // the file could not be read to its end
//
// What a file holds follows from its name (.pgn, .sgf, .hsgf, .trmph, each also as .zst and .gz) or,
// where the name says nothing, from its first bytes. Memory is constant, but for SGF.

#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/chess/pgn/game.h"
#include "intarsia/chess/position_line.h"
#include "intarsia/hex/reading.h"
#include "intarsia/io/input_stream.h"

namespace intarsia::games {

struct Place {
  std::size_t offset = 0;  // byte of the (decompressed) file
  std::size_t line = 1;
  std::size_t column = 0;       // from 1; 0: not known
  std::optional<int> ply = {};  // half-moves before it, if known
};

struct PlacedError {
  Place place;
  Error error;
  bool is_refusal = true;  // else the game stands, and this was put right
};

// One game of a file: what was read, if anything, and what is wrong with it.
struct GameItem {
  std::string_view source;
  std::size_t number;  // from 1
  Place start;
  // Of a refused PGN game, what comes before the fault. A position is a line of a file without games.
  std::variant<std::monostate, hex::Reading, chess::PgnGame, chess::PositionLine> record = {};
  std::vector<PlacedError> faults = {};

  bool is_refused() const { return refusal() != nullptr; }
  // The fault that refused it; nothing if none did.
  const PlacedError* refusal() const;
};

struct GameFileOptions {
  hex::ReadOptions hex = {};
  chess::PgnOptions pgn = {};  // its chess960 is that of positions, too
};

class GameFile {
 public:
  virtual ~GameFile() = default;
  // Nothing at the end.
  virtual std::optional<GameItem> next() = 0;
  // What ended the reading too early, if something did.
  virtual std::optional<Error> error() const = 0;
};

// Whether a file or stream holds games. A file that holds none has a position on each line.
bool has_game_name(std::string_view path);
bool is_game_file(std::string_view path, io::InputStream& in);

// "-" is standard input.
Result<std::unique_ptr<GameFile>> open_games(const std::string& path,
                                             const GameFileOptions& options = {});
Result<std::unique_ptr<GameFile>> open_games(const std::string& path, io::InputStream in,
                                             const GameFileOptions& options = {});

}  // namespace intarsia::games
