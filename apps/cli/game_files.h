// Files of games as verbs read them: to a visitor, with the options of the command line.

#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "apps/cli/verb.h"
#include "intarsia/base/result.h"
#include "intarsia/games/game_files.h"

namespace intarsia::cli {

using games::GameItem;
using games::has_game_name;
using games::is_game_file;
using games::Place;
using games::PlacedError;

using VisitGame = std::function<void(const GameItem&)>;

// Hands on every game; one that is refused does not end the reading. Answers an error if the file
// cannot be read, or not to its end.
std::optional<Error> for_each_game(const std::string& path, io::InputStream in,
                                   const Common& common, const VisitGame& visit);
std::optional<Error> for_each_game(const std::string& path, const Common& common,
                                   const VisitGame& visit);

// "file:3:17: illegal: c3 is taken (ply 5)".
std::string to_text(std::string_view source, const PlacedError& fault);

}  // namespace intarsia::cli
