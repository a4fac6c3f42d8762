// Device and host compared bit for bit, and how fast the device is: the first half of ./dev gpu.
//
//   gpu_check compare [POSITIONS [N]]  every layout, type and order of every game; random layouts; or
//                                      every N-th of them
//   gpu_check large [POSITIONS]        some layouts over many positions
//   gpu_check bench [POSITIONS]        rates as shares of a plain fill
//
// Records are those of random games, over and over where more are asked for. `compare` ends with 1 if
// a bit differs.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "intarsia/base/keys.h"
#include "intarsia/cuda/compile.h"
#include "intarsia/cuda/driver.h"
#include "intarsia/cuda/encoder.h"
#include "intarsia/cuda/kernel/args.h"
#include "intarsia/cuda/order_args.h"
#include "intarsia/cuda/program.h"
#include "intarsia/games/registry.h"
#include "intarsia/games/targets.h"

namespace {

using namespace intarsia;  // NOLINT: a program
using Bytes = std::vector<std::byte>;

template <class T>
T must(Result<T> result) {
  if (result) return *std::move(result);
  std::fprintf(stderr, "%s\n", result.error().detail.c_str());
  std::exit(2);
}
void must(const std::optional<Error>& error) {
  if (!error) return;
  std::fprintf(stderr, "%s\n", error->detail.c_str());
  std::exit(2);
}

double seconds() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

void finish(const cuda::Device& device) {
  const cuda::Current current(device);
  must(device.driver()(device.driver().synchronize_stream, cuda::Handle{nullptr}));
}

void copy_out(const cuda::Device& device, cuda::DevicePointer from, void* to, std::size_t bytes) {
  const cuda::Current current(device);
  must(device.driver()(device.driver().copy_out, to, from, bytes, cuda::Handle{nullptr}));
  must(device.driver()(device.driver().synchronize_stream, cuda::Handle{nullptr}));
}

// Records of random games, on both sides. `count` of them: the games over and over.
struct Sample {
  const game::GameType& type;
  int size;
  game::RecordType record;
  Bytes records;
  cuda::Memory on;

  std::size_t count() const { return records.size() / record.bytes; }

  static Sample make(const cuda::Device& device, const game::GameType& type, int size,
                     std::size_t count) {
    const game::RecordType record = type.record_type(size);
    Bytes records = random_records(type, size, std::min<std::size_t>(count, 20'000));
    const std::size_t once = records.size();
    records.resize(count * record.bytes);
    for (std::size_t at = once; at < records.size(); at += once) {
      std::memcpy(&records[at], records.data(), std::min(once, records.size() - at));
    }
    auto on = must(cuda::Memory::holding(device, records));
    return {type, size, record, std::move(records), std::move(on)};
  }

  static Bytes random_records(const game::GameType& type, int size, std::size_t least) {
    KeySequence random(2026 + static_cast<std::uint64_t>(size));
    const game::RecordType record = type.record_type(size);
    Bytes all;
    constexpr Outcome kOutcomes[] = {Outcome::kUnknown, Outcome::kFirst, Outcome::kSecond};
    while (all.size() < least * record.bytes) {
      const game::LinePtr line = type.start(size, {});
      const auto most = 1 + static_cast<int>(random.next() % 120);
      while (line->ply() < most && !line->end()) {
        const auto moves = line->legal_moves();
        if (moves.empty()) break;
        must(line->play(moves[random.next() % moves.size()]));
      }
      const game::RecordTargets targets{.outcome = line->end() ? Outcome::kUnknown
                                                               : kOutcomes[random.next() % 3]};
      Bytes own(static_cast<std::size_t>(line->ply() + 1) * record.bytes);
      line->pack(0, line->ply(), /*is_first=*/true, {&targets, 1}, own.data());
      all.insert(all.end(), own.begin(), own.end());
    }
    return all;
  }
};

// The host's planes of records `first` …, on all cores.
Bytes on_host(const Sample& s, const layout::Plan& plan, const std::vector<std::uint64_t>& rows) {
  const int history = s.type.record_history(plan.layout());
  std::vector<layout::RecordMoment> moments(rows.size());
  Bytes out(rows.size() * plan.bytes());
  const unsigned threads = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::thread> work;
  for (unsigned t = 0; t < threads; ++t) {
    work.emplace_back([&, t] {
      const std::size_t begin = rows.size() * t / threads;
      const std::size_t end = rows.size() * (t + 1) / threads;
      for (std::size_t i = begin; i < end; ++i) {
        moments[i] = game::moment_at(s.record, s.records, rows[i], history);
      }
      s.type.make_record_encoder(plan)->encode(
          std::span(moments).subspan(begin, end - begin), out.data() + begin * plan.bytes(),
          static_cast<std::ptrdiff_t>(plan.bytes()), layout::Stores::kCached);
    });
  }
  for (std::thread& t : work) t.join();
  return out;
}

struct Tally {
  int layouts = 0;
  int wrong = 0;
  std::uint64_t positions = 0;
};

// Places `first` … of a shuffled order, listed on the card; the host's are in `wanted`.
cuda::Memory rows_on(const cuda::Device& device, const data::Order& order, std::uint64_t first,
                     std::uint64_t count, std::vector<std::uint64_t>& wanted, Tally& tally) {
  const auto lister = must(device.load("#include \"intarsia/cuda/kernel/rows.h\"\n"));
  auto rows = must(cuda::Memory::allocate(device, count * 8));
  std::vector<std::uint64_t> tables;
  if (order.in_lanes()) {
    tables.assign(order.in_lanes()->firsts().begin(), order.in_lanes()->firsts().end());
    tables.insert(tables.end(), order.in_lanes()->begins().begin(),
                  order.in_lanes()->begins().end());
  }
  const auto tables_on = must(cuda::Memory::holding(device, std::as_bytes(std::span(tables))));
  cuda::kernel::RowsArgs a{};
  a.order = cuda::order_args(order, tables_on.address());
  a.step = 1;
  a.stretch_count = 1;
  a.stretches[0] = {first, 0};
  a.end = count;
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the driver's addresses are numbers.
  a.rows = reinterpret_cast<cuda::kernel::u64*>(rows.address());
  must(lister->launch("intarsia_rows", {static_cast<unsigned>((count + 255) / 256), 256}, nullptr,
                      a));
  std::vector<std::uint64_t> found(count);
  copy_out(device, rows.address(), found.data(), count * 8);
  wanted.resize(count);
  for (std::uint64_t i = 0; i < count; ++i) wanted[i] = order[first + i];
  if (found != wanted) {
    ++tally.wrong;
    std::printf("WRONG: the order's places\n");
  }
  return rows;
}

void compare(const cuda::Device& device, const Sample& s, const layout::Plan& plan,
             std::uint64_t count, data::Shuffle shuffle, Tally& tally) {
  constexpr std::size_t kAtOnce = std::size_t{1} << 30;  // bytes
  const auto encoder = must(cuda::Encoder::make(device, plan, s.type.device));
  const std::uint64_t half = s.count() / 2;
  const std::vector<std::uint64_t> shards = {half, s.count() - half};
  const data::Order order(shards, {.seed = 5, .epoch = 1, .shuffle = shuffle, .run = 100});
  const std::uint64_t chunk = std::max<std::uint64_t>(1, kAtOnce / plan.bytes());
  for (std::uint64_t first = 0; first < count; first += chunk) {
    const std::uint64_t here = std::min(chunk, count - first);
    std::vector<std::uint64_t> numbers;
    const auto rows = rows_on(device, order, first, here, numbers, tally);
    const auto planes = must(cuda::Memory::allocate(device, here * plan.bytes()));
    must(encoder.encode(nullptr, {.records = s.on.address(), .count = here, .rows = rows.address()},
                        {.planes = planes.address()}));
    Bytes found(here * plan.bytes());
    copy_out(device, planes.address(), found.data(), found.size());
    const Bytes wanted = on_host(s, plan, numbers);
    tally.positions += here;
    if (std::memcmp(found.data(), wanted.data(), found.size()) == 0) continue;
    ++tally.wrong;
    std::printf("WRONG: %s %s %s\n", plan.layout().id.c_str(),
                std::string(name(plan.layout().order)).c_str(),
                std::string(info(plan.layout().dtype).name).c_str());
    break;
  }
  ++tally.layouts;
}

constexpr layout::Dtype kDtypes[] = {layout::Dtype::kFloat32, layout::Dtype::kFloat16,
                                     layout::Dtype::kBFloat16, layout::Dtype::kUint8,
                                     layout::Dtype::kInt8};
constexpr layout::Order kOrders[] = {layout::Order::kChw, layout::Order::kHwc,
                                     layout::Order::kFlat};
constexpr data::Shuffle kShuffles[] = {data::Shuffle::kGlobal, data::Shuffle::kNone,
                                       data::Shuffle::kBlocks, data::Shuffle::kLanes};

// Every fact of two plies in each frame; and features at random.
std::vector<layout::Layout> more_layouts(const game::GameType& type, int size) {
  const layout::Catalogue& c = type.catalogue(size);
  std::vector<layout::Layout> all;
  KeySequence random(19);
  const auto below = [&](std::size_t n) { return random.next() % n; };
  for (std::size_t frame = 0; frame < c.frames.size(); ++frame) {
    layout::Layout l{.id = "every fact",
                     .catalogue = &c,
                     .frame = static_cast<layout::FrameId>(frame),
                     .order = layout::Order::kChw,
                     .dtype = layout::Dtype::kFloat32,
                     .features = {}};
    for (std::uint16_t ago = 0; ago < 2; ++ago) {
      for (const layout::Fact& f : c.facts) l.features.push_back({f.id, 1, ago});
    }
    all.push_back(l);
    l.id = "random";
    for (int i = 0; i < 3; ++i) {
      l.features.clear();
      for (std::size_t f = 1 + below(30); f > 0; --f) {
        l.features.push_back({static_cast<layout::FactId>(below(c.facts.size())),
                              below(2) == 0 ? 1.0 : 3.0, static_cast<std::uint16_t>(below(9))});
      }
      all.push_back(l);
    }
  }
  return all;
}

struct Case {
  const game::GameType* type;
  int size;
  std::vector<layout::Plan> plans;
};

// All games on the usual and the largest board.
std::vector<Case> all_cases(std::uint64_t step) {
  std::vector<Case> cases;
  std::uint64_t number = 0;
  for (const game::GameType* type : games::all_games()) {
    std::vector<int> sizes = {type->sizes.usual};
    if (!type->sizes.is_one()) sizes.push_back(type->sizes.all.back());
    for (const int size : sizes) {
      Case c{type, size, {}};
      auto layouts = type->layouts(size);
      const auto more = more_layouts(*type, size);
      layouts.insert(layouts.end(), more.begin(), more.end());
      for (const layout::Layout& l : layouts) {
        for (const layout::Dtype d : kDtypes) {
          for (const layout::Order o : kOrders) {
            auto plan = layout::Plan::make(l, o, d);
            if (plan && number++ % step == 0) c.plans.push_back(*std::move(plan));
          }
        }
      }
      cases.push_back(std::move(c));
    }
  }
  return cases;
}

// Into the cache, on all cores: one by one it would take minutes.
void compile_all(const cuda::Device& device, const std::vector<Case>& cases) {
  std::vector<std::string> programs;
  for (const Case& c : cases) {
    for (const layout::Plan& plan : c.plans) {
      programs.push_back(to_text(cuda::Program(plan, 16), c.type->device, c.size));
    }
  }
  const double begin = seconds();
  std::atomic<std::size_t> next = 0;
  std::vector<std::thread> work;
  for (unsigned t = 0; t < std::max(1U, std::thread::hardware_concurrency()); ++t) {
    work.emplace_back([&] {
      for (std::size_t i = next++; i < programs.size(); i = next++) {
        must(cuda::compiled(programs[i], device.architecture()));
      }
    });
  }
  for (std::thread& t : work) t.join();
  std::printf("compiled %zu programs in %.1f s\n", programs.size(), seconds() - begin);
}

int compare_all(const cuda::Device& device, std::uint64_t count, std::uint64_t step) {
  Tally tally;
  const auto cases = all_cases(step);
  compile_all(device, cases);
  for (const Case& c : cases) {
    const Sample s = Sample::make(device, *c.type, c.size, count);
    int turn = 0;
    for (const layout::Plan& plan : c.plans) {
      compare(device, s, plan, count, kShuffles[turn++ % 4], tally);
    }
    std::printf("%s %d: %d plans so far, %d wrong\n", std::string(c.type->name).c_str(), c.size,
                tally.layouts, tally.wrong);
    std::fflush(stdout);
  }
  std::printf("compared: %d plans, %llu positions, %d wrong\n", tally.layouts,
              static_cast<unsigned long long>(tally.positions), tally.wrong);
  return tally.wrong == 0 ? 0 : 1;
}

layout::Layout declared(const layout::Catalogue& c, std::string id,
                        const std::vector<std::string>& features, layout::FrameId frame) {
  layout::Layout l{.id = std::move(id),
                   .catalogue = &c,
                   .frame = frame,
                   .order = layout::Order::kChw,
                   .dtype = layout::Dtype::kFloat32,
                   .features = {}};
  for (const std::string& text : features) {
    const auto read = must(layout::read_features(c, text));
    l.features.insert(l.features.end(), read.begin(), read.end());
  }
  return l;
}

// 112 planes as lc0 has them: eight plies of 13, and eight of the position.
layout::Layout history112(const layout::Catalogue& c) {
  std::vector<std::string> features;
  for (int ago = 0; ago < 8; ++ago) {
    const std::string at = ago == 0 ? "" : "@" + std::to_string(ago);
    for (const char* group : {"us.pieces", "them.pieces", "occurrences.twice"}) {
      features.push_back(group + at);
    }
  }
  for (const char* more :
       {"us.castling", "them.castling", "turn.black", "clock", "zeros", "ones"}) {
    features.emplace_back(more);
  }
  return declared(c, "112 planes, 8 plies", features, 1);
}

// A layout like planes25 that nobody has built in.
layout::Layout of_a_user(const layout::Catalogue& c) {
  return declared(c, "a user's 25 planes",
                  {"them.pieces", "us.pieces", "them.occupied", "us.occupied", "occupied", "empty",
                   "us.castling", "them.castling", "clock/100", "fullmove/500", "turn.white"},
                  1);
}

constexpr const char* kFill = R"(
struct Fill { uint4* to; unsigned long long n; };
extern "C" __global__ void fill(const Fill a) {
  const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
  for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < a.n; i += step)
    __stcs(a.to + i, make_uint4(0x3f800000, 0, 0x3f800000, 0));
}
)";

// The least of some runs, in seconds.
template <class Run>
double timed(const cuda::Device& device, int runs, Run run) {
  double least = 1e9;
  run();
  finish(device);
  for (int i = 0; i < runs; ++i) {
    constexpr int kTimes = 4;
    const double begin = seconds();
    for (int k = 0; k < kTimes; ++k) run();
    finish(device);
    least = std::min(least, (seconds() - begin) / kTimes);
  }
  return least;
}

int bench(const cuda::Device& device, std::uint64_t count) {
  const game::GameType& type = *games::all_games().front();
  const layout::Catalogue& c = type.catalogue(type.sizes.usual);
  const Sample s =
      Sample::make(device, type, type.sizes.usual, std::max<std::uint64_t>(count, 1 << 22));
  Tally tally;
  std::vector<std::uint64_t> numbers;
  const data::Order order(s.count(), {.seed = 1});
  const auto rows = rows_on(device, order, 0, count, numbers, tally);
  const auto filler = must(device.load(kFill));
  std::printf(
      "| layout | dtype | order | batch | positions/s | written | of a fill "
      "|\n|---|---|---|---:|---:|---:|---:|\n");
  std::vector<layout::Layout> layouts;
  for (const layout::Layout& l : type.layouts(type.sizes.usual)) {
    if (l.id.ends_with("planes25") || l.id.ends_with("canonical18")) layouts.push_back(l);
  }
  layouts.push_back(history112(c));
  layouts.push_back(of_a_user(c));
  for (const layout::Layout& l : layouts) {
    for (const layout::Dtype d :
         {layout::Dtype::kFloat32, layout::Dtype::kFloat16, layout::Dtype::kUint8}) {
      for (const layout::Order o : {layout::Order::kChw, layout::Order::kHwc}) {
        const auto plan = layout::Plan::make(l, o, d);
        if (!plan) continue;
        const auto encoder = must(cuda::Encoder::make(device, *plan, type.device));
        const auto planes = must(cuda::Memory::allocate(device, count * plan->bytes()));
        for (const std::uint64_t batch : {count, std::uint64_t{16'384}, std::uint64_t{4'096}}) {
          if (batch > count) continue;
          const double time = timed(device, 5, [&] {
            must(encoder.encode(nullptr,
                                {.records = s.on.address(), .count = batch, .rows = rows.address()},
                                {.planes = planes.address()}));
          });
          struct {
            std::uint64_t to, n;
          } a{planes.address(), batch * plan->bytes() / 16};
          const double fill = timed(device, 5, [&] {
            must(filler->launch("fill", {static_cast<unsigned>(device.multiprocessors() * 16), 256},
                                nullptr, a));
          });
          std::printf("| %s | %s | %s | %llu | %.0f M | %.2f TB/s | %.0f %% |\n", l.id.c_str(),
                      std::string(info(d).name).c_str(), std::string(name(o)).c_str(),
                      static_cast<unsigned long long>(batch),
                      static_cast<double>(batch) / time / 1e6,
                      static_cast<double>(batch * plan->bytes()) / time / 1e12, 100 * fill / time);
          std::fflush(stdout);
        }
      }
    }
  }
  return 0;
}

int large(const cuda::Device& device, std::uint64_t count) {
  const game::GameType& type = *games::all_games().front();
  const Sample s = Sample::make(device, type, type.sizes.usual, count);
  Tally tally;
  auto layouts = type.layouts(type.sizes.usual);
  layouts.push_back(history112(type.catalogue(type.sizes.usual)));
  int turn = 0;
  for (const layout::Layout& l : layouts) {
    const auto plan = must(layout::Plan::make(l));
    compare(device, s, plan, count, kShuffles[turn++ % 4], tally);
    std::printf("%s: %llu positions\n", l.id.c_str(), static_cast<unsigned long long>(count));
    std::fflush(stdout);
  }
  std::printf("large: %llu positions, %d wrong\n", static_cast<unsigned long long>(tally.positions),
              tally.wrong);
  return tally.wrong == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "compare";
  const auto number = [&](int i, std::uint64_t usual) {
    return argc > i ? std::strtoull(argv[i], nullptr, 10) : usual;
  };
  const auto device = must(intarsia::cuda::Device::open(0));
  std::printf("%s, sm_%d, %d multiprocessors\n", device.name().c_str(), device.architecture(),
              device.multiprocessors());
  if (what == "compare")
    return compare_all(device, number(2, 20'000), std::max<std::uint64_t>(1, number(3, 1)));
  if (what == "large") return large(device, number(2, 10'000'000));
  if (what == "bench") return bench(device, number(2, 1'000'000));
  std::fprintf(stderr, "gpu_check compare | large | bench [POSITIONS]\n");
  return 2;
}
