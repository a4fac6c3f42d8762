// A position in a line of its own, perhaps with its evaluation and the outcome of its game:
//
//   rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 | 20 | 1-0

#pragma once

#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/game/options.h"
#include "intarsia/game/parser.h"

namespace intarsia::game {

using ReadPosition = Result<ReadGame> (*)(std::string_view text, const Options& options);

// What was read, and what was put right about the columns behind the position.
struct PositionLine {
  ReadGame read;
  std::vector<Error> notes;
};

// `read` reads the position. Offsets of errors count from the start of the line.
Result<PositionLine> read_position_line(std::string_view line, const Options& options,
                                        ReadPosition read);

}  // namespace intarsia::game
