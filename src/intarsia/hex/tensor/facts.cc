#include "intarsia/hex/tensor/facts.h"

#include <array>
#include <cassert>

#include "intarsia/hex/tensor/internal/fact_index.h"

namespace intarsia::hex {

namespace {

using namespace internal;  // NOLINT: the index of this very table
using layout::Code;
using layout::Fact;
using layout::FactKind;

constexpr FactKind kCells = FactKind::kCells;
constexpr FactKind kValue = FactKind::kValue;
constexpr FactKind kCodes = FactKind::kCodes;

constexpr auto code_of(Color c) { return static_cast<std::int8_t>(to_piece(c)); }
constexpr Code kPieces[] = {{stones_fact(kOfBlue), code_of(kBlue)},
                            {stones_fact(kOfRed), code_of(kRed)}};
constexpr Code kMovers[] = {{stones_fact(kOfUs), code_of(kBlue)},
                            {stones_fact(kOfThem), code_of(kRed)}};

// Every cell and the swap.
constexpr double kMostPlies = kMaxCells + 1;

// clang-format off
constexpr Fact kFacts[] = {
    {"blue.stones", "Blue's stones", kCells},
    {"red.stones", "Red's stones", kCells},
    {"us.stones", "the mover's stones", kCells},
    {"them.stones", "the opponent's stones", kCells},
    {"occupied", "cells with a stone", kCells},
    {"empty", "cells without a stone", kCells},
    {"turn.player", "0 if Blue moves, 1 if Red", kValue},
    {"turn.blue", "1 if Blue moves", kValue},
    {"turn.red", "1 if Red moves", kValue},
    {"last_move", "the stone that came last", kCells},
    {"swap.open", "the mover may swap", kValue, 0, 1, true},
    {"swap.played", "a swap was played", kValue, 0, 1, true},
    {"ply", "moves made, the swap included", kValue, 0, kMostPlies, true},
    {"blue.first_edge", "Blue's stones that are joined to the top", kCells, 0, 1, true},
    {"blue.second_edge", "Blue's stones that are joined to the bottom", kCells, 0, 1, true},
    {"red.first_edge", "Red's stones that are joined to the left", kCells, 0, 1, true},
    {"red.second_edge", "Red's stones that are joined to the right", kCells, 0, 1, true},
    {"us.first_edge", "the mover's stones that are joined to its top or left", kCells, 0, 1, true},
    {"us.second_edge", "the mover's stones that are joined to its bottom or right", kCells, 0, 1, true},
    {"them.first_edge", "the opponent's stones that are joined to its top or left", kCells, 0, 1, true},
    {"them.second_edge", "the opponent's stones that are joined to its bottom or right", kCells, 0, 1, true},
    {"border", "cells on the rim of the board", kCells, 0, 1, true},
    {"ones", "1 everywhere", kValue, 1, 1},
    {"zeros", "0 everywhere", kValue, 0, 0},
    {"codes.piece", "1 Blue, 2 Red", kCodes, 0, 2, false, kPieces},
    {"codes.mover", "1 the mover, 2 the opponent", kCodes, 0, 2, false, kMovers},
};
// clang-format on
static_assert(std::size(kFacts) == kFactCount);

constexpr FactId kByColor[] = {stones_fact(kOfBlue), stones_fact(kOfRed)};
constexpr FactId kByMover[] = {stones_fact(kOfUs), stones_fact(kOfThem)};
constexpr FactId kBlueEdges[] = {edge_fact(kOfBlue, 0), edge_fact(kOfBlue, 1)};
constexpr FactId kRedEdges[] = {edge_fact(kOfRed, 0), edge_fact(kOfRed, 1)};
constexpr FactId kUsEdges[] = {edge_fact(kOfUs, 0), edge_fact(kOfUs, 1)};
constexpr FactId kThemEdges[] = {edge_fact(kOfThem, 0), edge_fact(kOfThem, 1)};
constexpr layout::Group kGroups[] = {
    {"stones", kByColor},     {"mover.stones", kByMover}, {"blue.edges", kBlueEdges},
    {"red.edges", kRedEdges}, {"us.edges", kUsEdges},     {"them.edges", kThemEdges},
};

using FactSet = std::span<const FactId>;
constexpr FactId kPieceCodesAlone[] = {kPieceCodes};
constexpr FactId kMoverCodesAlone[] = {kMoverCodes};
constexpr FactId kPlayerAlone[] = {kTurnPlayer};
constexpr FactId kTurnBlueAlone[] = {kTurnBlue};
constexpr FactId kTurnRedAlone[] = {kTurnRed};
constexpr FactId kLastAlone[] = {kLastMove};
constexpr FactSet kStonesShown[] = {kByColor, kByMover, kPieceCodesAlone, kMoverCodesAlone};
constexpr FactSet kTurnShown[] = {kPlayerAlone, kTurnBlueAlone, kTurnRedAlone};
constexpr FactSet kLastShown[] = {kLastAlone};

// Whether a swap was played, and how many moves, follows from the stones and the turn.
constexpr layout::Part kParts[] = {
    {"stones", "what stands where", "those that are shown", kStonesShown},
    {"turn", "who moves", "unknown: it must be said, or inferred by name", kTurnShown},
    {"last_move", "which stone came last", "unknown", kLastShown},
    {"history", "the game before the plies that are shown", "unknown", {}},
};

constexpr layout::Frame kFrames[] = {
    {"blue", "Blue's view: row 1 on top, Blue joins top and bottom"},
    {"mover",
     "the mover's view: transposed when Red moves, so that the mover joins top and bottom"},
};

constexpr std::array<layout::Catalogue, kMaxSize> kCatalogues = [] {
  std::array<layout::Catalogue, kMaxSize> all{};
  for (int n = kMinSize; n <= kMaxSize; ++n) {
    all[static_cast<std::size_t>(n - kMinSize)] = {.game = "hex",
                                                   .rows = static_cast<std::uint16_t>(n),
                                                   .columns = static_cast<std::uint16_t>(n),
                                                   .facts = kFacts,
                                                   .groups = kGroups,
                                                   .frames = kFrames,
                                                   .parts = kParts,
                                                   .has_sizes = true,
                                                   .has_training_winner = true};
  }
  return all;
}();

}  // namespace

const layout::Catalogue& catalogue(int n) {
  assert(is_size(n));
  return kCatalogues[static_cast<std::size_t>(n - kMinSize)];
}

bool depends_on_turn(const layout::Layout& l) {
  if (l.frame == kMoverFrame) return true;
  const auto depends = [](FactId f) {
    const bool is_movers = f == stones_fact(kOfUs) || f == stones_fact(kOfThem) ||
                           f == kMoverCodes || (f >= edge_fact(kOfUs, 0) && f < kBorder);
    return is_movers || (f >= kTurnPlayer && f <= kPly && f != kLastMove);
  };
  for (const layout::Feature& f : l.features) {
    if (depends(f.fact)) return true;
  }
  return false;
}

}  // namespace intarsia::hex
