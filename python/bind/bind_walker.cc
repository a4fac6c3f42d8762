// Walks through graphs: steps from a start, forth and back.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "intarsia/graph/walker.h"
#include "python/bind/bind.h"
#include "python/bind/classes.h"
#include "python/bind/errors.h"
#include "python/bind/graphs.h"
#include "python/bind/line_arguments.h"
#include "python/bind/lines.h"

namespace intarsia::bind {

namespace {

// Python's lock is held while it goes on, so threads need no other.
struct WalkerObject {
  GraphPointer graph;
  graph::Walker walker;
};

WalkerObject walker_from(const GraphPointer& graph, nb::handle position) {
  const auto line = line_from(graph->type(), position);
  return {graph, value_of(graph::Walker::from(graph->view(), *line))};
}

// The number of a line's last move.
std::uint16_t last_move(const game::Line& line) {
  const std::size_t bytes = line.type().record_type(line.size()).bytes;
  std::vector<std::byte> records(2 * bytes);
  const game::RecordTargets none;
  line.pack(line.ply() - 1, line.ply(), false, {&none, 1}, records.data());
  game::Traced traced;
  line.type().rules.trace(line.size(), records, 1, traced);
  return traced.steps.front().move;
}

void push(WalkerObject& self, nb::handle move) {
  const std::string text = move_text(self.graph->type(), self.graph->view().size(), move);
  const game::LinePtr line = self.walker.line();
  play(*line, text);
  if (auto error = self.walker.push(last_move(*line))) raise(*error);
}

std::vector<std::string> path(const WalkerObject& self) {
  std::vector<std::string> moves = self.walker.line()->moves();
  const auto steps = static_cast<std::ptrdiff_t>(self.walker.path().size());
  return {moves.end() - steps, moves.end()};
}

}  // namespace

void bind_walker(nb::module_& m) {
  nb::class_<WalkerObject>(m, "GraphWalker",
                           "A walk through a graph: ia.GraphWalker stands on one.")
      .def_static("start", walker_from, nb::arg("graph"), nb::arg("position").none())
      .def("push", push, nb::arg("move").none())
      .def("pop", [](WalkerObject& self) { return self.walker.pop(); })
      .def_prop_ro("path", path)
      .def_prop_ro("identity", [](const WalkerObject& self) { return self.walker.key(); })
      .def("__len__", [](const WalkerObject& self) { return self.walker.path().size(); })
      .def(
          "position", [](const WalkerObject& self) { return to_position(self.walker.line()); },
          nb::sig("def position(self) -> AnyPosition"))
      .def("node",
           [](const WalkerObject& self) { return find_node(self.graph, self.walker.identity()); });
}

}  // namespace intarsia::bind
