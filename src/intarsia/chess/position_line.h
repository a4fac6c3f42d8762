// A position as one line of text, as in UCI:
//
//   startpos [moves e2e4 e7e5 …]
//   [fen] <FEN> [moves …]
//
// Moves carry history and repetition. UCI and algebraic moves are both read. Line ends on either
// side are passed over, so that lines of a file are read as they come.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/game.h"

namespace intarsia::chess {

struct PositionLine {
  Replay replay;
  std::vector<PlacedFault> faults;  // of the FEN, as offsets in the line
};

// A move as it may stand there: UCI or algebraic.
Result<Move> read_move(const Position& p, std::string_view text);

Result<PositionLine> read_position_line(std::string_view line, bool chess960 = false);

// The line that leads through a game: "startpos moves e2e4 …". Castling rights of Chess960 are
// written by files, so that it is read back as such.
std::string to_position_line(const Game& game, EnPassant en_passant = EnPassant::kAlways);

}  // namespace intarsia::chess
