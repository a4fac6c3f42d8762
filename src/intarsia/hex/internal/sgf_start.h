// Where a game of SGF begins: the stones that are set up, and who moves.

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/hex/internal/sgf_tree.h"
#include "intarsia/hex/position.h"

namespace intarsia::hex::internal {

struct SgfStart {
  Position position;
  bool is_white_blue = false;  // W labels the first player's moves, as Little Golem has it
  std::vector<Error> notes = {};
};

struct SgfBoard {
  std::size_t offset;  // of the game
  int size;
  SwapRule rule;
  bool is_hexgui;  // it has its GM
};

// `setup`: AB, AW, AE and PL before the first move, a property for each value. `first`: that move, or
// null. Who moves is said by the first move, else by PL, else by the number of stones.
Result<SgfStart> read_sgf_start(std::span<const SgfProperty* const> setup, const SgfProperty* first,
                                const SgfBoard& board);

// Whose move it is.
Color sgf_color(const SgfProperty& move, bool is_white_blue);

// A cell of a move or a stone: "a13", or Little Golem's "am".
Result<Cell> read_sgf_cell(const SgfProperty& p, int n);

}  // namespace intarsia::hex::internal
