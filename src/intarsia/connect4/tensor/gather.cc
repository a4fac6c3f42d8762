// How a bank is filled with a state's facts (facts.h): a method per family, a line per fact.

#include "intarsia/connect4/tensor/facts.h"
#include "intarsia/connect4/tensor/internal/fact_index.h"

namespace intarsia::connect4 {

namespace {

using namespace internal;  // NOLINT: the index of the catalogue

class Gatherer {
 public:
  Gatherer(const State& state, Color us, layout::Bank& bank)
      : state_(state), p_(state.position), us_(us), bank_(bank) {}

  // By value: the compiler need not read it again after every store.
  void run(const Needs needs) {
    for (int whose = 0; whose < kOwners; ++whose) {
      if (needs.has(family::kDiscs, whose)) put(discs_fact(whose), p_.discs(color_of(whose, us_)));
    }
    if (needs.has(family::kBoard)) add_board();
    if (needs.has(family::kTurn)) add_turn();
    if (needs.has(family::kLastMove)) {
      put(kLastMove, state_.last ? Cells::of(*state_.last) : Cells());
    }
    if (needs.has(family::kLines)) add_lines();
  }

 private:
  // Every board is one word, and both frames show the same cells.
  void put(int fact, const Cells& cells) { bank_.masks[fact] = cells.word(); }
  std::int32_t& value(int fact) { return bank_.values[fact]; }

  void add_board() {
    put(kOccupied, p_.occupied());
    put(kEmpty, p_.empty_cells());
    put(kPlayable, p_.playable_cells());
    value(kPly) = p_.ply();
    value(kOnes) = 1;
    value(kZeros) = 0;
  }

  void add_turn() {
    const bool is_first = p_.turn() == kFirst;
    value(kTurnFirst) = is_first;
    value(kTurnSecond) = !is_first;
    value(kTurnSign) = is_first ? 1 : -1;
  }

  void add_lines() {
    put(kUsThreats, p_.threats(us_));
    put(kThemThreats, p_.threats(!us_));
    put(kWinning, p_.winning_cells());
  }

  const State& state_;
  const Position& p_;
  Color us_;
  layout::Bank& bank_;
};

}  // namespace

void gather(const State& state, Color us, const Needs& needs, layout::Bank& bank) {
  Gatherer(state, us, bank).run(needs);
}

}  // namespace intarsia::connect4
