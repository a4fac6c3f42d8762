// The ids of Hex facts, without anything else: code for a GPU reads them too (layout/device.h).

#pragma once

namespace intarsia::hex::internal {

// Facts about stones come four times: for Blue, Red, us and them.
enum Whose : unsigned char { kOfBlue, kOfRed, kOfUs, kOfThem };
constexpr int kOwners = 4;
constexpr int kEdgesEach = 2;

// Facts that come for each owner or edge are named by their first. The compiler checks that the
// table in facts.cc has this order.
enum Index : unsigned short {
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

}  // namespace intarsia::hex::internal
