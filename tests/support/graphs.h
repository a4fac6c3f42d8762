// Games for graphs, as they come out of data sets.

#pragma once

#include <cstddef>
#include <vector>

#include "intarsia/game/game_row.h"
#include "intarsia/graph/graph.h"

namespace intarsia::test {

struct StoredGame {
  game::GameRow row = {};
  std::vector<std::byte> records = {};
};

inline std::vector<graph::PlayedGame> played(const std::vector<StoredGame>& games) {
  std::vector<graph::PlayedGame> out;
  for (const StoredGame& g : games) out.push_back({&g.row, g.records});
  return out;
}

}  // namespace intarsia::test
