// Any bytes as PGN: games whose moves are legal and that the writer gives back, faults inside the
// text, places in order.

#include <cstdint>
#include <string_view>

#include "fuzz/check.h"
#include "intarsia/chess/movegen.h"
#include "intarsia/chess/pgn/game.h"
#include "intarsia/chess/pgn/write.h"

using namespace intarsia::chess;  // NOLINT: a whole program in one function

namespace {

PgnGame reread(const PgnGame& g) {
  PgnGames games;
  games.feed(to_pgn(g));
  games.finish();
  const auto again = games.next();
  FUZZ_CHECK(again && !games.next());
  return *again;
}

void check_game(const PgnGame& g, std::size_t size) {
  Position p = g.start;
  for (const Move m : g.moves) {
    FUZZ_CHECK(legal_moves(p).contains(m));
    p = p.after(m);
  }
  FUZZ_CHECK(p == g.last);
  FUZZ_CHECK(g.evals.empty() || g.evals.size() == g.moves.size() + 1);
  FUZZ_CHECK(g.clocks.empty() || g.clocks.size() == g.moves.size());
  int refusals = 0;
  for (const PgnFault& f : g.faults) {
    FUZZ_CHECK(f.place.offset <= size && f.place.game == g.place.game && !f.detail.empty());
    refusals += f.is_refusal;
  }
  FUZZ_CHECK(refusals == g.is_refused);

  const PgnGame again = reread(g);
  FUZZ_CHECK(!again.is_refused && again.moves == g.moves && again.outcome == g.outcome);
  FUZZ_CHECK(again.start == g.start && again.last == g.last);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  PgnGames games({.evals = true, .clocks = true});
  games.feed({reinterpret_cast<const char*>(data), size});
  games.finish();
  PgnPlace before{0, 1, 0};
  while (const auto g = games.next()) {
    FUZZ_CHECK(g->place.game == before.game + 1 && g->place.offset >= before.offset);
    FUZZ_CHECK(g->place.line >= before.line);
    before = g->place;
    check_game(*g, size);
  }
  return 0;
}
