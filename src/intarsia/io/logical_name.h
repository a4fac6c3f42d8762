// Names of sources that mean the same on every machine: the path below a root, "/" between the steps.
//
//   logical_name("/mnt/games/2024/may.pgn", "/mnt/games")   // "2024/may.pgn"
//   path_below("/tmp/copy", "2024/may.pgn")                 // where another machine has it
//
// Where the root lies is stored nowhere.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "intarsia/base/result.h"

namespace intarsia::io {

// By the text of the paths alone: links are not followed. A path outside the root is an error.
Result<std::string> logical_name(const std::string& path, const std::string& root);

// Why this is no such name: what comes out of a file must not lead out of the root.
[[nodiscard]] std::optional<Error> refuse_logical_name(std::string_view name);

std::string path_below(const std::string& root, std::string_view name);

}  // namespace intarsia::io
