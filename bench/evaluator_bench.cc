// Positions explored, made into tensors and handed to a score function that costs nothing, as a share of
// exploring the same graph alone: what an evaluation costs besides its network. On one thread.

#include <cstdio>
#include <cstdlib>

#include "bench/measure.h"
#include "intarsia/games/registry.h"
#include "intarsia/graph/evaluator.h"

namespace intarsia::bench {

namespace {

using graph::Evaluator;
using graph::Kind;

constexpr int kRuns = 3;
constexpr std::size_t kBatch = 1'024;
constexpr std::uint64_t kPositions = 1'000'000;
constexpr double kDue = 1e6;  // positions a second
constexpr const char* kLayout = "chess/canonical18";

const layout::Layout& layout_named(const Kind& kind, std::string_view id) {
  for (const layout::Layout& l : kind.type->layouts(kind.size)) {
    if (l.id == id) return l;
  }
  std::abort();
}

std::uint64_t explore(const Kind& kind, const game::Line& line) {
  graph::Graph graph(kind);
  const auto root = graph.add(line);
  if (!root || !graph.explore(*root, {.max_nodes = kPositions})) std::abort();
  return graph.nodes().size();
}

std::uint64_t evaluate(const Kind& kind, const game::Line& line, const graph::Score& score,
                       graph::Order order) {
  Evaluator evaluator(kind, score, {.order = order, .batch = kBatch});
  if (!evaluator.add_root(line)) std::abort();
  const auto scored = evaluator.step(kPositions);
  if (!scored) std::abort();
  return *scored;
}

void print(const char* what, const Rates& r) {
  std::printf("| %s | %.2f M/s | %.2f M/s | %.2f | %.1f M/s |\n", what, r.ours / 1e6, r.other / 1e6,
              r.ratio(), kDue / 1e6);
}

void run() {
  const game::GameType& type = *games::all_games().front();
  const Kind kind = {&type, type.sizes.usual};
  const game::LinePtr start = type.start(kind.size, {});
  const auto plan = layout::Plan::make(layout_named(kind, kLayout));
  const auto nothing = [](const std::byte* tensors, std::size_t,
                          std::span<float> out) -> std::optional<Error> {
    keep(*tensors);
    for (float& f : out) f = 0;
    return std::nullopt;
  };
  const auto tensors = graph::tensor_score(kind, *plan, nothing);
  const graph::Score free = [](auto, std::span<float> out) -> std::optional<Error> {
    for (float& f : out) f = 0;
    return std::nullopt;
  };
  const auto built_in = graph::built_in_score(kind);
  const auto rates = [&](const graph::Score& score, graph::Order order) {
    return best_rates(
        kRuns, [&] { return evaluate(kind, *start, score, order); },
        [&] { return explore(kind, *start); });
  };
  std::printf("| scored | positions | explored alone | ratio | due |\n|---|---|---|---|---|\n");
  print("tensors of canonical18", rates(*tensors, graph::Order::kBreadth));
  print("nothing", rates(free, graph::Order::kBreadth));
  print("the game's own score", rates(built_in, graph::Order::kBreadth));
  print("the same, best first", rates(built_in, graph::Order::kBest));

  Evaluator evaluator(kind, built_in, {});
  const auto root = evaluator.add_root(*start);
  if (!evaluator.step(kPositions)) std::abort();
  const double answers = best_rate(1, [&] {
    if (!evaluator.answer(*root)) std::abort();
    return 1;
  });
  std::printf("an answer over %.1f M positions: %.0f ms\n", kPositions / 1e6, 1e3 / answers);
  std::vector<std::byte> records;
  for (graph::NodeId id = 0; records.size() < std::size_t{32} * 100'000; id += 7) {
    const auto record = evaluator.graph().nodes().record(id);
    records.insert(records.end(), record.begin(), record.end());
  }
  std::vector<float> scores(records.size() / 32);
  std::printf("the game's own score by itself: %.1f M/s\n", best_rate(5, [&] {
                                                              type.rules.scores(kind.size, records,
                                                                                scores.data());
                                                              return scores.size();
                                                            }) / 1e6);
}

}  // namespace

}  // namespace intarsia::bench

int main() { intarsia::bench::run(); }  // NOLINT: an exception may end a benchmark
