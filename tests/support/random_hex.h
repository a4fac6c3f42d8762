// Random games of Hex on every size, the same ones in every run.
//
//   for_random_games(1000, [](const hex::Replay& r) { ... });   // played to the win
//
// One game in three begins with a swap. The oracle for who has won is written
// apart: it knows cells and neighbours and nothing else.

#pragma once

#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "intarsia/base/keys.h"
#include "intarsia/hex/game.h"

namespace intarsia::test {

class RandomHex {
 public:
  explicit RandomHex(std::uint64_t seed) : random_(seed) {}

  int below(std::size_t n) { return static_cast<int>(random_.next() % n); }
  int size() { return 1 + below(hex::kMaxSize); }

  // All cells of a board in a random order.
  std::vector<Cell> shuffled(int n) {
    std::vector<Cell> cells(static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < cells.size(); ++i) {
      cells[i] = static_cast<Cell>(i);
      std::swap(cells[i], cells[static_cast<std::size_t>(below(i + 1))]);
    }
    return cells;
  }

  // A game to the win, or to `plies` if that comes first.
  hex::Replay game(int n, int plies = 2 * hex::kMaxCells) {
    hex::Replay r{hex::Position(n)};
    const bool has_swap = below(3) == 0;
    std::vector<Cell> cells = shuffled(n);
    cells.push_back(cells.front());  // empty again after a swap
    for (Cell c : cells) {
      if (r.winner() || r.ply() >= plies) break;
      if (has_swap && r.is_legal(hex::Move::swap())) r.play(hex::Move::swap());
      if (r.is_legal(hex::Move(c))) r.play(hex::Move(c));
    }
    return r;
  }

 private:
  KeySequence random_;
};

template <class Visit>
void for_random_games(int count, Visit visit, std::uint64_t seed = 2026) {
  RandomHex random(seed);
  for (int i = 0; i < count && !::testing::Test::HasFatalFailure(); ++i) {
    visit(random.game(i < hex::kMaxSize ? i + 1 : random.size()));
  }
}

// Whether `color` has joined its edges, by painting from the first one until nothing changes.
inline bool has_chain(const std::vector<std::optional<hex::Color>>& board, int n,
                      hex::Color color) {
  const auto at = [n](int row, int column) { return std::size_t{hex::cell_at(row, column, n)}; };
  std::vector<bool> painted(board.size());
  std::vector<std::pair<int, int>> todo;
  const auto paint = [&](int row, int column) {
    if (row < 0 || column < 0 || row >= n || column >= n) return;
    if (painted[at(row, column)] || board[at(row, column)] != color) return;
    painted[at(row, column)] = true;
    todo.emplace_back(row, column);
  };
  for (int i = 0; i < n; ++i) color == hex::kBlue ? paint(0, i) : paint(i, 0);
  while (!todo.empty()) {
    const auto [row, column] = todo.back();
    todo.pop_back();
    if ((color == hex::kBlue ? row : column) == n - 1) return true;
    for (int dr = -1; dr <= 1; ++dr) {
      for (int dc = -1; dc <= 1; ++dc) {
        if (dr != dc) paint(row + dr, column + dc);
      }
    }
  }
  return false;
}

inline std::vector<std::optional<hex::Color>> board_of(const hex::Position& p) {
  std::vector<std::optional<hex::Color>> board(static_cast<std::size_t>(p.cells()));
  for (hex::Color c : {hex::kBlue, hex::kRed}) {
    for (Cell cell : p.stones(c)) board[cell] = c;
  }
  return board;
}

}  // namespace intarsia::test
