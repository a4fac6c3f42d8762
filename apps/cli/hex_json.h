// What the verbs say about Hex positions in JSON.

#pragma once

#include <nlohmann/json.hpp>

#include "intarsia/hex/game.h"

namespace intarsia::cli {

// A colour's name, or null.
nlohmann::ordered_json color_json(std::optional<hex::Color> c);

// {"blue": ["a1", …], "red": […]}
nlohmann::ordered_json stones_json(int n, const hex::Cells& blue, const hex::Cells& red);

// Everything the rules say about the last position.
nlohmann::ordered_json hex_position_json(const hex::Replay& line);

}  // namespace intarsia::cli
