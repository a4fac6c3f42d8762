// What keeps a text from being taken as JSON.

#pragma once

#include <optional>
#include <string_view>

#include "intarsia/base/result.h"

namespace intarsia::games {

// More brackets inside each other than any file of ours has: what recurses over a value must not be
// led down.
inline constexpr std::size_t kMaxJsonDepth = 8;

// No JSON (with the byte), too deep, or a key said twice, which would silently drop one.
std::optional<Error> json_fault(std::string_view text);

}  // namespace intarsia::games
