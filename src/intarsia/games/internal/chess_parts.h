// What games/chess.cc puts into the row, by the file that has it.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/game/game_type.h"

namespace intarsia::games {

// chess_formats.cc, chess_positions.cc, chess_plain.cc
inline constexpr std::string_view kPgnEndings[] = {".pgn"};
std::span<const game::Format> chess_formats();
game::ParserPtr pgn_parser(const game::ParserOptions& o, const game::Place& first,
                           game::GameSink& sink);
game::ParserPtr epd_parser(const game::ParserOptions& o, const game::Place& first,
                           game::GameSink& sink);
game::ParserPtr plain_parser(const game::ParserOptions& o, const game::Place& first,
                             game::GameSink& sink);
std::string chess_content(const game::Line& line);
void keep_chess_tags(std::span<const game::Tag> tags, game::GameFacts& facts);
bool looks_like_plain(std::string_view line, std::string_view rest);
std::size_t last_plain_start(std::string_view text);

// chess_quiet.cc
bool is_quiet_chess_record(int size, std::span<const std::byte> record);

// chess_writers.cc
std::span<const game::Writer> chess_writers();
Result<game::ReadGame> unpack_chess_game(const game::GameRow& row,
                                         std::span<const std::byte> records,
                                         const game::Options& options);

// chess_text.cc
Result<std::string> describe_chess_move(const game::Line& line, std::string_view move, bool as_json,
                                        const game::Options& writing);
void describe_chess_game(const game::ReadGame& game, JsonText& out, const game::Options& writing);
void describe_chess_record(int size, std::span<const std::byte> record, JsonText& out,
                           const game::Options& writing);

// chess_set_up.cc
std::vector<game::SetUpMan> chess_men();
Result<game::Draft> edit_chess_set_up(int size, std::string_view text, const game::Options& options,
                                      std::span<const game::SetUpEdit> edits);

// The words of the games table.
std::span<const std::string_view> chess_terminations();

}  // namespace intarsia::games
