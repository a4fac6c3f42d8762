// A Hex position as one line of text:
//
//   a TRMPH line, or a HexWorld link
//   hex 11 moves a2 swap f6 …
//   hex 11 blue a2 c3 red f6 turn red [first red] [moves …]
//
// The last form is for boards whose game is not known (a tensor's); `turn` must be
// said there, if only by `turn infer`, which asks for a guess from the number of stones.
// `first red` is for boards whose colours were exchanged (symmetry.h): Red began.

#pragma once

#include <string>
#include <string_view>

#include "intarsia/hex/game.h"
#include "intarsia/hex/reading.h"

namespace intarsia::hex {

// Whether the line is meant for this game: it begins with hex, trmph, or #11 alone or behind an address.
bool is_position_line(std::string_view line);

Result<Replay> read_position_line(std::string_view line, const ReadOptions& options = {},
                                  std::optional<Error>* note = nullptr);

// A game as a line of positions, up to the ply that is shown.
Replay replay_of(const Game& g, int plies);
inline Replay replay_of(const Reading& r) { return replay_of(r.game, r.shown); }

// The last form above. Without a player to move the line says none, and does not read back.
std::string to_position_line(int n, const Cells& blue, const Cells& red, std::optional<Color> turn);
std::string to_position_line(const Position& p);
// With the moves, up to a ply: reads back as the same line (a swap in place with its option).
std::string to_position_line(const Replay& line, int plies);

// The size that a line names, without reading it; nothing if it names none.
std::optional<int> peek_size(std::string_view line);

}  // namespace intarsia::hex
