// The positions of real games, in order.

#pragma once

#include <string>
#include <vector>

#include "intarsia/base/text.h"
#include "intarsia/chess/game.h"
#include "intarsia/chess/san.h"
#include "tests/support/data.h"

namespace intarsia::bench {

inline std::vector<chess::State> real_states() {
  std::vector<chess::State> states;
  for (const std::string& line : test::data_lines("games/lichess.san")) {
    chess::Replay r;
    TextCursor in(line);
    for (std::string_view san = in.word(); !san.empty(); san = in.word()) {
      states.push_back(r.state());
      r.play(*chess::read_san(r.position(), san));
    }
  }
  return states;
}

}  // namespace intarsia::bench
