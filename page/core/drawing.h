// Boards and planes as JSON and arrays, for a script that draws them.

#pragma once

#include <span>
#include <string_view>

#include "intarsia/draw/picture.h"
#include "intarsia/layout/layout.h"
#include "page/core/answer.h"

namespace intarsia::page {

// As values: what the interfaces Board and Mark say.
void add_board(JsonText& out, const draw::Board& board);
void add_mark(JsonText& out, const draw::Mark& mark);

// The keys and arrays of the interface Planes, but the bytes of the tensor.
void add_planes(Answer& out, const draw::Picture& picture, const layout::Layout& l);

// "lost" and "rounded": what tensors of the layout do not show, and what is taken for it.
void add_losses(JsonText& out, const layout::Layout& l);

}  // namespace intarsia::page
