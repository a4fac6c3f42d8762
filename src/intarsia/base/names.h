// What is said to one who asks for a name or a size that there is not.

#pragma once

#include <span>
#include <string_view>

#include "intarsia/base/result.h"

namespace intarsia {

// No `what` is called `word`: with the name that was probably meant, perhaps without the part before
// its slash, and with all there are.
Error unknown_name(std::string_view what, std::string_view word,
                   std::span<const std::string_view> known);

// A game that is not played on boards of that size, but on those of `sizes`: "1 to 26".
Error wrong_board_size(std::string_view game, std::string_view sizes, int size);

}  // namespace intarsia
