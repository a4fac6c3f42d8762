// One line of a suite of known counts: POSITION ;D1 20 ;D2 400
//
// The position is a line of any game. The name of a game's flag may stand among the counts where the
// position does not show it (;chess960).

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/game/line.h"
#include "intarsia/game/options.h"

namespace intarsia::games {

inline constexpr int kMaxPerftDepth = 99;

struct PerftCount {
  int depth;  // 1 to kMaxPerftDepth
  std::uint64_t leaves;
};

struct PerftLine {
  game::LinePtr start;
  std::vector<PerftCount> counts;  // at least one
};

// The options hold for the position, with the flags of the line. Nothing between two semicolons is
// no fault.
Result<PerftLine> read_perft_line(std::string_view line, game::Options options = {});

}  // namespace intarsia::games
