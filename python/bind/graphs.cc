#include "python/bind/graphs.h"

#include "intarsia/base/text.h"
#include "intarsia/games/graph_build.h"
#include "intarsia/games/registry.h"
#include "python/bind/errors.h"
#include "python/bind/lines.h"

namespace intarsia::bind {

void raise_broken() {
  PyErr_SetString(
      PyExc_RuntimeError,
      "memory ran out while this graph was changed, and it is not whole: make it again");
  throw nb::python_error();
}

graph::Graph& changeable(const GraphObject& object) {
  if (object.changeable() != nullptr) return *object.changeable();
  if (object.store() == nullptr) {
    throw nb::value_error(
        "this graph is an evaluator's, which alone adds to it: graph.load() gives a copy that can "
        "be changed");
  }
  throw nb::value_error(
      concat({object.store()->folder(),
              " is a stored graph, which does not change: graph.load() gives one in memory that "
              "does, ia.build_graph(…, force=True) builds it again"})
          .c_str());
}

graph::Identity identity_in(const GraphObject& object, nb::handle position) {
  return value_of(object.view().identity_of(*line_from(object.type(), position)));
}

std::optional<NodeObject> find_node(const GraphPointer& object, const graph::Identity& identity) {
  auto node = value_of(object->read([&](Unlocked&) { return object->view().find(identity); }));
  if (!node) return std::nullopt;
  return NodeObject{object, *std::move(node)};
}

namespace {

void expect_store() {
  if (graph::Store::is_available()) return;
  PyErr_SetString(PyExc_RuntimeError, graph::no_store().detail.c_str());
  throw nb::python_error();
}

}  // namespace

GraphPointer open_graph(const std::string& folder) {
  expect_store();
  auto store = [&] {
    const Unlocked unlocked;
    return graph::Store::open(folder, [](std::string_view name) { return games::find_game(name); });
  }();
  if (!store) raise_os(store.error());
  return std::make_shared<GraphObject>(std::shared_ptr<const graph::Store>(*std::move(store)));
}

void check_graph_folder(const std::string& folder, bool force) {
  expect_store();
  const auto has_graph = graph::is_graph(folder);
  if (!has_graph) raise_os(has_graph.error());
  if (*has_graph && !force) {
    PyErr_SetString(
        PyExc_FileExistsError,
        concat({folder, " holds a graph: ia.Graph(path=…) opens it, force=True replaces it"})
            .c_str());
    throw nb::python_error();
  }
  if (const auto error = games::refuse_graph_folder(folder, force)) raise_os(*error);
}

nb::object end_object(const game::GameType& type, const std::optional<graph::Ended>& end) {
  if (!end) return nb::none();
  return nb::cast(outcome_object(type, end->outcome, end->reason));
}

}  // namespace intarsia::bind
