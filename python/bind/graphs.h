// Graphs of positions as Python holds them: in memory, or stored in a folder.

#pragma once

#include <atomic>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include <nanobind/nanobind.h>

#include "intarsia/graph/explorer.h"
#include "intarsia/graph/graph.h"
#include "intarsia/graph/store.h"
#include "python/bind/errors.h"
#include "python/bind/work_lock.h"

namespace intarsia::bind {

namespace nb = nanobind;

// RuntimeError: what a change without memory has left is not whole.
[[noreturn]] void raise_broken();

class GraphObject {
 public:
  explicit GraphObject(std::shared_ptr<graph::Graph> memory)
      : view_(memory), memory_(memory.get()), changeable_(memory.get()) {}
  // One in memory that something else fills.
  explicit GraphObject(std::shared_ptr<const graph::Graph> memory)
      : view_(memory), memory_(memory.get()) {}
  explicit GraphObject(std::shared_ptr<const graph::Store> store)
      : view_(store), store_(store.get()) {}

  const graph::View& view() const { return *view_; }
  const game::GameType& type() const { return view_->type(); }
  // Null if it is of the other kind.
  const graph::Graph* memory() const { return memory_; }
  const graph::Store* store() const { return store_; }
  // Null unless it is Python's to change.
  graph::Graph* changeable() const { return changeable_; }

  // ask(unlocked) without Python's lock: several threads together, or (`change`) this one alone. What
  // Python's code raised meanwhile is raised.
  template <class Ask>
  auto read(Ask ask) const {
    return work(WorkLock::Use::kRead, ask);
  }
  template <class Change>
  auto change(Change change) const {
    return work(WorkLock::Use::kChange, change);
  }
  const WorkLock& lock() const { return lock_; }
  // For changes by other ways than `change`, with the lock held: that they ended without memory.
  void set_broken() const { is_broken_ = true; }
  bool is_broken() const { return is_broken_; }

 private:
  template <class Ask>
  auto work(WorkLock::Use use, Ask& ask) const {
    lock_.check(use);
    std::optional<std::invoke_result_t<Ask&, Unlocked&>> result;
    bool has_memory = true;
    {
      Unlocked unlocked;
      if (const WorkLock::Held held(lock_, use, unlocked); held && !is_broken_) {
        try {
          result.emplace(ask(unlocked));
        } catch (const std::bad_alloc&) {
          has_memory = false;
          if (use == WorkLock::Use::kChange) is_broken_ = true;
        }
      }
    }
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
    if (!has_memory) raise_memory("at work on a graph");
    if (!result) raise_broken();
    return *std::move(result);
  }

  std::shared_ptr<const graph::View> view_;
  const graph::Graph* memory_ = nullptr;
  const graph::Store* store_ = nullptr;
  graph::Graph* changeable_ = nullptr;
  mutable std::atomic<bool> is_broken_ = false;  // a change ended where there was no memory
  WorkLock lock_;
};

using GraphPointer = std::shared_ptr<GraphObject>;

// What a graph said of a position when it was asked.
struct NodeObject {
  GraphPointer graph;
  graph::Node node;
  std::shared_ptr<const graph::ExplorerPage> page = nullptr;  // when it was first asked for
};

// The graph to be changed; ValueError that says what to do if it is stored, or filled by something else.
graph::Graph& changeable(const GraphObject& object);

// Of a position in whatever form Python has it; and its node, or nothing if it is not there.
graph::Identity identity_in(const GraphObject& object, nb::handle position);
std::optional<NodeObject> find_node(const GraphPointer& object, const graph::Identity& identity);

GraphPointer open_graph(const std::string& folder);
// FileExistsError for a folder that holds a graph, unless `force`; OSError for one in which no graph can
// be stored.
void check_graph_folder(const std::string& folder, bool force);

// How a game ended there, as ia.Outcome; None while it goes on.
nb::object end_object(const game::GameType& type, const std::optional<graph::Ended>& end);

// What changes and stores graphs (bind_graph_work.cc).
void bind_graph_work(nb::module_& m, nb::class_<GraphObject>& graph);

}  // namespace intarsia::bind
