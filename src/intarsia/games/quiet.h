// Whether a stored position is quiet, as its game means the word (Words::quiet).

#pragma once

#include <cstddef>
#include <span>

#include "intarsia/game/game_type.h"

namespace intarsia::games {

// Of a record that was checked, with the move that was played there.
using QuietRecord = bool (*)(int size, std::span<const std::byte> record);

// Null where the game has no such word: all of its positions are.
QuietRecord quiet_record(const game::GameType& type);

}  // namespace intarsia::games
