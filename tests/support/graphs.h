// Games for graphs, as they come out of data sets.

#pragma once

#include <cstddef>
#include <vector>

#include "intarsia/game/game_row.h"
#include "intarsia/game/line.h"
#include "intarsia/graph/graph.h"

namespace intarsia::test {

struct StoredGame {
  game::GameRow row = {};
  std::vector<std::byte> records = {};
};

// The outcome of the board if it shows one, else any of the four.
inline Outcome outcome_of(const game::Line& line, int number) {
  const auto end = line.end();
  return end ? end->outcome : static_cast<Outcome>(number % 4);
}

inline std::vector<graph::PlayedGame> played(const std::vector<StoredGame>& games) {
  std::vector<graph::PlayedGame> out;
  for (const StoredGame& g : games) out.push_back({&g.row, g.records});
  return out;
}

}  // namespace intarsia::test
