// Games that came before: in one data set or in several that are one.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/data/set.h"

namespace intarsia::data {

using SameStart =
    std::function<bool(int size, std::span<const std::byte> a, std::span<const std::byte> b)>;

// For each game, numbered through all games tables, whether a game before it has the same hash, the same
// start and the same moves. A bit a game; the rest is sorted in `folder` with so much memory.
Result<std::vector<bool>> find_equal_games(const Set& sets, const std::string& folder,
                                           std::uint64_t memory, const SameStart& same_start);

}  // namespace intarsia::data
