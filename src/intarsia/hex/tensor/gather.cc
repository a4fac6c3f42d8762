// How a bank is filled with a state's facts (facts.h): a method per family, a line per fact.

#include "intarsia/hex/tensor/facts.h"
#include "intarsia/hex/tensor/internal/fact_index.h"

namespace intarsia::hex {

namespace {

using namespace internal;  // NOLINT: the index of the catalogue

class Gatherer {
 public:
  Gatherer(const State& state, const View& view, layout::Bank& bank)
      : state_(state),
        p_(state.position),
        view_(view),
        bank_(bank),
        words_((static_cast<std::size_t>(p_.cells()) + 63) / 64) {}

  // By value: the compiler need not read it again after every store.
  void run(const Needs needs) {
    for (int whose = 0; whose < kOwners; ++whose) {
      if (needs.has(family::kStones, whose)) put(stones_fact(whose), p_.stones(color_of(whose)));
      if (needs.has(family::kEdges, whose)) add_edges(whose);
    }
    if (needs.has(family::kTurn)) add_turn();
    if (needs.has(family::kLastMove)) {
      put(kLastMove, state_.last ? Cells::of(*state_.last) : Cells{});
    }
    if (needs.has(family::kSwap)) add_swap();
    if (needs.has(family::kBoard)) add_board();
  }

 private:
  std::int32_t& value(int fact) { return bank_.values[fact]; }
  void put(int fact, const Cells& cells) {
    if (view_.is_transposed()) return copy(fact, view_.drawn(cells));
    copy(fact, cells);
  }
  // Word by word: a call of memmove would cost more than the few words.
  void copy(int fact, const Cells& cells) {
    std::uint64_t* const to = bank_.masks.data() + static_cast<std::size_t>(fact) * words_;
    for (std::size_t w = 0; w < words_; ++w) to[w] = cells.words()[w];
  }

  Color color_of(int whose) const {
    const Color us = view_.us();
    return whose == kOfBlue ? kBlue : whose == kOfRed ? kRed : whose == kOfUs ? us : !us;
  }

  void add_edges(int whose) {
    put(edge_fact(whose, 0), joined_to(p_, color_of(whose), Side::kFirst));
    put(edge_fact(whose, 1), joined_to(p_, color_of(whose), Side::kSecond));
  }

  void add_turn() {
    const bool is_red = p_.turn() == kRed;
    value(kTurnPlayer) = static_cast<std::int32_t>(to_player(p_.turn()));
    value(kTurnBlue) = !is_red;
    value(kTurnRed) = is_red;
  }

  void add_swap() {
    value(kSwapOpen) = p_.may_swap();
    value(kSwapped) = p_.is_swapped();
    value(kPly) = p_.ply();
  }

  void add_board() {
    put(kOccupied, p_.occupied());
    put(kEmpty, p_.empty_cells());
    put(kBorder, border_cells(p_.size()));
    value(kOnes) = 1;
    value(kZeros) = 0;
  }

  const State& state_;
  const Position& p_;
  const View& view_;
  layout::Bank& bank_;
  std::size_t words_;
};

}  // namespace

void gather(const State& state, const View& view, const Needs& needs, layout::Bank& bank) {
  Gatherer(state, view, bank).run(needs);
}

}  // namespace intarsia::hex
