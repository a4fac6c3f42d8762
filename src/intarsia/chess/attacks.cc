#include "intarsia/chess/attacks.h"

#include <vector>

// Globals of users may already call us while they are made, so our tables come first. (101 is
// the command-line tool's check that this processor can run the build at all.)
#define INTARSIA_INIT_EARLY __attribute__((init_priority(102)))

namespace intarsia::chess::internal {

namespace {

// Attacks along one line by subtraction: removing twice the slider's bit from the blockers
// borrows through the empty squares up to the first blocker above; the reversed board gives the
// other direction. Needs a line on which byte reversal is the reversal of order: not the rank.
Bitboard along(Bitboard line, Square s, Bitboard occupied) {
  const std::uint64_t slider = squares(s).word();
  const std::uint64_t mask = line.word() & ~slider;
  const std::uint64_t up = occupied.word() & mask;
  const std::uint64_t down = __builtin_bswap64(up);
  const std::uint64_t first_up = up - 2 * slider;
  const std::uint64_t first_down = __builtin_bswap64(down - 2 * __builtin_bswap64(slider));
  return Bitboard((first_up ^ first_down) & mask);
}

Bitboard edges_without(Square s) {
  return ((rank_squares(0) | rank_squares(7)) - rank_squares(rank_of(s))) |
         ((file_squares(0) | file_squares(7)) - file_squares(file_of(s)));
}

using Attacks = Bitboard (*)(Square, Bitboard);

// Calls fill(mask, occupation) for every occupation of the slider's mask, in pext order: counting
// up inside a mask (subtract the mask, keep its bits) visits exactly that order.
template <class Fill>
void for_each_occupation(Square s, Attacks attacks, Fill fill) {
  const std::uint64_t mask = (attacks(s, {}) - edges_without(s)).word();
  std::uint64_t occupation = 0;
  do {
    fill(mask, Bitboard(occupation));
    occupation = (occupation - mask) & mask;
  } while (occupation != 0);
}

// Sum over all squares of 2^(squares in the mask).
constexpr std::size_t kRookEntries = 102'400;
constexpr std::size_t kBishopEntries = 5'248;

Bitboard slider_attacks[kRookEntries + kBishopEntries];

std::array<Slider, kSquares> make_sliders(Attacks attacks, Bitboard* next) {
  std::array<Slider, kSquares> sliders;
  for (int i = 0; i < kSquares; ++i) {
    const auto s = Square(i);
    Slider& slider = sliders[s];
    slider.attacks = next;
    for_each_occupation(s, attacks, [&](std::uint64_t mask, Bitboard occupation) {
      slider.mask = mask;
      *next++ = attacks(s, occupation);
    });
  }
  return sliders;
}

LineTables make_lines() {
  LineTables t{};
  for (int i = 0; i < kSquares; ++i) {
    for (int j = 0; j < kSquares; ++j) {
      const auto a = Square(i);
      const auto b = Square(j);
      for (Attacks attacks : {rook_attacks_by_lines, bishop_attacks_by_lines}) {
        if (a == b || !attacks(a, {}).contains(b)) continue;
        t.between[a][b] = attacks(a, squares(b)) & attacks(b, squares(a));
        t.line[a][b] = (attacks(a, {}) & attacks(b, {})) | squares(a) | squares(b);
      }
    }
  }
  return t;
}

}  // namespace

Bitboard rook_attacks_by_lines(Square s, Bitboard occupied) {
  return along(file_squares(file_of(s)), s, occupied) | ray<kEast>(squares(s), occupied) |
         ray<kWest>(squares(s), occupied);
}

Bitboard bishop_attacks_by_lines(Square s, Bitboard occupied) {
  return along(kDiagonals[s], s, occupied) | along(kAntiDiagonals[s], s, occupied);
}

INTARSIA_INIT_EARLY const std::array<Slider, kSquares> kRookSliders =
    make_sliders(rook_attacks_by_lines, slider_attacks);
INTARSIA_INIT_EARLY const std::array<Slider, kSquares> kBishopSliders =
    make_sliders(bishop_attacks_by_lines, slider_attacks + kRookEntries);
INTARSIA_INIT_EARLY const LineTables kLines = make_lines();

}  // namespace intarsia::chess::internal
