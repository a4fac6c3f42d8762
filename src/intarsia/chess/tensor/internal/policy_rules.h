// The rules of the policy codes, from which policy.cc makes its tables.

#pragma once

#include <functional>
#include <span>

#include "intarsia/chess/tensor/policy.h"

namespace intarsia::chess {

struct Policy::Rule {
  layout::PolicyInfo info;
  CastlingForm castling;
  // Calls put(number, move) for every move that has a number, as squares of the frame; the first
  // move of a number is the one by which it is called.
  using Put = std::function<void(int number, Move m)>;
  void (*list)(const Put& put);
};

std::span<const Policy::Rule> policy_rules();

}  // namespace intarsia::chess
