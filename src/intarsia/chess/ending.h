// How games end.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "intarsia/chess/piece.h"
#include "intarsia/chess/position.h"

namespace intarsia::chess {

// Plies without capture or pawn move, and occurrences of one position (FIDE 9.2, 9.3, 9.6).
inline constexpr int kFiftyMovesPlies = 100;
inline constexpr int kSeventyFiveMovesPlies = 150;
inline constexpr int kThreefold = 3;
inline constexpr int kFivefold = 5;

enum class Reason : std::uint8_t {
  kCheckmate,
  kStalemate,
  kInsufficientMaterial,
  kSeventyFiveMoves,
  kFivefoldRepetition,
};

constexpr std::string_view name(Reason r) {
  switch (r) {
    case Reason::kCheckmate:
      return "checkmate";
    case Reason::kStalemate:
      return "stalemate";
    case Reason::kInsufficientMaterial:
      return "insufficient_material";
    case Reason::kSeventyFiveMoves:
      return "seventyfive_moves";
    case Reason::kFivefoldRepetition:
      return "fivefold_repetition";
  }
  return "unknown";
}

// The end of a game that needs no claim.
struct Ending {
  std::optional<Color> winner;  // nobody: a draw
  Reason reason;
  friend bool operator==(const Ending&, const Ending&) = default;
};

// How the game ended with this position, which stands for the `occurrences`-th time; nothing
// while it goes on. Mate goes before every draw (FIDE 9.6.2).
std::optional<Ending> ending_of(const Position& p, int occurrences = 1);

}  // namespace intarsia::chess
