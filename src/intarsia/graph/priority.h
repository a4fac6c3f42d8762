// In which order positions are expanded: first in, first out, or the most promising first.

#pragma once

#include <cstdint>
#include <functional>

namespace intarsia::graph {

enum class Order : std::uint8_t { kBreadth, kBest };

// A position that waits to be expanded, as it was first reached. Scores are in the view of the player
// whose move led to it: 1 is a win for that player.
struct Candidate {
  double parent_priority;
  std::uint32_t depth;     // moves from a root: 1 or more
  std::uint32_t siblings;  // the moves of its parent, this one among them
  float parent_score;
  float score;
};

// What is smaller comes first; of equals, what arrived first. A root has the priority 0. NaN comes last.
using Priority = std::function<double(const Candidate&)>;

// What the moves to a position cost: the logarithm of how many there were at each step, so that forced
// lines are followed deep, and `weight` times what each of them gave up of the score before it.
Priority by_cost(double weight = 2);

}  // namespace intarsia::graph
