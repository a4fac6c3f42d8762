// Chess positions as pictures: what draw/ draws, made of what chess/ knows.

#pragma once

#include <optional>
#include <span>

#include "intarsia/base/result.h"
#include "intarsia/chess/game.h"
#include "intarsia/chess/position.h"
#include "intarsia/draw/picture.h"
#include "intarsia/layout/encode.h"
#include "intarsia/layout/layout.h"

namespace intarsia::games {

// The board as a layout's frame shows it: cell c of the picture is cell c of its planes.
draw::Board chess_board(const chess::Setup& s, layout::FrameId frame);

// The last of the states (oldest first) with all planes of the layout; earlier ones serve its
// history.
Result<draw::Picture> chess_picture(std::span<const chess::State> states, const layout::Layout& l);
Result<draw::Picture> chess_picture(const chess::Replay& line, const layout::Layout& l);

// A tensor as it is, whether or not it is a position: the board is what can be read from it, and a
// note says why where nothing can. `turn` as in chess::Decoder.
draw::Picture tensor_picture(const layout::Plan& plan, const std::byte* tensor,
                             std::optional<chess::Color> turn = std::nullopt);

}  // namespace intarsia::games
