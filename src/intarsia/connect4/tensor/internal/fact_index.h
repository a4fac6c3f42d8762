// The ids of Connect Four facts and their families: what facts.cc declares and gather.cc fills.

#pragma once

#include "intarsia/connect4/color.h"
#include "intarsia/layout/fact.h"

namespace intarsia::connect4::internal {

using layout::FactId;

// Facts about discs come four times: for first, second, us and them.
enum Whose : std::uint8_t { kOfFirst, kOfSecond, kOfUs, kOfThem };
constexpr int kOwners = 4;

constexpr Color color_of(int whose, Color us) {
  return whose == kOfFirst ? kFirst : whose == kOfSecond ? kSecond : whose == kOfUs ? us : !us;
}

// Facts that come for each owner are named by their first. The compiler checks that the table in
// facts.cc has this order.
enum Index : FactId {
  kDiscs = 0,  // whose
  kOccupied = kDiscs + kOwners,
  kEmpty,
  kPlayable,
  kTurnFirst,
  kTurnSecond,
  kTurnSign,
  kPly,
  kLastMove,
  kSignedCodes,
  kOnes,
  kZeros,
  kUsThreats,
  kThemThreats,
  kWinning,
  kFactCount,
};

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
