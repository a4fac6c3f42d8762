// Quiet positions of chess among records.

#pragma once

#include <cstddef>
#include <span>

namespace intarsia::games {

// As parsers say it of a position and the move that is played there.
bool is_quiet_chess_record(int size, std::span<const std::byte> record);

}  // namespace intarsia::games
