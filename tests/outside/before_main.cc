// Globals of users may call us before main: our tables are ready.

#include <cstdio>

#include "intarsia/chess.h"

using namespace intarsia::chess;

static const std::size_t kMovesBeforeMain = legal_moves(Position{}).size();

int main() {
  const Position p = Position{}.after(*read_san(Position{}, "e4"));
  std::printf("%zu %s %llu\n", kMovesBeforeMain, to_fen(p).c_str(),
              static_cast<unsigned long long>(perft(p, 3)));
}
