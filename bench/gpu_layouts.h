// The layouts that bench/gpu_check.cc looks at: built-in ones, and others that stand for those of users.

#pragma once

#include <cstdint>
#include <vector>

#include "intarsia/game/game_type.h"
#include "intarsia/layout/encode.h"

namespace intarsia::bench {

struct Case {
  const game::GameType* type;
  int size;
  std::vector<layout::Plan> plans;
};
// All games on the usual and the largest board, in all types and orders; or every `step`-th of them.
std::vector<Case> all_cases(std::uint64_t step);

// 112 planes as lc0 has them: eight plies of 13, and eight of the position.
layout::Layout history112(const layout::Catalogue& c);
// A layout like planes25 that nobody has built in.
layout::Layout of_a_user(const layout::Catalogue& c);

}  // namespace intarsia::bench
