// The policy code connect4/columns: a move's number is its column, counted from 0.
//
// Both frames show the same columns, so a number means the same move in either.

#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "intarsia/base/result.h"
#include "intarsia/connect4/position.h"
#include "intarsia/connect4/tensor/facts.h"
#include "intarsia/layout/targets.h"

namespace intarsia::connect4 {

inline constexpr std::string_view kPolicyId = "connect4/columns";
using layout::kNoPolicy;

constexpr int policy_size(int size) { return Board::of_size(size).columns(); }

// The code on boards of a size, in words.
constexpr layout::PolicyInfo policy_info(int size) {
  return {.id = kPolicyId,
          .game = "connect4",
          .size = policy_size(size),
          .title = "columns",
          .rule = "the column from the left, the first is 0",
          .notes = {},
          .frame = kFirstFrame};
}

std::int32_t policy_index(Move m);

// The move that an index names: an error if there is none, or if it is not legal here.
Result<Move> policy_move(const Position& p, std::int32_t index);

// 1 where the move is legal; `out` has policy_size elements.
void policy_mask(const Position& p, std::span<std::uint8_t> out);

}  // namespace intarsia::connect4
