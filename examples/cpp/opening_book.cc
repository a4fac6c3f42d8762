// What was played in a position, from games, and what a score function makes of it.
//
//   opening_book games.pgn.zst "startpos moves e2e4"

#include <algorithm>
#include <cstdio>
#include <thread>

#include "intarsia/intarsia.h"

using namespace intarsia;

namespace {

int fail(const Error& error) {
  std::fprintf(stderr, "%s\n", error.detail.c_str());
  return 1;
}

// Here a network would score the batch: `count` tensors, one after the other.
std::optional<Error> count_men(const layout::Plan& plan, const std::byte* tensors,
                               std::size_t count, std::span<float> out) {
  constexpr std::size_t kPlane = 64;
  const auto* element = reinterpret_cast<const float*>(tensors);
  for (std::size_t i = 0; i < count; ++i, element += plan.elements()) {
    float men = 0;  // ours in the planes 0 to 5, theirs in the next six
    for (std::size_t k = 0; k < 12 * kPlane; ++k) men += k < 6 * kPlane ? element[k] : -element[k];
    out[i] = men / 16;
  }
  return std::nullopt;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return fail({ErrorCode::kInvalid, 0, "opening_book FILE POSITION"});
  const unsigned threads = std::max(1U, std::thread::hardware_concurrency());
  const auto position = games::read_line(argv[2]);
  if (!position) return fail(position.error());
  const game::LinePtr line = position->line->at(position->shown);
  const graph::Kind kind{&line->type(), line->size()};

  graph::Graph book(kind);
  games::GraphBuildOptions options{.inputs = {argv[1]}, .into = &book};
  options.run.threads = threads;
  const auto report = games::build_graph(options);
  if (!report) return fail(report.error());
  const auto node = book.find(*line);
  if (!node) return fail(node.error());
  if (*node) {
    const auto page = graph::explore_at(book, **node);
    if (!page) return fail(page.error());
    std::printf("%s", graph::to_text(*page, /*most=*/3).c_str());
  }

  const auto layout = chess::find_layout("chess/canonical18");
  const auto plan = layout::Plan::make(*layout, layout::Order::kChw);
  const auto score = graph::tensor_score(
      kind, *plan,
      [&](const std::byte* tensors, std::size_t count, std::span<float> out) {
        return count_men(*plan, tensors, count, out);
      },
      threads);
  if (!score) return fail(score.error());
  graph::Evaluator evaluator(kind, *score, {.order = graph::Order::kBest, .threads = threads});
  const auto root = evaluator.add_root(*line);
  if (!root) return fail(root.error());
  const auto scored = evaluator.step(50'000);
  if (!scored) return fail(scored.error());
  const auto answer = evaluator.answer(*root);
  if (!answer) return fail(answer.error());
  std::printf("score %+.3f after %llu positions\n", answer->value.score,
              static_cast<unsigned long long>(*scored));
}
