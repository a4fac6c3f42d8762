// What the tags of game files say, as rows of games tables store it.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "intarsia/game/parser.h"

namespace intarsia::game {

// 2013.12.31, 2013.??.??; 0 for what cannot be read.
std::uint32_t date_of(std::string_view tag);

// 300+3, 40/7200:3600. What cannot be read changes nothing.
void set_time_control(std::string_view tag, GameRow& row);

// Whether a text fits a pattern, as in TagRule.
bool fits(std::string_view text, std::string_view pattern);

// Notes which rules a tag fits.
void note_tag(std::string_view name, std::string_view value, std::span<const TagRule> rules,
              GameFacts& facts);

// A date as the tag has it: 2013.12.??.
std::string dotted_date(std::uint32_t date);

}  // namespace intarsia::game
