// The commands that programs put into PGN comments: [%eval 0.17], [%clk 0:03:00].

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace intarsia::chess::internal {

// What stands behind the first [%name …] of the text; nothing if there is none.
std::optional<std::string_view> find_command(std::string_view comment, std::string_view name);

// The text without its commands, white space as single blanks.
std::string without_commands(std::string_view comment);

// Whether anything stands there besides [%eval …] and [%clk …].
bool says_more(std::string_view comment);

// Pawns (0.17, -3.2,18 with a depth) or moves to mate (#-3), as records store them.
std::optional<std::int16_t> read_eval(std::string_view text);
// Whether it says more than they hold: then it is read as the most that they do.
bool is_beyond_range(std::string_view text);

// The same the other way round.
std::string eval_text(std::int16_t eval);

// h:mm:ss, with or without a fraction, in seconds.
std::optional<double> read_clock(std::string_view text);

// Seconds as h:mm:ss, with a fraction if there is one.
std::string clock_text(double seconds);

}  // namespace intarsia::chess::internal
