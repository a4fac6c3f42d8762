// TRMPH: a game as one line.
//
//   http://www.trmph.com/hex/board#13,a3i10k10 b # comment
//   #13,c1c1g7 1
//   trmph hex,13,a3i10
//
// Cells follow each other without separators; move i is Blue's if i is even. The
// winner is 1 or 2 (old) or b or r; a line may have none. A second move equal to
// the first is the swap, and the written cell is the transposed one, on which the
// Red stone stands: `#13,c1c1` is an opening on a3 that was swapped.

#pragma once

#include <string>
#include <string_view>

#include "intarsia/hex/reading.h"

namespace intarsia::hex {

inline constexpr std::size_t kMaxTrmphBytes = std::size_t{16} << 10;

// Offsets of errors are bytes of the line. A game with moves after the win is cut there and noted.
Result<Reading> read_trmph(std::string_view line, const ReadOptions& options = {});

// `#N,moves winner`, without a line end. A comment (GC) of one line follows.
std::string to_trmph(const Game& g, Alphabet alphabet = Alphabet::kLetters);

}  // namespace intarsia::hex
