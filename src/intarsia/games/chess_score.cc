#include "intarsia/games/internal/chess_score.h"

#include <algorithm>
#include <cstdlib>

#include "intarsia/chess/record.h"

namespace intarsia::games {

namespace {

constexpr long kMostPlies = 246;  // of a mate: Stockfish's MAX_PLY
constexpr long kLeastMate = chess::kMateEval - kMostPlies;

}  // namespace

StoredScore stored_score(long score) {
  const long most = chess::kMaxEval;
  const bool wins = score > 0;
  const long size = std::clamp<long>(score, -kNoScore, kNoScore) * (wins ? 1 : -1);
  if (size < kLeastMate || size > chess::kMateEval) {
    const long eval = std::clamp(score, -most, most);
    return {static_cast<std::int16_t>(eval), eval == score};
  }
  const long plies = chess::kMateEval - size;
  const long eval = chess::kMateEval - (plies + 1) / 2;
  const bool is_odd = plies % 2 != 0;
  return {static_cast<std::int16_t>(wins ? eval : -eval), plies == 0 || is_odd == wins};
}

int score_of(int eval) {
  const int size = std::abs(eval);
  if (size <= chess::kMaxEval) return eval;
  const int moves = chess::kMateEval - size;
  const bool wins = eval > 0;
  const int longest = static_cast<int>(kMostPlies) - (wins ? 1 : 0);
  const int plies = std::clamp(2 * moves - (wins ? 1 : 0), 0, longest);
  return (wins ? 1 : -1) * (chess::kMateEval - plies);
}

}  // namespace intarsia::games
