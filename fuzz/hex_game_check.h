// What must hold for every Hex game that a reader lets through.

#pragma once

#include "fuzz/check.h"
#include "intarsia/hex/position_line.h"
#include "intarsia/hex/sgf.h"
#include "intarsia/hex/trmph.h"

namespace intarsia::fuzz {

// Its moves are legal to the end, and both writers give it back.
inline void check_game(const hex::Reading& r) {
  const hex::Game& g = r.game;
  hex::Replay replay(g.start());
  for (hex::Move m : g.moves) {
    FUZZ_CHECK(replay.is_legal(m));
    replay.play(m);
  }
  FUZZ_CHECK(r.shown >= 0 && r.shown <= replay.ply());
  FUZZ_CHECK(!replay.winner() || g.winner == replay.winner());
  FUZZ_CHECK(replay.position().key() == replay.position().fresh_key());

  const auto by_sgf = hex::read_sgf(hex::to_sgf(g));
  FUZZ_CHECK(by_sgf && by_sgf->game.winner == g.winner);
  FUZZ_CHECK(hex::replay_of(*by_sgf).position() == replay.position());
  while (replay.undo()) {
  }
  FUZZ_CHECK(replay.position() == g.start());

  if (g.setup) return;  // TRMPH cannot say it
  const auto by_trmph = hex::read_trmph(hex::to_trmph(g));
  // A comment may make a line too long.
  const bool is_long = hex::to_trmph(g).size() > hex::kMaxTrmphBytes;
  FUZZ_CHECK(by_trmph ? by_trmph->game.moves == g.moves : is_long);
  FUZZ_CHECK(hex::to_trmph(by_sgf->game) == hex::to_trmph(g));
}

// An error lies inside the text and says something.
inline void check_error(const Error& e, std::size_t size) {
  FUZZ_CHECK(e.offset <= size && !e.detail.empty());
}

}  // namespace intarsia::fuzz
