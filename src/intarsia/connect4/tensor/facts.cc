#include "intarsia/connect4/tensor/facts.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "intarsia/connect4/tensor/internal/fact_index.h"
#include "intarsia/layout/fact_table.h"

namespace intarsia::connect4 {

namespace {

using namespace internal;  // NOLINT: the index of this very table
using layout::Code;
using layout::Fact;
using layout::FactKind;
using layout::kNoFamily;

constexpr FactKind kCells = FactKind::kCells;
constexpr FactKind kValue = FactKind::kValue;
constexpr FactKind kCodes = FactKind::kCodes;

constexpr Code kSigns[] = {{discs_fact(kOfFirst), 1}, {discs_fact(kOfSecond), -1}};

// Facts that come for each owner are one row.
constexpr layout::Word kOwnerWords[] = {
    {"whose", {"first", "second", "us", "them"}},
    {"who", {"first", "second", "the mover", "the opponent"}},
};
constexpr layout::Axis kAxes[] = {{kOwners, kOwnerWords, true}};

constexpr bool kNeedsTurn = true;
constexpr bool kIsDerived = true;

// id, name, meaning, kind, range, family, partner, needs the turn, is derived, codes, whose
// clang-format off
constexpr Fact kRows[] = {
    {kDiscs, "{whose}.discs", "{who}'s discs", kCells, 0, 1, family::kDiscs},
    {kOccupied, "occupied", "cells with a disc", kCells, 0, 1, family::kBoard},
    {kEmpty, "empty", "cells without a disc", kCells, 0, 1, family::kBoard},
    {kPlayable, "playable", "cells on which a disc would land", kCells, 0, 1, family::kBoard},
    {kTurnFirst, "turn.first", "1 if first moves", kValue, 0, 1, family::kTurn, kTurnSecond, kNeedsTurn},
    {kTurnSecond, "turn.second", "1 if second moves", kValue, 0, 1, family::kTurn, kTurnFirst, kNeedsTurn},
    {kTurnSign, "turn.sign", "1 if first moves, -1 if second", kValue, -1, 1, family::kTurn, kTurnSign, kNeedsTurn},
    {kPly, "ply", "moves made", kValue, 0, kMaxCells, family::kBoard},
    {kLastMove, "last_move", "the disc that fell last", kCells, 0, 1, family::kLastMove},
    {kSignedCodes, "codes.signed", "1 first, -1 second", kCodes, -1, 1, kNoFamily, kSignedCodes, false, false, kSigns},
    {kOnes, "ones", "1 everywhere", kValue, 1, 1, family::kBoard},
    {kZeros, "zeros", "0 everywhere", kValue, 0, 0, family::kBoard},
    {kUsThreats, "us.threats", "empty cells with which the mover would win", kCells, 0, 1, family::kLines, kThemThreats, kNeedsTurn, kIsDerived, {}, layout::Whose::kUs},
    {kThemThreats, "them.threats", "empty cells with which the opponent would win", kCells, 0, 1, family::kLines, kUsThreats, kNeedsTurn, kIsDerived, {}, layout::Whose::kThem},
    {kWinning, "winning", "the four or more discs that won", kCells, 0, 1, family::kLines, kWinning, false, kIsDerived},
};
// clang-format on
constexpr layout::FactTable<kFactCount> kTable(kRows, kAxes);
constexpr auto kFacts = kTable.facts();
static_assert(is_in_order(kFacts) && has_partners(kFacts) && has_families(kFacts));

constexpr FactId kByPlayer[] = {discs_fact(kOfFirst), discs_fact(kOfSecond)};
constexpr FactId kByMover[] = {discs_fact(kOfUs), discs_fact(kOfThem)};
constexpr FactId kThreats[] = {kUsThreats, kThemThreats};
constexpr layout::Group kGroups[] = {
    {"discs", kByPlayer}, {"mover.discs", kByMover}, {"threats", kThreats}};

using FactSet = std::span<const FactId>;
constexpr FactId kCodesAlone[] = {kSignedCodes};
constexpr FactId kTurnFirstAlone[] = {kTurnFirst};
constexpr FactId kTurnSecondAlone[] = {kTurnSecond};
constexpr FactId kTurnSignAlone[] = {kTurnSign};
constexpr FactId kPlyAlone[] = {kPly};
constexpr FactId kOccupiedAlone[] = {kOccupied};
constexpr FactId kEmptyAlone[] = {kEmpty};
constexpr FactId kLastAlone[] = {kLastMove};
constexpr FactSet kDiscsShown[] = {kByPlayer, kByMover, kCodesAlone};
// First begins, so the number of discs shows who moves.
constexpr FactSet kTurnShown[] = {kTurnFirstAlone, kTurnSecondAlone, kTurnSignAlone,
                                  kPlyAlone,       kOccupiedAlone,   kEmptyAlone,
                                  kByPlayer,       kByMover,         kCodesAlone};
constexpr FactSet kLastShown[] = {kLastAlone};

constexpr layout::Part kParts[] = {
    {"discs", "what lies where", "those that are shown", kDiscsShown},
    {"turn", "who moves", "unknown: it must be said", kTurnShown},
    {"last_move", "which disc fell last", "unknown", kLastShown},
    {"history", "the game before the plies that are shown", "unknown", {}},
};

constexpr layout::Frame kFrames[] = {
    {"first", "as it stands: row 0 on top"},
    {"mover", "the mover's view: the players are exchanged when second moves"},
};

constexpr std::array<layout::Catalogue, kSizeCodes> kCatalogues = [] {
  std::array<layout::Catalogue, kSizeCodes> all{};
  for (int size = 0; size < kSizeCodes; ++size) {
    if (!is_size(size)) continue;
    const Board b = Board::of_size(size);
    all[static_cast<std::size_t>(size)] = {.game = "connect4",
                                           .rows = static_cast<std::uint16_t>(b.rows()),
                                           .columns = static_cast<std::uint16_t>(b.columns()),
                                           .facts = kFacts,
                                           .groups = kGroups,
                                           .frames = kFrames,
                                           .parts = kParts,
                                           .size = size,
                                           .has_sizes = true,
                                           .has_evals = true};
  }
  return all;
}();

}  // namespace

const layout::Catalogue& catalogue(int size) {
  assert(is_size(size));
  return kCatalogues[static_cast<std::size_t>(size)];
}

bool depends_on_turn(const layout::Layout& l) {
  return std::any_of(l.features.begin(), l.features.end(),
                     [&l](const layout::Feature& f) { return l.fact(f).needs_turn; });
}

}  // namespace intarsia::connect4
