// Globals of users may call us before main: our tables are ready.

#include <cstdio>

#include "intarsia/chess.h"
#include "intarsia/connect4.h"
#include "intarsia/hex.h"

using namespace intarsia::chess;

static const bool kHasLayoutsBeforeMain = find_layout("chess/canonical18") &&
                                          intarsia::hex::find_layout("hex/3nxn", 11) &&
                                          intarsia::connect4::find_layout("connect4/2planes", 76);

static const std::size_t kMovesBeforeMain = legal_moves(Position{}).size();

int main() {
  if (!kHasLayoutsBeforeMain) return 1;
  const Position p = Position{}.after(*read_san(Position{}, "e4"));
  std::printf("%zu %s %llu\n", kMovesBeforeMain, to_fen(p).c_str(),
              static_cast<unsigned long long>(perft(p, 3)));
}
