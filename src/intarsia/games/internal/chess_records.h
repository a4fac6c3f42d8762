// What the parsers of chess formats share.

#pragma once

#include <span>
#include <string>
#include <string_view>

#include "intarsia/chess/position.h"
#include "intarsia/chess/record.h"

namespace intarsia::games {

// No check, and a move that neither takes nor promotes.
bool is_quiet(const chess::Position& p, chess::Move m);

// What the hash of a game is made of: the start and the moves as records store them. It lies in
// `buffer`, which is used again and again.
std::string_view content_of(const chess::Position& start, std::span<const chess::Record> records,
                            std::string& buffer);

}  // namespace intarsia::games
