// How chess is drawn: men, and boards that need not be positions (chess_picture.cc).

#pragma once

#include "intarsia/chess/piece.h"
#include "intarsia/chess/setup.h"
#include "intarsia/draw/board.h"
#include "intarsia/layout/fact.h"

namespace intarsia::games {

draw::Mark mark_of(chess::Piece piece);
draw::Board draw_setup(const chess::Setup& s, layout::FrameId frame);

}  // namespace intarsia::games
