#include "intarsia/chess/perft.h"

#include "intarsia/chess/movegen.h"

namespace intarsia::chess {

namespace {

template <Color Us>
std::uint64_t count(const Position& p, int depth) {
  MoveList moves;
  generate<Us>(p, moves);
  if (depth == 1) return moves.size();
  std::uint64_t leaves = 0;
  for (Move m : moves) leaves += count<!Us>(p.after_move_of<Us>(m), depth - 1);
  return leaves;
}

}  // namespace

std::uint64_t perft(const Position& p, int depth) {
  if (depth <= 0) return 1;
  return p.turn() == kWhite ? count<kWhite>(p, depth) : count<kBlack>(p, depth);
}

}  // namespace intarsia::chess
