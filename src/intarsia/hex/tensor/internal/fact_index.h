// Where each family of Hex facts begins in the catalogue: what facts.cc declares and gather.cc fills.

#pragma once

#include "intarsia/layout/fact.h"

namespace intarsia::hex::internal {

using layout::FactId;

// Facts about stones come four times: for Blue, Red, us and them.
enum Whose : std::uint8_t { kOfBlue, kOfRed, kOfUs, kOfThem };
constexpr int kOwners = 4;
constexpr int kEdgesEach = 2;

// The table in facts.cc follows this order; tests compare names and planes.
enum Index : FactId {
  kStones = 0,  // whose
  kOccupied = kStones + kOwners,
  kEmpty,
  kTurnPlayer,
  kTurnBlue,
  kTurnRed,
  kLastMove,
  kSwapOpen,
  kSwapped,
  kPly,
  kEdges,  // whose x edge
  kBorder = kEdges + kOwners * kEdgesEach,
  kOnes,
  kZeros,
  kPieceCodes,
  kMoverCodes,
  kFactCount,
};

constexpr FactId stones_fact(int whose) { return static_cast<FactId>(kStones + whose); }
constexpr FactId edge_fact(int whose, int edge) {
  return static_cast<FactId>(kEdges + whose * kEdgesEach + edge);
}

}  // namespace intarsia::hex::internal
