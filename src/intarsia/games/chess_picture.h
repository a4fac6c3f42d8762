// Chess positions as pictures: what draw/ draws, made of what chess/ knows.

#pragma once

#include "intarsia/base/result.h"
#include "intarsia/chess/game.h"
#include "intarsia/chess/position.h"
#include "intarsia/draw/picture.h"
#include "intarsia/layout/layout.h"

namespace intarsia::games {

// The board as a layout's frame shows it: cell c of the picture is cell c of its planes.
draw::Board chess_board(const chess::Position& p, layout::FrameId frame);

// The last position of the line with all planes of the layout; earlier ones serve its history.
Result<draw::Picture> chess_picture(const chess::Replay& line, const layout::Layout& l);

}  // namespace intarsia::games
