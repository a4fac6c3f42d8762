// The ids of Connect Four facts and their families: what facts.cc declares and gather.cc fills.

#pragma once

#include "intarsia/connect4/color.h"
#include "intarsia/connect4/tensor/internal/fact_ids.h"
#include "intarsia/layout/fact.h"

namespace intarsia::connect4::internal {

using layout::FactId;

constexpr Color color_of(int whose, Color us) {
  return whose == kOfFirst ? kFirst : whose == kOfSecond ? kSecond : whose == kOfUs ? us : !us;
}

constexpr FactId discs_fact(int whose) { return static_cast<FactId>(kDiscs + whose); }

// What gather.cc fills at once.
namespace family {
enum Family : layout::FamilyId {
  kDiscs = 0,                 // whose
  kBoard = kDiscs + kOwners,  // occupied, empty and playable cells, the number of moves, constants
  kTurn,
  kLastMove,
  kLines,  // threats and the cells that won
};
}  // namespace family

}  // namespace intarsia::connect4::internal
