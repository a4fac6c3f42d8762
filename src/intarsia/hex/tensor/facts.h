// Everything that can be said about a Hex state: the catalogue from which layouts choose.
//
// All sizes share one table of facts; a catalogue is that table with its number of
// rows and columns. A new fact is one row in the table of facts.cc, one id in its
// index and one line in gather.cc.

#pragma once

#include "intarsia/hex/game.h"
#include "intarsia/layout/encode.h"
#include "intarsia/layout/fact.h"
#include "intarsia/layout/needs.h"

namespace intarsia::hex {

using layout::Needs;

// `n` is a size from 1 to 26; there is one object for each.
const layout::Catalogue& catalogue(int n);

enum FrameIndex : layout::FrameId { kBlueFrame, kMoverFrame };

// How a board is drawn. In Blue's view row 0 is on top. In the mover's view with Red to move the
// board is transposed, so that the mover always plays from top to bottom; whose stones are whose is
// shown by the facts of us and them.
class View {
 public:
  View(layout::FrameId frame, Color mover, int n)
      : us_(mover), n_(n), is_transposed_(frame == kMoverFrame && mover == kRed) {}

  Color us() const { return us_; }
  bool is_transposed() const { return is_transposed_; }
  // Drawing undoes itself.
  Cell cell(Cell c) const { return is_transposed_ ? transposed(c, n_) : c; }
  Cells drawn(const Cells& cells) const { return is_transposed_ ? transposed(cells, n_) : cells; }

 private:
  Color us_;
  int n_;
  bool is_transposed_;
};

// Fills the bank with the families of facts that are needed, drawn in a view that may be a later
// state's (history: us and them are those of the side to move *now*).
void gather(const State& state, const View& view, const Needs& needs, layout::Bank& bank);

// Whether the layout's elements depend on who moves: then nobody can fill it without knowing.
bool depends_on_turn(const layout::Layout& l);

}  // namespace intarsia::hex
