// The sizes of the boards among inputs: a look ahead, for games that are played on several.

#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "apps/cli/input_kind.h"
#include "apps/cli/verb.h"
#include "intarsia/base/result.h"

namespace intarsia::cli {

// How many inputs have boards of each size. `from` is the layout of tensors without a
// passport, `format` that of games, `game` the one whose boards count.
Result<std::map<int, std::uint64_t>> count_sizes(std::span<const std::string> inputs,
                                                 std::span<const InputKind> kinds,
                                                 const std::string& from, const std::string& format,
                                                 const game::GameType& game, const Common& common);

}  // namespace intarsia::cli
