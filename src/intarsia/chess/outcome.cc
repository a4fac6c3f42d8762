#include "intarsia/chess/outcome.h"

#include "intarsia/chess/movegen.h"

namespace intarsia::chess {

std::optional<Outcome> outcome_of(const Position& p, int occurrences) {
  const auto draw = [](Reason r) { return Outcome{std::nullopt, r}; };
  if (!has_legal_move(p)) {
    if (p.is_check()) return Outcome{!p.turn(), Reason::kCheckmate};
    return draw(Reason::kStalemate);
  }
  if (is_insufficient_material(p.board())) return draw(Reason::kInsufficientMaterial);
  if (p.clock() >= kSeventyFiveMovesPlies) return draw(Reason::kSeventyFiveMoves);
  if (occurrences >= kFivefold) return draw(Reason::kFivefoldRepetition);
  return std::nullopt;
}

}  // namespace intarsia::chess
