#include "intarsia/hex/score.h"

#include <cmath>
#include <cstdint>
#include <vector>

namespace intarsia::hex {

namespace {

// A lead of so many stones counts half of a win.
constexpr float kHalfAWin = 2;
constexpr float kForTheMove = 0.5F;

struct Step {
  int row, column;
};
constexpr Step kSteps[] = {{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}};

}  // namespace

// Level by level: all cells that are reached with so many stones, the player's own ones at once.
std::optional<int> stones_to_connect(const Position& p, Color c) {
  const int n = p.size();
  const Cells& own = p.stones(c);
  Cells open = board_cells(n) - p.stones(!c);  // that were not reached
  std::vector<Cell> now, next;
  const auto reach = [&](Cell cell) {
    if (!open.contains(cell)) return;
    open.erase(cell);
    (own.contains(cell) ? now : next).push_back(cell);
  };
  for (int i = 0; i < n; ++i) reach(c == kBlue ? cell_at(0, i, n) : cell_at(i, 0, n));
  for (int stones = 0; !now.empty() || !next.empty(); ++stones) {
    while (!now.empty()) {
      const int row = row_of(now.back(), n);
      const int column = column_of(now.back(), n);
      now.pop_back();
      if ((c == kBlue ? row : column) == n - 1) return stones;
      for (const Step& s : kSteps) {
        const int r = row + s.row;
        const int k = column + s.column;
        if (r >= 0 && r < n && k >= 0 && k < n) reach(cell_at(r, k, n));
      }
    }
    now.swap(next);
  }
  return std::nullopt;
}

float score_of(const Position& p) {
  const auto all = static_cast<int>(p.cells());
  const int blue = stones_to_connect(p, kBlue).value_or(all);
  const int red = stones_to_connect(p, kRed).value_or(all);
  const float lead =
      static_cast<float>(red - blue) + (p.turn() == kBlue ? kForTheMove : -kForTheMove);
  return lead / (kHalfAWin + std::fabs(lead));
}

}  // namespace intarsia::hex
