// Everything that can be said about a chess state: the catalogue from which layouts choose.
//
// A new fact is one line in the table of facts.cc, one in its index and one in gather.cc.

#pragma once

#include <array>

#include "intarsia/chess/game.h"
#include "intarsia/layout/encode.h"
#include "intarsia/layout/fact.h"

namespace intarsia::chess {

const layout::Catalogue& catalogue();

// The part of a state without which there is only half a board.
const layout::Part& all_pieces();

enum FrameIndex : layout::FrameId { kWhiteFrame, kMoverFrame };

// How a board is drawn: row 0 is the top of the diagram. In White's view that is rank 8. In the
// mover's view with Black to move the ranks are mirrored first, so rank 1 is on top; files never
// change sides.
class View {
 public:
  View(layout::FrameId frame, Color mover)
      : us_(mover), is_flipped_(frame == kWhiteFrame || mover == kWhite) {}

  Color us() const { return us_; }
  bool is_flipped() const { return is_flipped_; }
  int cell(Square s) const { return is_flipped_ ? mirrored(s) : s; }
  Bitboard drawn(Bitboard b) const { return is_flipped_ ? mirrored(b) : b; }

 private:
  Color us_;
  bool is_flipped_;
};

// Which families of facts a plan asks for, found out once per batch. Sides are White, Black, us, them;
// meanings are those of EnPassant.
struct Needs {
  explicit Needs(const layout::Plan& plan);

  std::array<bool, 4> pieces, men, castling, attacks;
  std::array<bool, 3> en_passant, en_passant_files;
  bool counters;
  bool rest;
};

// Fills the bank with the facts of a state that are needed, drawn in a view that may be a later
// state's (history: us and them are those of the side to move *now*).
void gather(const Setup& sound, int occurrences, const View& view, const Needs& needs,
            layout::Bank& bank);
inline void gather(const State& state, const View& view, const Needs& needs, layout::Bank& bank) {
  gather(state.position.setup(), state.occurrences, view, needs, bank);
}

}  // namespace intarsia::chess
