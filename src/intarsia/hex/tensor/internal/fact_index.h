// The ids of Hex facts and their families: what facts.cc declares and gather.cc fills.

#pragma once

#include "intarsia/hex/tensor/internal/fact_ids.h"
#include "intarsia/layout/fact.h"

namespace intarsia::hex::internal {

using layout::FactId;

constexpr FactId stones_fact(int whose) { return static_cast<FactId>(kStones + whose); }
constexpr FactId edge_fact(int whose, int edge) {
  return static_cast<FactId>(kEdges + whose * kEdgesEach + edge);
}
// The same about the other edge of the owner; a fact that is about no edge stays.
constexpr FactId opposite_edge(FactId f) {
  return f < kEdges || f >= kBorder ? f : static_cast<FactId>(kEdges + ((f - kEdges) ^ 1));
}

// What gather.cc fills at once.
namespace family {
enum Family : layout::FamilyId {
  kStones = 0,                 // whose
  kEdges = kStones + kOwners,  // whose
  kTurn = kEdges + kOwners,
  kLastMove,
  kSwap,   // the swap and the number of moves
  kBoard,  // occupied and empty cells, the rim, constants
};
}  // namespace family

}  // namespace intarsia::hex::internal
