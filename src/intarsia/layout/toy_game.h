// A made-up game on 3 rows of 2 cells: what the tests of this folder encode. It proves that nothing
// here knows a real one.

#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "intarsia/layout/encode.h"
#include "intarsia/layout/fact_table.h"

namespace intarsia::layout::toy {

enum : FactId { kStones, kHoles, kScore, kCodes, kFactCount };
enum : FamilyId { kBoardFamily, kScoreFamily };

inline constexpr Code kCodeList[] = {{kStones, 1}, {kHoles, -2}};
inline constexpr Fact kFacts[] = {
    {kStones, "stones", "cells with a stone", FactKind::kCells, 0, 1, kBoardFamily},
    {kHoles, "holes", "cells with a hole", FactKind::kCells, 0, 1, kBoardFamily},
    {kScore, "score", "points so far", FactKind::kValue, 0, 10, kScoreFamily},
    {.id = kCodes,
     .name = "codes",
     .meaning = "1 a stone, -2 a hole",
     .kind = FactKind::kCodes,
     .lo = -2,
     .codes = kCodeList},
};
static_assert(is_in_order(kFacts) && has_partners(kFacts) && has_families(kFacts));
inline constexpr FactId kBoard[] = {kStones, kHoles};
inline constexpr Group kGroups[] = {{"board", kBoard}};
inline constexpr Frame kFrames[] = {{"plain", "as it is"}, {"turned", "cells in reverse order"}};
inline constexpr FactId kCodesAlone[] = {kCodes};
inline constexpr FactId kScoreAlone[] = {kScore};
inline constexpr std::span<const FactId> kBoardShown[] = {kBoard, kCodesAlone};
inline constexpr std::span<const FactId> kScoreShown[] = {kScoreAlone};
inline constexpr Part kParts[] = {{"board", "what lies where", "nothing", kBoardShown},
                                  {"score", "points so far", "0", kScoreShown},
                                  {"past", "how it came to this", "nothing", {}}};
inline constexpr Catalogue kCatalogue = {"toy", 3, 2, kFacts, kGroups, kFrames, kParts};

struct State {
  std::uint64_t stones, holes;
  int score;
};

inline void gather(const State& s, FrameId frame, Bank& bank) {
  const auto drawn = [frame](std::uint64_t mask) {
    std::uint64_t out = 0;
    for (int c = 0; c < 6; ++c) out |= (mask >> c & 1) << (frame == 0 ? c : 5 - c);
    return out;
  };
  bank.masks[kStones] = drawn(s.stones);
  bank.masks[kHoles] = drawn(s.holes);
  bank.values[kScore] = s.score;
}

inline Layout layout(Order order, std::vector<Feature> features, FrameId frame = 0) {
  return {.id = "toy/test",
          .catalogue = &kCatalogue,
          .frame = frame,
          .order = order,
          .dtype = Dtype::kFloat32,
          .features = std::move(features)};
}

}  // namespace intarsia::layout::toy
