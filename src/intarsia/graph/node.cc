#include "intarsia/graph/node.h"

#include <algorithm>
#include <string>
#include <utility>

#include "intarsia/base/text.h"

namespace intarsia::graph {

Counts Counts::of(const game::GameRow& row) {
  Counts c;
  c.outcomes[static_cast<std::size_t>(row.outcome)] = 1;
  const unsigned first = row.ratings[0];
  const unsigned second = row.ratings[1];
  c.rated = first != 0 || second != 0 ? 1 : 0;
  c.rating_sum = first == 0 || second == 0 ? first + second : (first + second) / 2;
  return c;
}

Counts& Counts::operator+=(const Counts& other) {
  for (std::size_t i = 0; i < outcomes.size(); ++i) outcomes[i] += other.outcomes[i];
  rated += other.rated;
  rating_sum += other.rating_sum;
  return *this;
}

bool Counts::are_in_range() const {
  const auto is_in_range = [](std::uint64_t n) { return n <= kMaxCount; };
  return std::all_of(outcomes.begin(), outcomes.end(), is_in_range) && is_in_range(rated) &&
         is_in_range(rating_sum);
}

Counts Node::counts() const {
  Counts sum;
  for (const Edge& e : edges) sum += e.counts;
  return sum;
}

std::optional<Error> merge(Node& into, const Node& other) {
  const auto differ = [](const char* what) {
    return Error{ErrorCode::kInvalid, 0,
                 std::string("two graphs say otherwise of one position: ") + what};
  };
  if (into.end != other.end) return differ("whether the game has ended there");
  std::vector<Edge> edges;
  edges.reserve(into.edges.size() + other.edges.size());
  auto a = into.edges.begin();
  auto b = other.edges.begin();
  while (a != into.edges.end() || b != other.edges.end()) {
    if (b == other.edges.end() || (a != into.edges.end() && a->move < b->move)) {
      edges.push_back(*a++);
    } else if (a == into.edges.end() || b->move < a->move) {
      edges.push_back(*b++);
    } else {
      if (a->child != b->child) return differ("where a move leads");
      edges.push_back(*a++);
      edges.back().counts += (b++)->counts;
      if (!edges.back().counts.are_in_range()) {
        return Error{ErrorCode::kLimit, 0,
                     concat({"a move is counted more than ", std::to_string(kMaxCount), " times"})};
      }
    }
  }
  into.edges = std::move(edges);
  into.is_explored |= other.is_explored;
  into.starts += other.starts;
  into.finishes += other.finishes;
  return std::nullopt;
}

}  // namespace intarsia::graph
