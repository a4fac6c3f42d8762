// The ids of chess facts and their families: what facts.cc declares and gather.cc fills.

#pragma once

#include "intarsia/chess/piece.h"
#include "intarsia/chess/tensor/internal/fact_ids.h"
#include "intarsia/layout/fact.h"

namespace intarsia::chess::internal {

using layout::FactId;

static_assert(kKindsEach == kKinds);

constexpr Color color_of(int side, Color us) {
  return side == kOfWhite ? kWhite : side == kOfBlack ? kBlack : side == kOfUs ? us : !us;
}

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
