// Random games of Connect Four on every board, the same ones in every run.
//
//   for_random_connect4(1000, [](const connect4::Replay& r) { ... });   // played to the end
//
// The oracle for lines of four is written apart: it knows rows and columns and nothing
// else.

#pragma once

#include <vector>

#include <gtest/gtest.h>

#include "intarsia/base/keys.h"
#include "intarsia/connect4/game.h"

namespace intarsia::test {

// All boards, the smallest first.
inline std::vector<connect4::Board> all_boards() {
  std::vector<connect4::Board> boards;
  for (int size = 0; size < connect4::kSizeCodes; ++size) {
    if (connect4::is_size(size)) boards.push_back(connect4::Board::of_size(size));
  }
  return boards;
}

class RandomConnect4 {
 public:
  explicit RandomConnect4(std::uint64_t seed) : random_(seed), boards_(all_boards()) {}

  std::uint64_t next() { return random_.next(); }
  int below(std::size_t n) { return static_cast<int>(random_.next() % n); }
  connect4::Board board() { return boards_[static_cast<std::size_t>(below(boards_.size()))]; }

  // A game to its end, or to `plies` if that comes first.
  connect4::Replay game(connect4::Board b, int plies = connect4::kMaxCells) {
    connect4::Replay r{connect4::Position(b)};
    while (r.ply() < plies) {
      const auto moves = r.legal_moves();
      if (moves.empty()) break;
      r.play(moves[static_cast<std::size_t>(below(moves.size()))]);
    }
    return r;
  }
  // … to some ply.
  connect4::Replay some_game(connect4::Board b) {
    return game(b, below(static_cast<std::size_t>(b.cells()) + 1));
  }

 private:
  KeySequence random_;
  std::vector<connect4::Board> boards_;
};

// Every board in turn, so that none is left out.
template <class Visit>
void for_random_connect4(int count, Visit visit, std::uint64_t seed = 2026) {
  RandomConnect4 random(seed);
  const auto boards = all_boards();
  for (int i = 0; i < count && !::testing::Test::HasFatalFailure(); ++i) {
    visit(random.game(boards[static_cast<std::size_t>(i) % boards.size()]));
  }
}

// The cells of all lines of four of a player, by looking along every line of the board.
inline connect4::Cells fours_of(const connect4::Cells& discs, connect4::Board b) {
  connect4::Cells found;
  const int steps[][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
  for (int row = 0; row < b.rows(); ++row) {
    for (int column = 0; column < b.columns(); ++column) {
      for (const auto& [down, right] : steps) {
        std::vector<Cell> line;
        for (int i = 0; i < 4; ++i) {
          const int r = row + i * down;
          const int c = column + i * right;
          if (r >= b.rows() || c < 0 || c >= b.columns()) break;
          if (discs.contains(b.cell_at(r, c))) line.push_back(b.cell_at(r, c));
        }
        if (line.size() < 4) continue;
        for (Cell c : line) found.insert(c);
      }
    }
  }
  return found;
}

}  // namespace intarsia::test
