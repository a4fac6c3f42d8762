// A walk through a graph: the transitions from a start to here, as a stack.
//
//   auto walker = Walker::from(graph, *line);
//   const auto node = *walker->node();          // what the graph says of the position here
//   walker->push(node->edges.front());
//   walker->path();                             // the numbers of the moves
//   walker->pop();
//
// Every legal move may be walked, whether the graph knows it or not. The position is always the one that
// playing the path from the start gives; going forth or back costs the edits of one transition.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/game/steps.h"
#include "intarsia/graph/view.h"

namespace intarsia::graph {

class Walker {
 public:
  // At the last position of a line, which need not be in the graph. The graph must outlive it. An error
  // if the line is of another game or board.
  static Result<Walker> from(const View& graph, const game::Line& start);

  const View& graph() const { return *graph_; }

  // A step, by the number of its move or by an edge of the node here. An error, and no step, unless the
  // move is legal and leads to where the edge says.
  [[nodiscard]] std::optional<Error> push(std::uint16_t move) { return steps_->push(move); }
  [[nodiscard]] std::optional<Error> push(const Edge& edge);
  // Takes back the last step; false at the start.
  bool pop() { return steps_->pop(); }

  // The moves since the start.
  std::span<const std::uint16_t> path() const { return steps_->moves(); }

  // The key by which the graph knows the position here, and that with its record.
  Key key() const { return steps_->identity() & graph_->kind().key_mask; }
  Identity identity() const;
  // What the graph says of it; nothing if it is not there.
  Result<std::optional<Node>> node() const { return graph_->find(identity()); }

  // The start's line with the path.
  game::LinePtr line() const { return steps_->line(); }
  // The position alone, as a record without history or targets.
  std::vector<std::byte> record() const;

 private:
  Walker(const View& graph, std::unique_ptr<game::Steps> steps)
      : graph_(&graph), steps_(std::move(steps)) {}

  const View* graph_;
  std::unique_ptr<game::Steps> steps_;
};

}  // namespace intarsia::graph
