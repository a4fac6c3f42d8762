// The ids of Connect Four facts, without anything else: code for a GPU reads them too
// (layout/device.h).

#pragma once

namespace intarsia::connect4::internal {

// Facts about discs come four times: for first, second, us and them.
enum Whose : unsigned char { kOfFirst, kOfSecond, kOfUs, kOfThem };
constexpr int kOwners = 4;

// Facts that come for each owner are named by their first. The compiler checks that the table in
// facts.cc has this order.
enum Index : unsigned short {
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

}  // namespace intarsia::connect4::internal
