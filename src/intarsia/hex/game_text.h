// A game in whatever form somebody has it: a TRMPH line, a HexWorld link, or SGF.

#pragma once

#include <string_view>

#include "intarsia/hex/reading.h"

namespace intarsia::hex {

// One line: TRMPH, or a HexWorld link.
Result<Reading> read_game_line(std::string_view line, const ReadOptions& options = {});

// The same, or SGF with one game.
Result<Reading> read_game_text(std::string_view text, const ReadOptions& options = {});

}  // namespace intarsia::hex
