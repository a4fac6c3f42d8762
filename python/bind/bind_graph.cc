// Graphs of positions: asked, explored, checked.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "intarsia/base/text.h"
#include "intarsia/games/registry.h"
#include "intarsia/graph/verify.h"
#include "python/bind/bind.h"
#include "python/bind/classes.h"
#include "python/bind/errors.h"
#include "python/bind/graphs.h"
#include "python/bind/lines.h"
#include "python/bind/watch.h"

namespace intarsia::bind {

namespace {

using graph::Counts;
using graph::Node;

GraphPointer make_graph(std::string_view game, const SizeArgument& size) {
  const GameType& type = *value_of(games::find_game(game));
  const int number = size_in(type, size).value_or(type.sizes.usual);
  return std::make_shared<GraphObject>(std::make_shared<graph::Graph>(graph::Kind{&type, number}));
}

std::uint64_t node_count(const GraphObject& self) {
  if (self.store() != nullptr) return self.store()->about().nodes;
  return self.read([&](Unlocked&) { return std::uint64_t{self.memory()->nodes().size()}; });
}

NodeObject add(const GraphPointer& self, nb::handle position) {
  graph::Graph& g = changeable(*self);
  const auto line = line_from(self->type(), position);
  const auto node = self->change([&](Unlocked&) -> Result<Node> {
    const auto id = g.add(*line);
    if (!id) return id.error();
    return g.node(*id);
  });
  return {self, value_of(node)};
}

NodeObject explore(const GraphPointer& self, nb::handle position, std::optional<int> depth,
                   std::optional<std::uint64_t> nodes, std::uint64_t memory, unsigned threads,
                   nb::handle progress) {
  graph::Graph& g = changeable(*self);
  const auto line = line_from(self->type(), position);
  const auto node = self->change([&](Unlocked& unlocked) -> Result<Node> {
    Watch watch(unlocked, progress);
    const auto root = g.add(*line);
    if (!root) return root.error();
    const auto done =
        g.explore(*root, {.depth = depth.value_or(std::numeric_limits<int>::max()),
                          .max_nodes = nodes.value_or(std::numeric_limits<std::uint64_t>::max()),
                          .max_memory = memory,
                          .threads = threads_or_cores(threads),
                          .stop = &watch.stop(),
                          .progress = [&](std::uint64_t n, int d) {
                            watch({n, static_cast<std::uint64_t>(d)});
                          }});
    if (!done) return done.error();
    return g.node(*root);
  });
  if (!node && node.error().code == ErrorCode::kLimit) raise_memory(node.error().detail);
  return {self, value_of(node)};
}

// What ends a walk through a graph when Python wants it to end.
Error interrupted() { return {ErrorCode::kIo, 0, "interrupted"}; }

nb::tuple statistics(const GraphObject& self) {
  const auto s = value_of(self.read([&](Unlocked& unlocked) -> Result<graph::Statistics> {
    Watch watch(unlocked);
    graph::Statistics sum;
    std::optional<Key> last;
    auto error = self.view().for_each([&](const Node& n) -> std::optional<Error> {
      sum.add(n, last == n.key);
      last = n.key;
      watch({sum.nodes});
      if (watch.is_stopped()) return interrupted();
      return std::nullopt;
    });
    if (error) return *std::move(error);
    return sum;
  }));
  return nb::make_tuple(s.nodes, s.edges, s.terminal, s.explored, s.collisions, s.games, s.plies);
}

// The first faults, and how many there are beyond them.
nb::tuple verify(const GraphObject& self) {
  const auto verified = self.read([&](Unlocked& unlocked) {
    Watch watch(unlocked);
    const graph::VerifyOptions options{.progress = [&](std::uint64_t nodes) { watch({nodes}); },
                                       .is_stopped = [&] { return watch.is_stopped(); }};
    if (self.store() == nullptr) return graph::verify(self.view(), options);
    return graph::verify_folder(
        self.store()->folder(), [](std::string_view name) { return games::find_game(name); },
        options);
  });
  if (!verified) raise_os(verified.error());
  return nb::make_tuple(verified->faults, verified->more);
}

// All positions of a graph as they were at one time, by key.
struct PositionList {
  GraphPointer graph;
  std::vector<Key> keys;
  std::vector<std::byte> records;
};

PositionList positions(const GraphPointer& self) {
  PositionList out{self, {}, {}};
  const auto error = self->read([&](Unlocked& unlocked) {
    Watch watch(unlocked);
    return self->view().for_each([&](const Node& n) -> std::optional<Error> {
      out.keys.push_back(n.key);
      out.records.insert(out.records.end(), n.record.begin(), n.record.end());
      watch({out.keys.size()});
      if (watch.is_stopped()) return interrupted();
      return std::nullopt;
    });
  });
  if (error) raise(*error);
  return out;
}

std::vector<NodeObject> take(const PositionList& self, std::size_t first, std::size_t count) {
  std::vector<Node> nodes;
  const std::size_t bytes = self.graph->view().kind().record_bytes();
  const std::size_t last = std::min(first + count, self.keys.size());
  const auto error = self.graph->read([&](Unlocked&) -> std::optional<Error> {
    for (std::size_t i = first; i < last; ++i) {
      const auto record = std::span(self.records).subspan(i * bytes, bytes);
      auto node =
          self.graph->view().find(graph::Identity{self.keys[i], {record.begin(), record.end()}});
      if (!node) return node.error();
      if (*node) nodes.push_back(**std::move(node));
    }
    return std::nullopt;
  });
  if (error) raise(*error);
  std::vector<NodeObject> out;
  out.reserve(nodes.size());
  for (Node& node : nodes) out.push_back({self.graph, std::move(node)});
  return out;
}

// A place in a stored graph, so that it is gone through in constant memory.
struct Cursor {
  GraphPointer graph;
  std::optional<graph::Identity> last;
};

std::vector<NodeObject> take_next(Cursor& self, std::size_t count) {
  const graph::Identity first = self.last.value_or(graph::Identity{0, {}});
  std::vector<NodeObject> out;
  bool is_enough = false;
  const auto error = self.graph->read([&](Unlocked&) {
    return self.graph->store()->for_each_from(first, [&](const Node& n) -> std::optional<Error> {
      is_enough = out.size() == count;
      if (is_enough) return Error{ErrorCode::kIo, 0, "enough"};
      const bool is_last = self.last && n.key == first.key && n.record == first.record;
      if (!is_last) out.push_back({self.graph, n});
      return std::nullopt;
    });
  });
  if (error && !is_enough) raise(*error);
  if (!out.empty()) self.last = graph::Identity{out.back().node.key, out.back().node.record};
  return out;
}

game::LinePtr line_of(const NodeObject& self) {
  const graph::View& view = self.graph->view();
  return value_of(view.type().unpack(view.size(), self.node.record));
}

std::shared_ptr<const graph::ExplorerPage> page_of(NodeObject& self) {
  if (self.page) return self.page;
  auto page = value_of(self.graph->read(
      [&](Unlocked&) { return graph::explore_at(self.graph->view(), self.node); }));
  self.page = std::make_shared<const graph::ExplorerPage>(std::move(page));
  return self.page;
}

// The first player's wins, draws, the second's wins, and games whose outcome nobody knows.
nb::tuple outcomes_of(const Counts& c) {
  return nb::make_tuple(c.with(Outcome::kFirst), c.with(Outcome::kDraw), c.with(Outcome::kSecond),
                        c.with(Outcome::kUnknown));
}

nb::list moves(NodeObject& self) {
  const auto page = page_of(self);
  nb::list out;
  for (const graph::ExplorerMove& m : page->moves) {
    out.append(nb::make_tuple(m.move, m.text, m.notation, outcomes_of(m.counts), m.share, m.points,
                              m.rating, end_object(*page->type, m.end)));
  }
  return out;
}

std::optional<NodeObject> child(const NodeObject& self, std::uint16_t move) {
  const graph::View& view = self.graph->view();
  Node one{.record = self.node.record};
  for (const graph::Edge& e : self.node.edges) {
    if (e.move == move) one.edges.push_back(e);
  }
  if (one.edges.empty()) throw nb::value_error("no such move");
  game::Identities children = value_of(view.children_of(one));
  return find_node(self.graph, {children.keys[0], std::move(children.records)});
}

void bind_node(nb::module_& m) {
  nb::class_<NodeObject>(m, "GraphNode", "What a graph says of a position: ia.Graph's nodes.")
      .def_prop_ro("game", [](const NodeObject& n) { return n.graph->type().name; })
      .def_prop_ro("identity", [](const NodeObject& n) { return n.node.key; })
      .def_prop_ro("is_explored", [](const NodeObject& n) { return n.node.is_explored; })
      .def_prop_ro("starts", [](const NodeObject& n) { return n.node.starts; })
      .def_prop_ro("finishes", [](const NodeObject& n) { return n.node.finishes; })
      .def_prop_ro("outcomes", [](const NodeObject& n) { return outcomes_of(n.node.counts()); })
      .def_prop_ro("end",
                   [](const NodeObject& n) { return end_object(n.graph->type(), n.node.end); })
      .def_prop_ro("rating", [](NodeObject& n) { return page_of(n)->rating; })
      .def_prop_ro("text", [](NodeObject& n) { return page_of(n)->position; })
      .def_prop_ro(
          "record",
          [](const NodeObject& n) { return nb::bytes(n.node.record.data(), n.node.record.size()); })
      .def(
          "position", [](const NodeObject& n) { return to_position(line_of(n)); },
          nb::sig("def position(self) -> AnyPosition"))
      .def("moves", moves, nb::sig("def moves(self) -> list[tuple]"))
      .def("child", child, nb::arg("move"), "The position after a move, by its number.")
      .def(
          "table", [](NodeObject& n, std::size_t most) { return to_text(*page_of(n), most); },
          nb::arg("most"), "The explorer's table.");
}

}  // namespace

void bind_graph(nb::module_& m) {
  bind_node(m);
  nb::class_<PositionList>(m, "PositionList", "The positions of a graph, to go through them.")
      .def("__len__", [](const PositionList& l) { return l.keys.size(); })
      .def("take", take, nb::arg("first"), nb::arg("count"));
  nb::class_<Cursor>(m, "StoreCursor", "A place in a stored graph, to go through it.")
      .def("take", take_next, nb::arg("count"));
  auto graph = nb::class_<GraphObject>(m, "Graph", "A graph of positions: ia.Graph stands on one.");
  graph.def_static("in_memory", make_graph, nb::arg("game"), nb::arg("size").none())
      .def_static("open", open_graph, nb::arg("folder"))
      .def_prop_ro("game", [](const GraphObject& g) { return g.type().name; })
      .def_prop_ro("size", [](const GraphObject& g) { return g.view().size(); })
      .def_prop_ro("folder",
                   [](const GraphObject& g) -> std::optional<std::string> {
                     if (g.store() == nullptr) return std::nullopt;
                     return as_utf8(g.store()->folder());
                   })
      .def_prop_ro(
          "origin",
          [](const GraphObject& g) -> std::optional<std::string> {
            if (g.store() == nullptr) return std::nullopt;
            return g.store()->about().origin;
          },
          "How a stored one was made, as JSON.")
      .def("__len__", node_count)
      .def("add", add, nb::arg("position").none())
      .def(
          "find",
          [](const GraphPointer& self, nb::handle position) {
            return find_node(self, identity_in(*self, position));
          },
          nb::arg("position").none())
      .def("explore", explore, nb::arg("position").none(), nb::arg("depth").none(),
           nb::arg("nodes").none(), nb::arg("memory"), nb::arg("threads"),
           nb::arg("progress").none())
      .def("statistics", statistics)
      .def("positions", positions)
      .def("cursor",
           [](const GraphPointer& self) {
             return Cursor{self, std::nullopt};
           })
      .def("verify", verify);
  bind_graph_work(m, graph);
}

}  // namespace intarsia::bind
