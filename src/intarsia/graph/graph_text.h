// A graph as text for other programs: Graphviz, or a JSON object for each node.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "intarsia/base/result.h"
#include "intarsia/graph/view.h"

namespace intarsia::graph {

struct ExportOptions {
  // Only what so many moves from here lead to. Without it everything.
  std::optional<Identity> start = {};
  int depth = 3;
  std::uint64_t min_games = 0;  // of a move, for it to be there
};

using TextSink = std::function<void(std::string_view text)>;

// Both return how many nodes were written. Nodes come by key, or by distance from the start.
Result<std::uint64_t> export_dot(const View& view, const ExportOptions& o, const TextSink& sink);
Result<std::uint64_t> export_json(const View& view, const ExportOptions& o, const TextSink& sink);

}  // namespace intarsia::graph
