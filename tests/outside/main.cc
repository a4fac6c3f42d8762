// A small project of somebody else, built against the installed tree.

#include <cstdio>

#include "intarsia/chess/fen.h"
#include "intarsia/chess/movegen.h"
#include "intarsia/chess/perft.h"
#include "intarsia/chess/san.h"

using namespace intarsia::chess;

// Globals of users may call us before main: our tables are ready.
static const std::size_t kMovesBeforeMain = legal_moves(Position{}).size();

int main() {
  const Position p = Position{}.after(*read_san(Position{}, "e4"));
  std::printf("%zu %s %llu\n", kMovesBeforeMain, to_fen(p).c_str(),
              static_cast<unsigned long long>(perft(p, 3)));
}
