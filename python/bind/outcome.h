// Python's Outcome: how a game ended, whatever the game.

#pragma once

#include <optional>
#include <string_view>

#include "intarsia/chess/game.h"
#include "intarsia/hex/color.h"

namespace intarsia::bind {

struct OutcomeObject {
  std::optional<std::string_view> winner;  // of a draw nothing
  std::string_view reason;
  std::string_view result;  // as PGN has it: 1-0 if the first player won
  friend bool operator==(const OutcomeObject&, const OutcomeObject&) = default;
};

inline OutcomeObject object_of(const chess::Outcome& o) {
  if (!o.winner) return {std::nullopt, name(o.reason), "1/2-1/2"};
  return {chess::name(*o.winner), name(o.reason), *o.winner == chess::kWhite ? "1-0" : "0-1"};
}

// A chain on the board, or a winner that is only recorded: then somebody resigned.
inline OutcomeObject object_of(hex::Color winner, bool has_chain) {
  return {hex::name(winner), has_chain ? "connection" : "resignation",
          winner == hex::kBlue ? "1-0" : "0-1"};
}

}  // namespace intarsia::bind
