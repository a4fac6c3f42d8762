// Files of games into a data set, and an epoch of batches out of it.
//
//   make_set data games.pgn.zst more.pgn …

#include <algorithm>
#include <cstdio>
#include <thread>
#include <vector>

#include "intarsia/intarsia.h"

using namespace intarsia;

namespace {

int fail(const Error& error) {
  std::fprintf(stderr, "%s\n", error.detail.c_str());
  return 1;
}

// What a trainer would take: numbers in its own buffers, of the batch's size.
struct Batch {
  std::vector<float> planes, values;
  std::vector<std::int32_t> moves;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return fail({ErrorCode::kInvalid, 0, "make_set FOLDER FILE..."});
  games::BuildOptions options{.inputs = {argv + 2, argv + argc}, .folder = argv[1]};
  options.rules.splits = {{"train", 0.9}, {"validation", 0.1}};
  options.rules.seed = 1;
  options.run.threads = std::max(1U, std::thread::hardware_concurrency());
  const auto report = games::build(options);
  if (!report) return fail(report.error());

  const auto set = data::Set::open(argv[1], games::find_record_type, {.split = "train"});
  if (!set) return fail(set.error());
  const auto layout = games::find_layout("chess/canonical18");
  if (auto error = games::refuse_layout(**set, *layout)) return fail(*error);
  const auto plan = layout::Plan::make(*layout);
  const auto targets =
      games::Targets::make(*layout, {.policy = "chess/az4672", .value = "outcome"});
  if (!targets) return fail(targets.error());
  std::printf("%llu positions to train on\n", static_cast<unsigned long long>((*set)->size()));

  // Place j of an epoch is computed, so that workers share nothing but numbers.
  constexpr std::uint64_t kBatch = 256;
  const data::Order order((*set)->size(), {.seed = 7, .epoch = 0});
  games::SetEncoder encoder(**set, *plan, *targets);
  Batch batch;
  double sum = 0;
  for (std::uint64_t b = 0; b * kBatch < order.size(); ++b) {
    const data::Places places = data::batch_places(order.size(), kBatch, b);
    std::vector<std::uint64_t> numbers(places.count);
    order.fill(places.first, numbers);
    batch.planes.resize(places.count * plan->elements());
    batch.values.resize(places.count);
    batch.moves.resize(places.count);
    const auto error = encoder.fill(
        numbers, {.planes = batch.planes, .policy = batch.moves, .value = batch.values});
    if (error) return fail(*error);
    for (const float value : batch.values) sum += value;  // here a network would learn
  }
  std::printf("the mover scores %+.3f on average\n", sum / static_cast<double>(order.size()));

  const auto trace = (*set)->trace(order[0]);
  if (!trace) return fail(trace.error());
  std::printf("the first one was ply %u of a game in %s\n", trace->ply, trace->source.c_str());
}
