#include "intarsia/connect4/score.h"

#include <bit>
#include <cmath>
#include <cstdint>

namespace intarsia::connect4 {

namespace {

// A lead by so much counts half of a win: three lines that lack one disc.
constexpr float kHalfAWin = 30;
constexpr std::array<int, kLineLength> kWorth = {0, 1, 3, 10};  // by discs

// How many of the lines that begin at each cell, in one direction, have so many discs.
struct Counted {
  std::array<int, kLineLength + 1> open = {};
};

Counted count(const Position& p, Color c) {
  const Board b = p.board();
  const std::uint64_t own = p.discs(c).word();
  const std::uint64_t usable = (b.all_cells() - p.discs(!c)).word();
  Counted out;
  for (const LineDirection& d : line_directions(b)) {
    std::uint64_t lines = d.starts;
    std::uint64_t ones = 0, twos = 0, fours = 0;  // the number of discs, bit by bit
    for (int i = 0; i < kLineLength; ++i) {
      lines &= usable >> i * d.step;
      const std::uint64_t disc = own >> i * d.step;
      const std::uint64_t carry = ones & disc;
      ones ^= disc;
      fours |= twos & carry;
      twos ^= carry;
    }
    out.open[0] += std::popcount(lines & ~ones & ~twos & ~fours);
    out.open[1] += std::popcount(lines & ones & ~twos);
    out.open[2] += std::popcount(lines & ~ones & twos);
    out.open[3] += std::popcount(lines & ones & twos);
    out.open[4] += std::popcount(lines & fours);
  }
  return out;
}

int worth_of(const Counted& lines) {
  int sum = 0;
  for (std::size_t i = 0; i < kWorth.size(); ++i) sum += kWorth[i] * lines.open[i];
  return sum;
}

}  // namespace

int open_lines(const Position& p, Color c, int discs) {
  return count(p, c).open[static_cast<std::size_t>(discs)];
}

float score_of(const Position& p) {
  const auto lead = static_cast<float>(worth_of(count(p, kFirst)) - worth_of(count(p, kSecond)));
  return lead / (kHalfAWin + std::fabs(lead));
}

}  // namespace intarsia::connect4
