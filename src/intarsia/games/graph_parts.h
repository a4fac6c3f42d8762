// A graph of each part of a collection, made by any worker; `graph merge` adds them up.

#pragma once

#include <cstddef>
#include <string>

#include "intarsia/base/result.h"
#include "intarsia/games/graph_build.h"

namespace intarsia::games {

struct GraphPartReport {
  bool was_there = false;
  GraphBuildReport build = {};
};

// `set` has the plan and the part's data set; the graph is `o.folder`/part-00007 then. Nothing is made of
// a part without games.
Result<GraphPartReport> build_graph_part(const std::string& set, std::size_t part,
                                         const GraphBuildOptions& o);

// The graphs of parts in a folder that is no graph itself; else the folder.
Result<std::vector<std::string>> graphs_in(const std::string& folder);

}  // namespace intarsia::games
