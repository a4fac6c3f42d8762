#include "intarsia/hex/tensor/facts.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "intarsia/hex/tensor/internal/fact_index.h"
#include "intarsia/layout/fact_table.h"

namespace intarsia::hex {

namespace {

using namespace internal;  // NOLINT: the index of this very table
using layout::Code;
using layout::Fact;
using layout::FactKind;
using layout::kNoFamily;

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

// Facts that come for each owner or edge are one row.
constexpr layout::Word kOwnerWords[] = {
    {"whose", {"blue", "red", "us", "them"}},
    {"who", {"Blue", "Red", "the mover", "the opponent"}},
    {"first", {"the top", "the left", "its top or left", "its top or left"}},
    {"second", {"the bottom", "the right", "its bottom or right", "its bottom or right"}},
};
constexpr layout::Word kEdgeWords[] = {
    {"edge", {"first_edge", "second_edge"}},
    {"where", {"{first}", "{second}"}},
};
constexpr layout::Axis kAxes[] = {{kOwners, kOwnerWords, true}, {kEdgesEach, kEdgeWords}};

constexpr bool kNeedsTurn = true;
constexpr bool kIsDerived = true;

// id, name, meaning, kind, range, family, partner, needs the turn, is derived, codes
// clang-format off
constexpr Fact kRows[] = {
    {kStones, "{whose}.stones", "{who}'s stones", kCells, 0, 1, family::kStones},
    {kOccupied, "occupied", "cells with a stone", kCells, 0, 1, family::kBoard},
    {kEmpty, "empty", "cells without a stone", kCells, 0, 1, family::kBoard},
    {kTurnPlayer, "turn.player", "0 if Blue moves, 1 if Red", kValue, 0, 1, family::kTurn, kTurnPlayer, kNeedsTurn},
    {kTurnBlue, "turn.blue", "1 if Blue moves", kValue, 0, 1, family::kTurn, kTurnRed, kNeedsTurn},
    {kTurnRed, "turn.red", "1 if Red moves", kValue, 0, 1, family::kTurn, kTurnBlue, kNeedsTurn},
    {kLastMove, "last_move", "the stone that came last", kCells, 0, 1, family::kLastMove},
    {kSwapOpen, "swap.open", "the mover may swap", kValue, 0, 1, family::kSwap, kSwapOpen, kNeedsTurn, kIsDerived},
    {kSwapped, "swap.played", "a swap was played", kValue, 0, 1, family::kSwap, kSwapped, kNeedsTurn, kIsDerived},
    {kPly, "ply", "moves made, the swap included", kValue, 0, kMostPlies, family::kSwap, kPly, kNeedsTurn, kIsDerived},
    {kEdges, "{whose}.{edge}", "{who}'s stones that are joined to {where}", kCells, 0, 1, family::kEdges, kEdges, false, kIsDerived},
    {kBorder, "border", "cells on the rim of the board", kCells, 0, 1, family::kBoard, kBorder, false, kIsDerived},
    {kOnes, "ones", "1 everywhere", kValue, 1, 1, family::kBoard},
    {kZeros, "zeros", "0 everywhere", kValue, 0, 0, family::kBoard},
    {kPieceCodes, "codes.piece", "1 Blue, 2 Red", kCodes, 0, 2, kNoFamily, kPieceCodes, false, false, kPieces},
    {kMoverCodes, "codes.mover", "1 the mover, 2 the opponent", kCodes, 0, 2, kNoFamily, kMoverCodes, kNeedsTurn, false, kMovers},
};
// clang-format on
constexpr layout::FactTable<kFactCount> kTable(kRows, kAxes);
constexpr auto kFacts = kTable.facts();
static_assert(is_in_order(kFacts) && has_partners(kFacts) && has_families(kFacts));

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
                                                   .size = n,
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
  return std::any_of(l.features.begin(), l.features.end(),
                     [&l](const layout::Feature& f) { return l.fact(f).needs_turn; });
}

}  // namespace intarsia::hex
