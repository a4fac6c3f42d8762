// The games by name, and every layout and policy code that is built in.

#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/game/game_type.h"

namespace intarsia::games {

using game::GameType;

// All of them, in the order of the documentation.
std::span<const GameType* const> all_games();

// An unknown name is reported with the nearest and with all there are. `size` must be one that the
// game has.
Result<const GameType*> find_game(std::string_view name, std::optional<int> size = std::nullopt);
// The game of a layout.
const GameType& game_of(const layout::Layout& l);

// On a board of the size, or on the usual one.
Result<layout::Layout> find_layout(std::string_view id, std::optional<int> size = std::nullopt);
Result<layout::PolicyInfo> find_policy(std::string_view id, std::optional<int> size = std::nullopt);
Result<game::RecordType> find_record_type(std::string_view game, int size);

// The game for which a position line is meant; null if it looks like none.
const GameType* game_of_line(std::string_view text);

// A position line of any game.
Result<game::ReadGame> read_line(std::string_view text, const game::Options& options = {});

// A position of another game than the layout's.
Error wrong_game(std::string_view found, const layout::Layout& l);

}  // namespace intarsia::games
