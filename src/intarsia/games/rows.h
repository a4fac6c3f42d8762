// The rows of the games, each in games/<game>.cc.

#pragma once

#include "intarsia/game/game_type.h"

namespace intarsia::games {

const game::GameType& chess_game();
const game::GameType& hex_game();
const game::GameType& connect4_game();

}  // namespace intarsia::games
