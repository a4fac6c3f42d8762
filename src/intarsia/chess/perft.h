// Counting the leaves of the tree of legal moves: the classic proof of a move generator.

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/chess/position.h"

namespace intarsia::chess {

// The number of move sequences of exactly `depth` plies. The last ply is counted by the length
// of its move lists; the moves before it are made.
std::uint64_t perft(const Position& p, int depth);

// One line of a suite of known counts: "FEN ;D1 20 ;D2 400 …", with ";chess960" where the castling
// letters do not tell.
struct PerftLine {
  struct Count {
    int depth;
    std::uint64_t leaves;
  };
  Position start;
  std::vector<Count> counts;  // at least one
};

inline constexpr int kMaxPerftDepth = 99;

Result<PerftLine> read_perft_line(std::string_view line, bool chess960 = false);

}  // namespace intarsia::chess
