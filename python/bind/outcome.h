// Python's Outcome: how a game ended, whatever the game.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nanobind/nanobind.h>

#include "intarsia/chess/game.h"
#include "intarsia/chess/record.h"
#include "intarsia/hex/color.h"

namespace intarsia::bind {

struct OutcomeObject {
  std::optional<std::string> winner;  // of a draw nothing
  std::string reason;
  std::string result;  // as PGN has it: 1-0 if the first player won
  friend bool operator==(const OutcomeObject&, const OutcomeObject&) = default;
};

inline OutcomeObject object_of(const chess::Outcome& o) {
  const std::string reason(name(o.reason));
  if (!o.winner) return {std::nullopt, reason, "1/2-1/2"};
  return {std::string(chess::name(*o.winner)), reason, *o.winner == chess::kWhite ? "1-0" : "0-1"};
}

// A result that a file tells, but not why.
inline OutcomeObject object_of(chess::Score score) {
  constexpr const char* kReason = "recorded";
  if (score == chess::Score::kDraw) return {std::nullopt, kReason, "1/2-1/2"};
  const chess::Color winner = score == chess::Score::kWhite ? chess::kWhite : chess::kBlack;
  return {std::string(chess::name(winner)), kReason, winner == chess::kWhite ? "1-0" : "0-1"};
}

// 1-0, 0-1, 1/2-1/2, or * for unknown.
inline chess::Score score_in(std::string_view result) {
  if (result == "1-0") return chess::Score::kWhite;
  if (result == "0-1") return chess::Score::kBlack;
  if (result == "1/2-1/2") return chess::Score::kDraw;
  if (result == "*") return chess::Score::kUnknown;
  throw nanobind::value_error("result: expected '1-0', '0-1', '1/2-1/2' or '*'");
}

// A chain on the board, or a winner that is only recorded: then somebody resigned.
inline OutcomeObject object_of(hex::Color winner, bool has_chain) {
  return {std::string(hex::name(winner)), has_chain ? "connection" : "resignation",
          winner == hex::kBlue ? "1-0" : "0-1"};
}

}  // namespace intarsia::bind
