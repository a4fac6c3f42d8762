#include "intarsia/chess/score.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "intarsia/layout/targets.h"

namespace intarsia::chess {

namespace {

// By Kind, in centipawns: usual values, and what a square is worth that a man could go to. A king in the
// open is no advantage, and pawns are worth what they may become.
constexpr std::array<int, kKinds> kMen = {100, 320, 330, 500, 900, 0};
constexpr std::array<int, kKinds> kReached = {0, 4, 4, 3, 1, 0};

// Beyond this a float would round the score to a win.
constexpr int kMostBalance = 2'500;

int side_of(const Board& b, Color c) {
  const Bitboard own = b.pieces(c);
  const Bitboard occupied = b.occupied();
  int sum = kMen[kPawn] * b.pieces(c, kPawn).size();
  for (const Kind k : {kKnight, kBishop, kRook, kQueen}) {
    for (const Square s : b.pieces(c, k)) {
      sum += kMen[k] + kReached[k] * (attacks(k, s, occupied) - own).size();
    }
  }
  return sum;
}

constexpr std::size_t index_of(int balance) {
  return static_cast<std::size_t>(std::clamp(balance, -kMostBalance, kMostBalance) + kMostBalance);
}

// Powers take longer than all the rest.
const std::array<float, 2 * kMostBalance + 1> kScores = [] {
  std::array<float, 2 * kMostBalance + 1> all{};
  for (int c = -kMostBalance; c <= kMostBalance; ++c) {
    all[index_of(c)] = static_cast<float>(layout::expected_score(static_cast<std::int16_t>(c)));
  }
  return all;
}();

}  // namespace

int balance_of(const Board& b) { return side_of(b, kWhite) - side_of(b, kBlack); }

float score_of(const Board& b) { return kScores[index_of(balance_of(b))]; }

}  // namespace intarsia::chess
