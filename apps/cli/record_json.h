// A record of a data set in words.

#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include <nlohmann/json.hpp>

#include "intarsia/base/result.h"

namespace intarsia::cli {

// Position, move and targets.
Result<nlohmann::ordered_json> record_json(std::string_view game, int size,
                                           std::span<const std::byte> record);

}  // namespace intarsia::cli
