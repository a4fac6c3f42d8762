// The parsers behind formats.h, one for each format.

#pragma once

#include <memory>
#include <string>

#include "intarsia/chess/position.h"
#include "intarsia/chess/record.h"
#include "intarsia/data/piece.h"
#include "intarsia/games/formats.h"

namespace intarsia::games {

using ParserPtr = std::unique_ptr<data::GameParser>;

ParserPtr pgn_parser(const FormatOptions& o, const data::Rules& rules, const data::Place& first);
ParserPtr lines_parser(const FormatOptions& o, const data::Rules& rules, const data::Place& first);
ParserPtr epd_parser(const FormatOptions& o, const data::Rules& rules, const data::Place& first);
ParserPtr plain_parser(const FormatOptions& o, const data::Rules& rules, const data::Place& first);
ParserPtr trmph_parser(const FormatOptions& o, const data::Rules& rules, const data::Place& first);
ParserPtr sgf_parser(const FormatOptions& o, const data::Rules& rules, const data::Place& first);

// No check, and a move that neither takes nor promotes.
bool is_quiet(const chess::Position& p, chess::Move m);

// xxh3 of the start and the moves as records store them. `buffer` is used again and again.
std::uint64_t hash_of_game(const chess::Position& start, std::span<const chess::Record> records,
                           std::uint64_t seed, std::string& buffer);

data::Winner winner_of(chess::Score s);

}  // namespace intarsia::games
