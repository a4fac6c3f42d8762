// A position of Connect Four as one line of text:
//
//   connect4                           the empty board of 7x6
//   connect4 4453                      after moves, columns counted from 1
//   connect4 moves 4 4 5 3             the same
//   connect4 6x5 33                    on another board; connect4 6x5 moves 3 3
//   connect4 6x5 first d1 e1 second d2 turn second [moves …]
//
// The last form is for boards whose game is not known (a tensor's). Cells are named by
// the letter of the column and the row from the bottom (board.h). Who moves follows from
// the number of discs: `turn` may be left out, and must be right where it is said.

#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "intarsia/connect4/game.h"

namespace intarsia::connect4 {

// Whether the line is meant for this game: its first word is connect4.
bool is_position_line(std::string_view line);

// White space on either side is skipped. Offsets of errors are bytes of the line.
Result<Replay> read_position_line(std::string_view line);

// The last form above, without moves: an empty board is its size alone. Discs that are not a
// position (half a board) do not read back.
std::string to_position_line(Board b, const Cells& first, const Cells& second,
                             std::optional<Color> turn);
std::string to_position_line(const Position& p);

// With the moves, up to a ply, as digits or as words: reads back as the same line.
enum class MoveText : std::uint8_t { kDigits, kWords };
std::string to_position_line(const Replay& line, int plies, MoveText text = MoveText::kDigits);

// The size of the board that a line names, without reading the rest; nothing if it is not meant for
// this game or its board cannot be read.
std::optional<int> peek_size(std::string_view line);

}  // namespace intarsia::connect4
