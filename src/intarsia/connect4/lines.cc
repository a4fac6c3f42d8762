#include "intarsia/connect4/lines.h"

namespace intarsia::connect4 {

namespace {

using Directions = std::array<LineDirection, 4>;

constexpr std::uint64_t cells_in_columns(int columns, int from, int to) {
  std::uint64_t cells = 0;
  for (int c = 0; c < kMaxCells; ++c) {
    if (c % columns >= from && c % columns <= to) cells |= std::uint64_t{1} << c;
  }
  return cells;
}

// By number of columns. Top and bottom need no care: there are no discs beyond them.
constexpr std::array<Directions, kMaxSide + 1> kDirections = [] {
  std::array<Directions, kMaxSide + 1> all{};
  for (int columns = 1; columns <= kMaxSide; ++columns) {
    const std::uint64_t rightward = cells_in_columns(columns, 0, columns - kLineLength);
    const std::uint64_t leftward = cells_in_columns(columns, kLineLength - 1, columns - 1);
    all[columns] = {{{1, rightward},
                     {columns, ~std::uint64_t{0}},
                     {columns + 1, rightward},
                     {columns - 1, leftward}}};
  }
  return all;
}();

// Where lines of four begin.
std::uint64_t fours(std::uint64_t discs, const LineDirection& d) {
  const std::uint64_t pairs = discs & discs >> d.step;
  return pairs & pairs >> 2 * d.step & d.starts;
}

}  // namespace

const std::array<LineDirection, 4>& line_directions(Board b) { return kDirections[b.columns()]; }

bool has_four(const Cells& discs, Board b) {
  std::uint64_t found = 0;
  for (const LineDirection& d : kDirections[b.columns()]) found |= fours(discs.word(), d);
  return found != 0;
}

Cells cells_of_fours(const Cells& discs, Board b) {
  std::uint64_t cells = 0;
  for (const LineDirection& d : kDirections[b.columns()]) {
    const std::uint64_t starts = fours(discs.word(), d);
    for (int i = 0; i < kLineLength; ++i) cells |= starts << i * d.step;
  }
  return Cells(cells);
}

Cells completing_cells(const Cells& discs, Board b) {
  std::uint64_t cells = 0;
  for (const LineDirection& d : kDirections[b.columns()]) {
    for (int missing = 0; missing < kLineLength; ++missing) {
      std::uint64_t starts = d.starts;
      for (int i = 0; i < kLineLength; ++i) {
        if (i != missing) starts &= discs.word() >> i * d.step;
      }
      cells |= starts << missing * d.step;
    }
  }
  return Cells(cells) & b.all_cells();
}

}  // namespace intarsia::connect4
