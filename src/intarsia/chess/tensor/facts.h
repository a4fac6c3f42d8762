// Everything that can be said about a chess state: the catalogue from which layouts choose.
//
// A new fact is one row in the table of facts.cc, one id in its index and one line in gather.cc.

#pragma once

#include "intarsia/chess/game.h"
#include "intarsia/layout/encode.h"
#include "intarsia/layout/fact.h"
#include "intarsia/layout/needs.h"

namespace intarsia::chess {

using layout::Needs;

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

// Fills the bank with the families of facts that are needed, drawn in a view that may be a later
// state's (history: us and them are those of the side to move *now*).
void gather(const Setup& sound, int occurrences, const View& view, const Needs& needs,
            layout::Bank& bank);
inline void gather(const State& state, const View& view, const Needs& needs, layout::Bank& bank) {
  gather(state.position.setup(), state.occurrences, view, needs, bank);
}

}  // namespace intarsia::chess
