// A game as one line, as solvers write it; files of such lines end in .c4.
//
//   4453              columns counted from 1, one digit a move
//   4453 1            … and the outcome: 1 first won, 2 second won, d a draw
//   6x5 33 d          on another board than 7x6
//   - 2               no moves
//
// Without an outcome it is what the board says, or unknown. Lines that hold no game are
// skipped by the caller.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "intarsia/base/result.h"
#include "intarsia/base/text.h"
#include "intarsia/connect4/game.h"

namespace intarsia::connect4 {

// Far more than any game needs.
inline constexpr std::size_t kMaxGameLineBytes = 1'024;

// Offsets of errors are bytes of the line. Refused are moves into full columns, beside the board and
// after the end of the game, and an outcome that contradicts the moves.
Result<Game> read_game_line(std::string_view line);

// Without a line end. The board is named unless it is 7x6.
std::string to_game_line(const Game& g);

// Plays the moves that digits name. `offset` is the place of the first in a text.
[[nodiscard]] std::optional<Error> play_digits(Replay& line, std::string_view digits,
                                               std::size_t offset);
void append_digits(std::string& out, std::span<const Move> moves);

}  // namespace intarsia::connect4
