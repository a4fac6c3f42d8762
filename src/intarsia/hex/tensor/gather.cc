// How a bank is filled with a state's facts (facts.h): a function per family, a line per fact.

#include <array>

#include "intarsia/hex/tensor/facts.h"
#include "intarsia/hex/tensor/internal/drawn_board.h"

namespace intarsia::hex {

namespace internal {

namespace {

std::uint64_t* mask_of(layout::Bank& bank, int fact, std::size_t words) {
  return bank.masks.data() + static_cast<std::size_t>(fact) * words;
}

// Word by word: a call of memmove would cost more than the few words.
void put(layout::Bank& bank, int fact, const std::uint64_t* cells, std::size_t words) {
  std::uint64_t* const to = mask_of(bank, fact, words);
  for (std::size_t w = 0; w < words; ++w) to[w] = cells[w];
}

void add_turn(Color turn, layout::Bank& bank) {
  const bool is_red = turn == kRed;
  bank.values[kTurnPlayer] = static_cast<std::int32_t>(to_player(turn));
  bank.values[kTurnBlue] = !is_red;
  bank.values[kTurnRed] = is_red;
}

void add_last(const DrawnBoard& b, layout::Bank& bank) {
  const Cells last = b.last ? Cells::of(*b.last) : Cells{};
  put(bank, kLastMove, last.words().data(), b.words);
}

void add_board(const DrawnBoard& b, layout::Bank& bank) {
  std::uint64_t* const occupied = mask_of(bank, kOccupied, b.words);
  std::uint64_t* const empty = mask_of(bank, kEmpty, b.words);
  const auto& board = board_cells(b.n).words();
  for (std::size_t w = 0; w < b.words; ++w) {
    occupied[w] = b.stones[0][w] | b.stones[1][w];
    empty[w] = board[w] & ~occupied[w];
  }
  put(bank, kBorder, border_cells(b.n).words().data(), b.words);
  bank.values[kOnes] = 1;
  bank.values[kZeros] = 0;
}

}  // namespace

void gather_board(const DrawnBoard& b, const Needs needs, layout::Bank& bank) {
  for (int whose = 0; whose < kOwners; ++whose) {
    if (!needs.has(family::kStones, whose)) continue;
    put(bank, stones_fact(whose), b.stones[index(color_of(Whose(whose), b.us))], b.words);
  }
  if (needs.has(family::kTurn)) add_turn(b.turn, bank);
  if (needs.has(family::kLastMove)) add_last(b, bank);
  if (needs.has(family::kBoard)) add_board(b, bank);
}

bool is_of_board(const Needs& needs) {
  return !needs.has_any(family::kEdges, kOwners) && !needs.has(family::kSwap);
}

}  // namespace internal

namespace {

using namespace internal;  // NOLINT: the index of the catalogue

void add_edges(const Position& p, const View& view, int whose, layout::Bank& bank) {
  const std::size_t words = words_of(p.size());
  const Color c = color_of(Whose(whose), view.us());
  put(bank, edge_fact(whose, 0), view.drawn(joined_to(p, c, Side::kFirst)).words().data(), words);
  put(bank, edge_fact(whose, 1), view.drawn(joined_to(p, c, Side::kSecond)).words().data(), words);
}

void add_swap(const Position& p, layout::Bank& bank) {
  bank.values[kSwapOpen] = p.may_swap();
  bank.values[kSwapped] = p.is_swapped();
  bank.values[kPly] = p.ply();
}

}  // namespace

void gather(const State& state, const View& view, const Needs& needs, layout::Bank& bank) {
  const Position& p = state.position;
  DrawnBoard b{.n = p.size(), .words = words_of(p.size()), .us = view.us(), .turn = p.turn()};
  std::array<Cells, kColors> drawn;
  for (const Color c : {kBlue, kRed}) {
    if (view.is_transposed()) drawn[index(c)] = view.drawn(p.stones(c));
    const Cells& stones = view.is_transposed() ? drawn[index(c)] : p.stones(c);
    b.stones[index(c)] = stones.words().data();
  }
  if (state.last) b.last = view.cell(*state.last);
  gather_board(b, needs, bank);
  if (is_of_board(needs)) return;
  for (int whose = 0; whose < kOwners; ++whose) {
    if (needs.has(family::kEdges, whose)) add_edges(p, view, whose, bank);
  }
  if (needs.has(family::kSwap)) add_swap(p, bank);
}

}  // namespace intarsia::hex
