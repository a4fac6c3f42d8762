// Encoding straight from records in shuffled order, as a share of encoding positions that lie in the
// cache: what a training loop over a data set in memory costs.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <numeric>
#include <string_view>
#include <thread>
#include <vector>

#include "bench/measure.h"
#include "bench/real_states.h"
#include "intarsia/base/keys.h"
#include "intarsia/chess/tensor/encode.h"
#include "intarsia/chess/tensor/layouts.h"
#include "intarsia/chess/tensor/record_encode.h"
#include "intarsia/games/chess.h"
#include "intarsia/io/memory.h"

namespace intarsia::bench {

namespace {

using namespace chess;  // NOLINT: a benchmark of this namespace
using layout::Plan;

constexpr int kRuns = 15;
constexpr std::size_t kBatch = 1'024;
constexpr std::size_t kRecords = std::size_t{1} << 20;  // 32 MiB: beyond the caches
constexpr std::size_t kBatches = 256;                   // of each thread
constexpr double kDue = 0.8;

const layout::Layout& layout_named(std::string_view id) {
  for (const layout::Layout& l : layouts()) {
    if (l.id == id) return l;
  }
  std::abort();
}

class Bench {
 public:
  Bench() : states_(real_states()), records_(kRecords * sizeof(Record)), rows_(kRecords) {
    for (std::size_t i = 0; i < kRecords; ++i) {
      const State& s = states_[i % states_.size()];
      const bool is_first = s.position == Position{};
      const Record r = pack(s.position, {.occurrences = s.occurrences, .is_first = is_first});
      std::memcpy(records_.data() + i * sizeof r, &r, sizeof r);
    }
    std::iota(rows_.begin(), rows_.end(), 0);
    KeySequence random(7);
    for (std::size_t i = rows_.size(); i > 1; --i) {
      std::swap(rows_[i - 1], rows_[random.next() % i]);
    }
  }

  Rates rates(const Plan& plan) const {
    const std::size_t bytes = (kBatch * plan.bytes() + 63) / 64 * 64;
    const std::unique_ptr<std::byte, void (*)(void*)> out(
        static_cast<std::byte*>(std::aligned_alloc(64, bytes)), std::free);
    RecordEncoder from_records(plan);
    Encoder from_states(plan);
    std::size_t next = 0;
    return best_rates(
        kRuns, [&] { return encode_records(from_records, next, out.get()); },
        [&] { return encode_states(from_states, out.get()); });
  }

  // Records a second on so many threads, each with a buffer of its own.
  double parallel_rate(const Plan& plan, unsigned threads) const {
    return best_rate(3, [&] {
      std::vector<std::jthread> workers;
      for (unsigned t = 0; t < threads; ++t) {
        workers.emplace_back([&, t] {
          const std::size_t bytes = (kBatch * plan.bytes() + 63) / 64 * 64;
          const std::unique_ptr<std::byte, void (*)(void*)> out(
              static_cast<std::byte*>(std::aligned_alloc(64, bytes)), std::free);
          RecordEncoder encoder(plan);
          std::size_t next = t * kRecords / threads;
          for (std::size_t i = 0; i < kBatches; ++i) encode_records(encoder, next, out.get());
        });
      }
      workers.clear();
      return threads * kBatches * kBatch;
    });
  }

 private:
  std::size_t encode_records(RecordEncoder& encoder, std::size_t& next, std::byte* out) const {
    std::vector<layout::RecordMoment> moments(kBatch);
    const int history = record_history(encoder.plan().layout());
    for (layout::RecordMoment& m : moments) {
      m = game::moment_at(type_, records_.bytes(), rows_[next], history);
      next = (next + 1) % kRecords;
    }
    encoder.encode(moments, out, static_cast<std::ptrdiff_t>(encoder.plan().bytes()));
    keep(*out);
    return kBatch;
  }

  std::size_t encode_states(Encoder& encoder, std::byte* out) const {
    std::vector<Moment> moments(kBatch);
    for (std::size_t i = 0; i < kBatch; ++i) moments[i] = {&states_[i % states_.size()]};
    encoder.encode(moments, out, static_cast<std::ptrdiff_t>(encoder.plan().bytes()));
    keep(*out);
    return kBatch;
  }

  std::vector<State> states_;
  game::RecordType type_ = games::chess_game().record_type(games::Chess::kSize);
  io::Memory records_;
  std::vector<std::size_t> rows_;
};

void run() {
  const Bench bench;
  const unsigned cores = std::thread::hardware_concurrency();
  std::printf(
      "| layout | shuffled records | cached positions | ratio | due | records, %u threads |\n",
      cores);
  std::printf("|---|---|---|---|---|---|\n");
  for (const char* id : {"chess/canonical18", "chess/planes25", "chess/mailbox69"}) {
    const auto plan = Plan::make(layout_named(id));
    const Rates r = bench.rates(*plan);
    std::printf("| %s | %.3g M/s | %.3g M/s | %.2f | %.1f | %.3g M/s |\n", id, r.ours / 1e6,
                r.other / 1e6, r.ratio(), kDue, bench.parallel_rate(*plan, cores) / 1e6);
  }
}

}  // namespace

}  // namespace intarsia::bench

int main() { intarsia::bench::run(); }  // NOLINT: an exception may end a benchmark
