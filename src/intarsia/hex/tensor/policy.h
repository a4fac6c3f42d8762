// The policy code hex/cells: moves as N² + 1 numbers.
//
// A cell of the frame is row * N + column; the swap is N². In the mover's frame the
// cells are transposed when Red moves, like the planes.

#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "intarsia/base/result.h"
#include "intarsia/hex/tensor/facts.h"
#include "intarsia/layout/targets.h"

namespace intarsia::hex {

inline constexpr std::string_view kPolicyId = "hex/cells";
using layout::kNoPolicy;

constexpr int policy_size(int n) { return cell_count(n) + 1; }

// The code on boards of size n, in words.
constexpr layout::PolicyInfo policy_info(int n) {
  return {.id = kPolicyId,
          .game = "hex",
          .size = policy_size(n),
          .title = "cells and the swap",
          .rule = "row * N + column, a1 = 0; N * N is the swap",
          .notes = {},
          .frame = kBlueFrame};
}

std::int32_t policy_index(const Position& p, Move m, layout::FrameId frame);

// The move that an index names: an error if there is none, or if it is not open here.
Result<Move> policy_move(const Position& p, std::int32_t index, layout::FrameId frame);

// 1 where the move is legal; `out` has policy_size elements.
void policy_mask(const Position& p, layout::FrameId frame, std::span<std::uint8_t> out);

}  // namespace intarsia::hex
