// Speed of encoding, as a share of the rate at which this machine can fill memory at all.
//
//   bench_layout            a table of all layouts
//   bench_layout LAYOUT     that layout to memory, as positions per second: for peers.py

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "bench/fill.h"
#include "bench/measure.h"
#include "intarsia/base/text.h"
#include "intarsia/chess/san.h"
#include "intarsia/chess/tensor/encode.h"
#include "intarsia/chess/tensor/layouts.h"
#include "tests/support/data.h"

namespace intarsia::bench {

namespace {

using namespace chess;  // NOLINT: a benchmark of this namespace
using layout::Plan;

constexpr int kRuns = 25;
constexpr std::size_t kCached = std::size_t{16} << 10;
constexpr std::size_t kSecondLevel = std::size_t{512} << 10;
constexpr std::size_t kMemory = std::size_t{256} << 20;

std::vector<State> real_states() {
  std::vector<State> states;
  for (const std::string& line : test::data_lines("games/lichess.san")) {
    Replay r;
    TextCursor in(line);
    for (std::string_view san = in.word(); !san.empty(); san = in.word()) {
      states.push_back(r.state());
      r.play(*read_san(r.position(), san));
    }
  }
  return states;
}

struct alignas(64) Line {
  std::byte bytes[64];
};

struct MemoryRates {
  double ours = 0;
  double fill = 0;
  double same = 0;  // a fill of the same bytes
};

class Bench {
 public:
  Bench() : states_(real_states()) {
    moments_.reserve(states_.size());
    for (const State& s : states_) moments_.push_back({&s});
    std::memset(memory_.get(), 1, kMemory);  // pages are there before the first run
  }

  // One place, over and over: the tensor stays in the first-level cache.
  Rates cached(const Plan& plan) const {
    Encoder encoder(plan);
    return best_rates(
        kRuns, [&] { return encode_in_place(encoder); }, [&] { return fill_again(kCached); });
  }
  Rates second_level(const Plan& plan) const {
    Encoder encoder(plan);
    const std::size_t batch = kSecondLevel / plan.bytes();
    return best_rates(
        kRuns,
        [&] {
          const std::size_t times = moments_.size() / batch + 1;
          for (std::size_t t = 0; t < times; ++t) encode_batch(encoder, batch, buffer());
          return times * batch * plan.bytes();
        },
        [&] { return fill_again(kSecondLevel); });
  }
  // A buffer larger than all caches, in parts by `threads`. Beside it two streamed fills: of one
  // value, and of a few real tensors again and again. What is written matters: lines of zeros reach
  // this memory up to three times as fast as others, and tensors are full of them.
  MemoryRates memory(const Plan& plan, std::size_t threads) const {
    const std::size_t part = kMemory / threads;
    const std::size_t batch = part / plan.bytes();
    std::vector<Line> ones(kCached / sizeof(Line));
    std::memset(ones.data(), 1, kCached);
    std::vector<Line> tensors((kCached + plan.bytes()) / sizeof(Line) + 1);
    Encoder(plan).encode(std::span(moments_).first(kCached / plan.bytes() + 1),
                         tensors.front().bytes, static_cast<std::ptrdiff_t>(plan.bytes()));
    const auto encode = [&] {
      in_threads(threads, [&](std::size_t i) {
        Encoder encoder(plan);
        encode_batch(encoder, batch, buffer() + i * part);
      });
      return threads * batch * plan.bytes();
    };
    const auto stream_all = [&](const std::vector<Line>& pattern) {
      in_threads(threads, [&](std::size_t i) {
        stream(pattern.front().bytes, kCached, buffer() + i * part, part);
      });
      return kMemory;
    };
    MemoryRates best;
    for (int i = 0; i < kRuns; ++i) {
      best.ours = std::max(best.ours, rate_of(encode));
      best.fill = std::max(best.fill, rate_of([&] { return stream_all(ones); }));
      best.same = std::max(best.same, rate_of([&] { return stream_all(tensors); }));
    }
    return best;
  }
  // Two plans in one place.
  Rates side_by_side(const Plan& plan, const Plan& other) const {
    Encoder first(plan);
    Encoder second(other);
    return best_rates(
        kRuns, [&] { return encode_in_place(first); }, [&] { return encode_in_place(second); });
  }

 private:
  std::byte* buffer() const { return memory_.get(); }

  std::size_t encode_in_place(Encoder& encoder) const {
    encoder.encode(moments_, buffer(), 0);
    keep(*buffer());
    return moments_.size() * encoder.plan().bytes();
  }

  // The sample again and again until the batch is full: all streamed if the batch is large.
  void encode_batch(Encoder& encoder, std::size_t batch, std::byte* to) const {
    const std::size_t bytes = encoder.plan().bytes();
    const auto stores = batch * bytes >= layout::kStreamedBytes ? layout::Stores::kStreamed
                                                                : layout::Stores::kCached;
    for (std::size_t at = 0; at < batch; at += moments_.size()) {
      const std::size_t size = std::min(batch - at, moments_.size());
      encoder.encode(std::span(moments_).first(size), to + at * bytes,
                     static_cast<std::ptrdiff_t>(bytes), stores);
    }
    keep(*to);
  }

  std::size_t fill_again(std::size_t bytes) const {
    const std::size_t times = (std::size_t{64} << 20) / bytes;
    for (std::size_t t = 0; t < times; ++t) {
      fill(buffer(), bytes, static_cast<int>(t));
      keep(*buffer());
    }
    return times * bytes;
  }

  template <class Work>
  static void in_threads(std::size_t count, Work work) {
    std::vector<std::jthread> others;  // joined when they go out of scope
    for (std::size_t i = 1; i < count; ++i) others.emplace_back([&work, i] { work(i); });
    work(0);
  }

  std::vector<State> states_;
  std::vector<Moment> moments_;
  std::unique_ptr<std::byte, void (*)(void*)> memory_{
      static_cast<std::byte*>(std::aligned_alloc(64, kMemory)), std::free};
};

double millions(const Plan& plan, double rate) {
  return rate / static_cast<double>(plan.bytes()) / 1e6;
}

void print(const Plan& plan, const Rates& r) {
  std::printf(" %.1f M/s | %.0f %% |", millions(plan, r.ours), 100 * r.ratio());
}
void print(const Plan& plan, const MemoryRates& r) {
  std::printf(" %.1f M/s | %.0f %% | %.0f %% |", millions(plan, r.ours), 100 * r.ours / r.fill,
              100 * r.ours / r.same);
}

const layout::Layout& find(std::string_view id) {
  for (const layout::Layout& l : layouts()) {
    if (l.id == id) return l;
  }
  std::fprintf(stderr, "no such layout\n");
  std::exit(1);
}

// What a user would write to get planes25.
layout::Layout own_planes25() {
  layout::Layout own{.id = "own/planes25",
                     .catalogue = &catalogue(),
                     .frame = kWhiteFrame,
                     .order = layout::Order::kChw,
                     .dtype = layout::Dtype::kFloat32,
                     .features = {}};
  for (std::string_view name : {"white.pieces", "black.pieces", "turn.white", "white.castling",
                                "black.castling", "en_passant.always.files"}) {
    const auto features = layout::read_features(catalogue(), name);
    own.features.insert(own.features.end(), features->begin(), features->end());
  }
  return own;
}

void run() {
  const Bench bench;
  std::printf(
      "positions per second, and bytes as a share of a fill in turns with it; to memory of a fill "
      "with one value, and of one with the same bytes\n\n"
      "| layout | cached | | second level | | memory | | | memory, two threads | | |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (const layout::Layout& l : layouts()) {
    const auto plan = Plan::make(l);
    std::printf("| %s %s |", l.id.c_str(), info(l.dtype).name.data());
    print(*plan, bench.cached(*plan));
    print(*plan, bench.second_level(*plan));
    print(*plan, bench.memory(*plan, 1));
    print(*plan, bench.memory(*plan, 2));
    std::printf("\n");
  }
  const auto built_in = Plan::make(find("chess/planes25"));
  const auto own = Plan::make(own_planes25());
  const Rates own_rates = bench.side_by_side(*own, *built_in);
  std::printf("\nplanes25 from names at run time: %.1f M/s cached, %.0f %% of the built-in\n",
              millions(*own, own_rates.ours), 100 * own_rates.ratio());
}

void run_one(std::string_view id) {
  const auto plan = Plan::make(find(id));
  std::printf("%.0f\n", 1e6 * millions(*plan, Bench().memory(*plan, 1).ours));
}

}  // namespace

}  // namespace intarsia::bench

int main(int argc, char** argv) {  // NOLINT: an exception may end a benchmark
  argc > 1 ? intarsia::bench::run_one(argv[1]) : intarsia::bench::run();
}
