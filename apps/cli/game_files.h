// Files of Hex games (.trmph, .sgf, .hsgf): what is in them, and where.

#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "intarsia/base/result.h"
#include "intarsia/games/hex_files.h"
#include "intarsia/hex/reading.h"

namespace intarsia::cli {

using games::Place;
using games::PlacedError;
using GameItem = games::HexItem;

// By the name: .sgf, .hsgf or .trmph.
bool is_game_file(const std::string& path);

// Hands on every game; one that is refused does not end the reading. Answers an error if the file
// cannot be read at all. "-" is standard input, as TRMPH.
std::optional<Error> for_each_game(const std::string& file, const hex::ReadOptions& options,
                                   const std::function<void(const GameItem&)>& visit);

// "file:3:17: illegal: c3 is taken (ply 5)".
std::string to_text(std::string_view source, const PlacedError& fault);

}  // namespace intarsia::cli
