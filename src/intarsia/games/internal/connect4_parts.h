// What games/connect4.cc puts into the row, by the file that has it.

#pragma once

#include <span>
#include <string>
#include <string_view>

#include "intarsia/game/game_type.h"

namespace intarsia::games {

// connect4_formats.cc
std::span<const game::Format> connect4_formats();
std::span<const game::Writer> connect4_writers();

// connect4_text.cc
Result<std::string> describe_connect4_move(const game::Line& line, std::string_view move,
                                           bool as_json, const game::Options& writing);
void describe_connect4_game(const game::ReadGame& game, JsonText& out,
                            const game::Options& writing);
void describe_connect4_record(int size, std::span<const std::byte> record, JsonText& out,
                              const game::Options& writing);

}  // namespace intarsia::games
