// What games and positions are read from: the formats of every game, and positions a line each.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/game/parser.h"

namespace intarsia::games {

// A format's name: pgn, trmph …; "lines" is a position a line, perhaps with its evaluation and the
// outcome: FEN | centipawns | result.
std::vector<std::string_view> format_names();

// How a text is to be read where neither its name nor the caller says it.
enum class Reading : std::uint8_t {
  kGames,      // lines that are positions as well as games are games
  kPositions,  // … are positions
};

// The format of a source: that which is named, else by the ending of its name (less .zst or .gz),
// else by how its text begins. The error lists all formats.
Result<game::FoundFormat> find_format(std::string_view wanted, std::string_view name,
                                      std::string_view start, Reading reading = Reading::kGames);

// Whether a file's name says that it holds games.
bool has_game_name(std::string_view name);

}  // namespace intarsia::games
