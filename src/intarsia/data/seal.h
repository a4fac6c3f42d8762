// The hash that ends a text of ours: the last key of its object is that of every byte before it.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "intarsia/base/json_text.h"

namespace intarsia::data {

// Ends the outermost object, which is open, with the hash.
std::string sealed(JsonText& out);

// The hash at the end of a text, if it is that of what stands before.
std::optional<std::uint64_t> seal_of(std::string_view text);

}  // namespace intarsia::data
