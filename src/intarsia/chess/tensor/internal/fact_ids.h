// The ids of chess facts, without anything else: code for a GPU reads them too (layout/device.h).

#pragma once

namespace intarsia::chess::internal {

// Facts about pieces come four times: for White, Black, us and them.
enum Side : unsigned char { kOfWhite, kOfBlack, kOfUs, kOfThem };
constexpr int kSides = 4;
constexpr int kKindsEach = 6;

// The meanings of en passant in the order of EnPassant.
constexpr int kMeanings = 3;
constexpr int kFiles = 8;

// Facts that come for each side, kind, wing, meaning or file are named by their first. The compiler
// checks that the table in facts.cc has this order.
enum Index : unsigned short {
  kPieces = 0,                                  // side x kind
  kOccupiedBy = kPieces + kSides * kKindsEach,  // side
  kOccupied = kOccupiedBy + kSides,
  kEmpty,
  kTurnSign,
  kTurnWhite,
  kTurnBlack,
  kCastling,                                // side x wing
  kCastlingRooks = kCastling + kSides * 2,  // side
  kCastlingBits = kCastlingRooks + kSides,
  kEnPassantCells,                               // meaning
  kEnPassantCell = kEnPassantCells + kMeanings,  // meaning
  kEnPassantFile = kEnPassantCell + kMeanings,   // meaning
  kEnPassantFiles = kEnPassantFile + kMeanings,  // meaning x file
  kClock = kEnPassantFiles + kMeanings * kFiles,
  kClockCapped,
  kFullmove,
  kOccurrences,
  kOccurrencesTwice,
  kOccurrencesThrice,
  kOnes,
  kZeros,
  kKingCell,  // side
  kSignedCodes = kKingCell + kSides,
  kNaiveCodes,
  kMailboxCodes,
  kAttacks,                        // side
  kAttacksBy = kAttacks + kSides,  // side x kind
  kCheck = kAttacksBy + kSides * kKindsEach,
  kFactCount,
};

}  // namespace intarsia::chess::internal
