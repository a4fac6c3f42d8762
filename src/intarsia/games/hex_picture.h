// Hex positions as pictures: what draw/ draws, made of what hex/ knows.

#pragma once

#include "intarsia/base/result.h"
#include "intarsia/draw/picture.h"
#include "intarsia/hex/game.h"
#include "intarsia/hex/tensor/decode.h"
#include "intarsia/layout/encode.h"
#include "intarsia/layout/layout.h"

namespace intarsia::games {

// The last board of the line as a layout's frame shows it: cell c of the picture is cell c of its
// planes. Cells keep their names and edges their colours when it is transposed.
draw::Board hex_board(const hex::Replay& line, layout::FrameId frame);

// The last position of the line with all planes of the layout, which must be of its size; earlier
// ones serve its history.
Result<draw::Picture> hex_picture(const hex::Replay& line, const layout::Layout& l);

// A tensor as it is, whether or not it is a position: the board is what can be read from it, and a
// note says why where nothing can.
draw::Picture hex_tensor_picture(const layout::Plan& plan, const std::byte* tensor,
                                 const hex::TurnChoice& turn = {});

}  // namespace intarsia::games
