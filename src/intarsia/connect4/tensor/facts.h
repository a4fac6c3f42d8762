// Everything that can be said about a state of Connect Four: the catalogue from which layouts choose.
//
// All boards share one table of facts; a catalogue is that table with its number of rows
// and columns. A new fact is one row in the table of facts.cc, one id in its index and
// one line in gather.cc.

#pragma once

#include "intarsia/connect4/game.h"
#include "intarsia/layout/encode.h"
#include "intarsia/layout/fact.h"
#include "intarsia/layout/needs.h"

namespace intarsia::connect4 {

using layout::Needs;

// `size` is 10 * columns + rows; there is one object for each board.
const layout::Catalogue& catalogue(int size);

// The board of a catalogue.
inline Board board_of(const layout::Catalogue& c) { return {c.columns, c.rows}; }

// Row 0 is on top in both. The mover's has the players exchanged when second moves: whose discs are
// whose is shown by the facts of us and them, and values are the mover's.
enum FrameIndex : layout::FrameId { kFirstFrame, kMoverFrame };

// Fills the bank with the families of facts that are needed. `us` is the side to move *now*, which
// may be a later state's: history is drawn in its view.
void gather(const State& state, Color us, const Needs& needs, layout::Bank& bank);

// Whether the layout's elements depend on who moves. A tensor with all discs shows it by their
// number; one that shows fewer may not.
bool depends_on_turn(const layout::Layout& l);

}  // namespace intarsia::connect4
