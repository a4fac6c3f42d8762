// What games/hex.cc puts into the row, by the file that has it.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/game/game_type.h"
#include "intarsia/hex/color.h"

namespace intarsia::games {

// hex_formats.cc
std::span<const game::Format> hex_formats();
std::span<const game::Writer> hex_writers();
std::span<const game::OptionInfo> hex_options();
std::string hex_content(const game::Line& line);
void keep_hex_tags(std::span<const game::Tag> tags, game::GameFacts& facts);
Result<game::ReadGame> unpack_hex_game(const game::GameRow& row, std::span<const std::byte> records,
                                       const game::Options& options);

// hex_text.cc
Result<std::string> describe_hex_move(const game::Line& line, std::string_view move, bool as_json,
                                      const game::Options& writing);
void describe_hex_game(const game::ReadGame& game, JsonText& out, const game::Options& writing);
void describe_hex_record(int size, std::span<const std::byte> record, JsonText& out,
                         const game::Options& writing);

// hex_picture.cc
draw::Mark mark_of(hex::Color c);

// hex_set_up.cc
std::vector<game::SetUpMan> hex_men();
Result<game::Draft> edit_hex_set_up(int size, std::string_view text, const game::Options& options,
                                    std::span<const game::SetUpEdit> edits);

}  // namespace intarsia::games
