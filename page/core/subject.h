// What most functions are about: a line of a game at a ply, and a layout for its board.

#pragma once

#include <optional>
#include <string_view>

#include "intarsia/base/json_text.h"
#include "intarsia/base/result.h"
#include "intarsia/game/game_type.h"
#include "intarsia/game/line.h"
#include "intarsia/layout/encode.h"
#include "page/core/arguments.h"

namespace intarsia::page {

// The arguments `line`, `options` and `ply`. A ply behind the end of the line is an error.
Result<game::LinePtr> line_of(const Arguments& in);
// The same up to the last move, whatever `ply` says.
Result<game::LinePtr> whole_line_of(const Arguments& in);

// A layout by its id or as JSON, on a board of the size.
Result<layout::Layout> read_layout(std::string_view text, std::optional<int> size);

// The arguments `layout`, `order` and `dtype` for boards like that of the line.
Result<layout::Plan> plan_for(const game::Line& line, const Arguments& in);
// The same where no line says the size.
Result<layout::Plan> plan_of(const Arguments& in);

// The options with which the text of a line reads back, as a value.
void add_options(JsonText& out, const game::Options& options);

}  // namespace intarsia::page
