// Files of games: PGN, TRMPH, SGF. What is in them, and where.

#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "apps/cli/verb.h"
#include "intarsia/base/result.h"
#include "intarsia/chess/pgn_game.h"
#include "intarsia/chess/position_line.h"
#include "intarsia/hex/reading.h"
#include "intarsia/io/input_stream.h"

namespace intarsia::cli {

// SGF is read as a whole; everything else in constant memory.
inline constexpr std::size_t kMaxSgfFileBytes = std::size_t{64} << 20;

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
  // Of a refused PGN game, what comes before the fault.
  std::variant<std::monostate, hex::Reading, chess::PgnGame, chess::PositionLine> record;
  std::vector<PlacedError> faults;

  bool is_refused() const;
  // The fault that refused it; nothing if none did.
  const PlacedError* refusal() const;
};

using VisitGame = std::function<void(const GameItem&)>;

// Whether a file or stream holds games: by its name (.pgn, .pgn.zst, .pgn.gz, .sgf, .hsgf, .trmph)
// or, where the name says nothing, by its first bytes.
bool is_game_file(const std::string& path, io::InputStream& in);
bool has_game_name(const std::string& path);

// Hands on every game; one that is refused does not end the reading. Answers an error if the file
// cannot be read, or not to its end. A file that is_game_file denies has a position on each line.
std::optional<Error> for_each_game(const std::string& path, io::InputStream& in,
                                   const Common& common, const VisitGame& visit);
std::optional<Error> for_each_game(const std::string& path, const Common& common,
                                   const VisitGame& visit);

// "file:3:17: illegal: c3 is taken (ply 5)".
std::string to_text(std::string_view source, const PlacedError& fault);

}  // namespace intarsia::cli
