// Many different chess positions, the same ones in every run.
//
//   for_random_positions(1000, [](const Replay& r) { ... });
//
// Seeded random games from the start position, Chess960 arrays, different
// arrays for both sides (double Chess960), endgames, promotion races and
// positions full of en passant and pins.

#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "intarsia/base/keys.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/game.h"
#include "intarsia/chess/movegen.h"

namespace intarsia::test {

// A Chess960 back rank by its number, 0-959 (518 is the standard array).
inline std::string chess960_back_rank(int n) {
  std::string rank(8, ' ');
  const auto put = [&rank](char piece, int nth_empty) {
    for (char& c : rank) {
      if (c == ' ' && nth_empty-- == 0) {
        c = piece;
        return;
      }
    }
  };
  rank[static_cast<std::size_t>(2 * (n % 4) + 1)] = 'b';
  n /= 4;
  rank[static_cast<std::size_t>(2 * (n % 4))] = 'b';
  n /= 4;
  put('q', n % 6);
  n /= 6;
  constexpr int kFirst[] = {0, 0, 0, 0, 1, 1, 1, 2, 2, 3};
  constexpr int kSecond[] = {1, 2, 3, 4, 2, 3, 4, 3, 4, 4};
  put('n', kFirst[n]);
  put('n', kSecond[n] - 1);
  for (char piece : {'r', 'k', 'r'}) put(piece, 0);
  return rank;
}

inline std::string chess960_fen(int white, int black) {
  std::string upper = chess960_back_rank(white);
  std::string rights;
  for (std::size_t i = 0; i < 8; ++i) {
    if (upper[i] == 'r') rights += static_cast<char>('A' + i);
    upper[i] = static_cast<char>(upper[i] - 'a' + 'A');
  }
  const std::string lower = chess960_back_rank(black);
  for (std::size_t i = 0; i < 8; ++i) {
    if (lower[i] == 'r') rights += static_cast<char>('a' + i);
  }
  return lower + "/pppppppp/8/8/8/8/PPPPPPPP/" + upper + " w " + rights + " - 0 1";
}

inline constexpr std::array<std::string_view, 12> kSpecialStarts = {
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/1k6/8/2pP4/8/5BK1/4R3 b - d3 0 1",
    "8/3p1p2/8/r1P1P2K/k1p1p2R/8/3P1P2/8 w - - 0 1",
    "k7/3p1p1p/8/2P1P1P1/b1p1p1pb/8/1P1P1P1P/4K3 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
    "8/5k2/8/8/8/3K4/4P3/8 w - - 0 1",
    "8/8/4k3/8/2B5/3K4/8/5n2 b - - 0 1",
    "4k3/8/8/8/8/8/8/4KBN1 w - - 0 1",
    "5k2/8/8/3Q4/8/8/8/4K2q w - - 90 70",
    "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",
};

class RandomPlay {
 public:
  explicit RandomPlay(std::uint64_t seed) : random_(seed) {}

  int below(std::size_t n) { return static_cast<int>(random_.next() % n); }

  chess::Position start() {
    switch (below(4)) {
      case 0:
        return {};
      case 1: {
        const int array = below(960);
        return read(chess960_fen(array, array));
      }
      case 2:
        return read(chess960_fen(below(960), below(960)));
      default:
        return read(
            std::string(kSpecialStarts[static_cast<std::size_t>(below(kSpecialStarts.size()))]));
    }
  }

 private:
  static chess::Position read(const std::string& fen) { return chess::read_fen(fen)->position; }
  KeySequence random_;
};

// Calls visit(replay) for `count` positions, each reached by play from its start.
template <class Visit>
void for_random_positions(int count, Visit visit, std::uint64_t seed = 2026) {
  constexpr int kMaxPlies = 160;
  RandomPlay play(seed);
  while (count > 0) {
    chess::Replay replay(play.start());
    while (count-- > 0) {
      visit(static_cast<const chess::Replay&>(replay));
      if (::testing::Test::HasFatalFailure()) return;  // one is enough
      const chess::MoveList moves = chess::legal_moves(replay.position());
      if (moves.empty() || replay.ply() == kMaxPlies) break;
      replay.play(moves[static_cast<std::size_t>(play.below(moves.size()))]);
    }
  }
}

}  // namespace intarsia::test
