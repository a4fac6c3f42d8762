// HexWorld links: a game as the part of an address behind #.
//
//   https://hexworld.org/board/#11nc1,a2:sf6d4,c3:rb
//
// Size and flags of display, a comma, the moves up to the position shown, and
// perhaps a comma and the moves after it. `:s` is the swap, `:rb` and `:rw` say
// that the first or the second player resigned, `:S` turns the display alone. Other
// commands are refused by name.

#pragma once

#include <string>
#include <string_view>

#include "intarsia/hex/reading.h"

namespace intarsia::hex {

inline constexpr std::size_t kMaxLinkBytes = std::size_t{16} << 10;

// Whether a text with # is rather a link than a TRMPH line.
bool looks_like_hexworld(std::string_view text);

// All moves; `shown` is the number of those before the second comma.
Result<Reading> read_hexworld(std::string_view link);

// The address that shows a game. A winner without a chain is written as a resignation. A game whose swap
// left the stone where it was cannot be said.
Result<std::string> to_hexworld(const Game& g);

}  // namespace intarsia::hex
