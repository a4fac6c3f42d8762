#include "intarsia/graph/walker.h"

#include "intarsia/base/text.h"

namespace intarsia::graph {

Result<Walker> Walker::from(const View& graph, const game::Line& start) {
  const auto identity = graph.identity_of(start);  // which checks that it is of this graph
  if (!identity) return identity.error();
  return Walker(graph, graph.type().make_steps(start));
}

std::optional<Error> Walker::push(const Edge& edge) {
  if (auto error = push(edge.move)) return error;
  if (key() == edge.child) return std::nullopt;
  pop();
  return Error{ErrorCode::kInvalid, 0,
               concat({"move ", std::to_string(edge.move), " does not lead to ", hex16(edge.child),
                       ": the edge is of another position"})};
}

Identity Walker::identity() const {
  Identity here{key(), std::vector<std::byte>(graph_->kind().record_bytes())};
  steps_->pack_identity(here.record.data());
  return here;
}

std::vector<std::byte> Walker::record() const {
  std::vector<std::byte> out(graph_->kind().record_bytes());
  steps_->pack(out.data());
  return out;
}

}  // namespace intarsia::graph
