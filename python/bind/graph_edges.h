// The edges of a graph as columns.

#pragma once

#include <nanobind/nanobind.h>

#include "python/bind/graphs.h"

namespace intarsia::bind {

// Columns by name, as arrays of NumPy. Moves and positions are numbers of texts, which are lists:
// `moves`, and `positions` if they are wanted. Only moves that were played so often.
nb::dict graph_edges(const GraphObject& graph, std::uint64_t min_games, bool has_positions);

}  // namespace intarsia::bind
