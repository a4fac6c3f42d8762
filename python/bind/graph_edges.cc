#include "python/bind/graph_edges.h"

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "python/bind/errors.h"
#include "python/bind/watch.h"

namespace intarsia::bind {

namespace {

constexpr const char* kOutcomeColumns[] = {"unknown", "first", "draws", "second"};

struct Columns {
  std::vector<std::uint64_t> identity;
  std::vector<std::uint64_t> child;
  std::vector<std::int32_t> move;      // its number in `moves`
  std::vector<std::int32_t> position;  // likewise
  std::array<std::vector<std::uint64_t>, 4> outcomes;
  std::vector<std::uint64_t> rated;
  std::vector<std::uint64_t> rating_sum;
  std::vector<std::string> moves;
  std::vector<std::string> positions;
};

class Collector {
 public:
  Collector(const graph::View& view, std::uint64_t min_games, bool has_positions)
      : view_(view), min_games_(min_games), has_positions_(has_positions) {}

  std::optional<Error> add(const graph::Node& n) {
    bool is_new = true;
    for (const graph::Edge& e : n.edges) {
      if (e.counts.games() < min_games_) continue;
      if (std::exchange(is_new, false) && has_positions_) {
        if (auto error = add_position(n)) return error;
      }
      add(n, e);
    }
    return std::nullopt;
  }

  Columns& columns() { return out_; }

 private:
  std::optional<Error> add_position(const graph::Node& n) {
    const auto line = view_.type().unpack(view_.size(), n.record);
    if (!line) return line.error();
    out_.positions.push_back((*line)->position_text());
    return std::nullopt;
  }

  void add(const graph::Node& n, const graph::Edge& e) {
    out_.identity.push_back(n.key);
    out_.child.push_back(e.child);
    out_.move.push_back(
        number_of(view_.type().rules.move_text(view_.size(), n.record.data(), e.move)));
    if (has_positions_) {
      out_.position.push_back(static_cast<std::int32_t>(out_.positions.size()) - 1);
    }
    for (std::size_t i = 0; i < out_.outcomes.size(); ++i) {
      out_.outcomes[i].push_back(e.counts.outcomes[i]);
    }
    out_.rated.push_back(e.counts.rated);
    out_.rating_sum.push_back(e.counts.rating_sum);
  }

  // Games have some thousands of moves at most.
  std::int32_t number_of(std::string text) {
    const auto [at, is_new] =
        numbers_.try_emplace(std::move(text), static_cast<std::int32_t>(numbers_.size()));
    if (is_new) out_.moves.push_back(at->first);
    return at->second;
  }

  const graph::View& view_;
  std::uint64_t min_games_;
  bool has_positions_;
  Columns out_;
  std::unordered_map<std::string, std::int32_t> numbers_;
};

// An array that owns the numbers.
template <class Number>
nb::object array_of(std::vector<Number>&& numbers) {
  auto* const kept = new std::vector<Number>(std::move(numbers));
  const nb::capsule owner(kept,
                          [](void* p) noexcept { delete static_cast<std::vector<Number>*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, Number, nb::ndim<1>>(kept->data(), {kept->size()}, owner));
}

}  // namespace

nb::dict graph_edges(const GraphObject& graph, std::uint64_t min_games, bool has_positions) {
  Collector collector(graph.view(), min_games, has_positions);
  const auto error = graph.read([&](Unlocked& unlocked) {
    Watch watch(unlocked);
    std::uint64_t nodes = 0;
    return graph.view().for_each([&](const graph::Node& n) -> std::optional<Error> {
      watch({++nodes});
      if (watch.is_stopped()) return Error{ErrorCode::kIo, 0, "interrupted"};
      return collector.add(n);
    });
  });
  if (error) raise(*error);
  Columns& columns = collector.columns();
  nb::dict out;
  out["identity"] = array_of(std::move(columns.identity));
  out["child"] = array_of(std::move(columns.child));
  out["move"] = array_of(std::move(columns.move));
  for (std::size_t i = 0; i < columns.outcomes.size(); ++i) {
    out[kOutcomeColumns[i]] = array_of(std::move(columns.outcomes[i]));
  }
  out["rated"] = array_of(std::move(columns.rated));
  out["rating_sum"] = array_of(std::move(columns.rating_sum));
  out["moves"] = nb::cast(columns.moves);
  if (has_positions) {
    out["position"] = array_of(std::move(columns.position));
    out["positions"] = nb::cast(columns.positions);
  }
  return out;
}

}  // namespace intarsia::bind
