// Several runs as one: the nodes of a shard in order, each of them once.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "intarsia/base/result.h"
#include "intarsia/graph/internal/run_file.h"
#include "intarsia/graph/view.h"
#include "intarsia/io/open_files.h"

namespace intarsia::graph::internal {

using VisitBytes =
    std::function<std::optional<Error>(std::string_view key, std::string_view value)>;

// What several runs say of a node is added up. `files`: those of the runs, by the runs' numbers. An
// error if two runs cannot both be right; one of `visit` ends it.
[[nodiscard]] std::optional<Error> merge_runs(const Kind& kind, io::OpenFiles& files,
                                              std::span<const Run> runs, std::uint32_t shard,
                                              const VisitBytes& visit);

}  // namespace intarsia::graph::internal
