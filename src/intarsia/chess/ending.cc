#include "intarsia/chess/ending.h"

#include "intarsia/chess/movegen.h"

namespace intarsia::chess {

std::optional<Ending> ending_of(const Position& p, int occurrences) {
  const auto draw = [](Reason r) { return Ending{std::nullopt, r}; };
  if (!has_legal_move(p)) {
    if (p.is_check()) return Ending{!p.turn(), Reason::kCheckmate};
    return draw(Reason::kStalemate);
  }
  if (is_insufficient_material(p.board())) return draw(Reason::kInsufficientMaterial);
  if (p.clock() >= kSeventyFiveMovesPlies) return draw(Reason::kSeventyFiveMoves);
  if (occurrences >= kFivefold) return draw(Reason::kFivefoldRepetition);
  return std::nullopt;
}

}  // namespace intarsia::chess
