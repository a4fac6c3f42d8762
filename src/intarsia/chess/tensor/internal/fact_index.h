// The ids of chess facts and their families: what facts.cc declares and gather.cc fills.

#pragma once

#include "intarsia/chess/piece.h"
#include "intarsia/layout/fact.h"

namespace intarsia::chess::internal {

using layout::FactId;

// Facts about pieces come four times: for White, Black, us and them.
enum Side : std::uint8_t { kOfWhite, kOfBlack, kOfUs, kOfThem };
constexpr int kSides = 4;

constexpr Color color_of(int side, Color us) {
  return side == kOfWhite ? kWhite : side == kOfBlack ? kBlack : side == kOfUs ? us : !us;
}

// The meanings of en passant in the order of EnPassant.
constexpr int kMeanings = 3;
constexpr int kFiles = 8;

// Facts that come for each side, kind, wing, meaning or file are named by their first. The compiler
// checks that the table in facts.cc has this order.
enum Index : FactId {
  kPieces = 0,                              // side x kind
  kOccupiedBy = kPieces + kSides * kKinds,  // side
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
  kCheck = kAttacksBy + kSides * kKinds,
  kFactCount,
};

constexpr FactId piece_fact(int side, int kind) {
  return static_cast<FactId>(kPieces + side * kKinds + kind);
}

// What gather.cc fills at once.
namespace family {
enum Family : layout::FamilyId {
  kPieces = 0,                     // side
  kMen = kPieces + kSides,         // side: occupied squares, castling rooks, cell of the king
  kCastling = kMen + kSides,       // side
  kAttacks = kCastling + kSides,   // side
  kEnPassant = kAttacks + kSides,  // meaning
  kEnPassantFiles = kEnPassant + kMeanings,  // meaning: eight flags
  kTurn = kEnPassantFiles + kMeanings,
  kCounters,
  kCastlingBits,
  kBoard,  // occupied and empty squares, constants
  kCheck,
  kCount,
};
}  // namespace family

}  // namespace intarsia::chess::internal
