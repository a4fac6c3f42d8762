// A data set on disk to shuffled batches, as a share of encoding positions that lie in the cache: what
// a training loop gets, everything included (order, reading, checks, planes).

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "bench/measure.h"
#include "bench/real_states.h"
#include "intarsia/chess/tensor/encode.h"
#include "intarsia/data/files.h"
#include "intarsia/data/sampling.h"
#include "intarsia/games/build.h"
#include "intarsia/games/merge.h"
#include "intarsia/games/registry.h"
#include "intarsia/games/set_encode.h"
#include "tests/support/data.h"

namespace intarsia::bench {

namespace {

using data::Shuffle;
using layout::Plan;

constexpr int kRuns = 300;
constexpr std::size_t kBatch = 1'024;
constexpr std::size_t kBatches = 1;  // of a run: shorter than what others take the processor for
constexpr int kCopies = 40;          // of the bundled games: 1.1 million records, 37 MB
constexpr double kDue = 0.8;

// A folder that goes away with the program's end.
class Folder {
 public:
  Folder()
      : path_(std::filesystem::temp_directory_path() /
              ("intarsia-bench-" + std::to_string(getpid()))) {}
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

std::unique_ptr<data::Set> opened(const std::string& folder, std::uint64_t cache_bytes) {
  auto set = data::Set::open(folder, games::find_record_type, {.cache_bytes = cache_bytes});
  if (!set) std::exit(1);
  return *std::move(set);
}

struct Buffer {
  explicit Buffer(const Plan& plan)
      : stride(static_cast<std::ptrdiff_t>(plan.bytes())),
        data(
            static_cast<std::byte*>(std::aligned_alloc(64, (kBatch * plan.bytes() + 63) / 64 * 64)),
            std::free) {}
  std::ptrdiff_t stride;
  std::unique_ptr<std::byte, void (*)(void*)> data;
};

// Batches of an endless sequence of epochs.
class Shuffled {
 public:
  Shuffled(data::Set& set, const Plan& plan, const games::Targets& targets, Shuffle shuffle)
      : encoder_(set, plan, targets), order_(set.size(), {.shuffle = shuffle}), out_(plan) {}

  std::size_t operator()() {
    std::vector<std::uint64_t> numbers(kBatch);
    for (std::size_t b = 0; b < kBatches; ++b) {
      if (next_ + kBatch > order_.size()) next_ = 0;
      order_.fill(next_, numbers);
      next_ += kBatch;
      if (encoder_.fill(numbers, {.planes = out_.data.get(), .stride = out_.stride})) std::exit(1);
      keep(*out_.data);
    }
    return kBatch * kBatches;
  }

 private:
  games::SetEncoder encoder_;
  data::Order order_;
  Buffer out_;
  std::uint64_t next_ = 0;
};

class Cached {
 public:
  Cached(const std::vector<chess::State>& states, const Plan& plan)
      : states_(states), encoder_(plan), out_(plan) {}

  std::size_t operator()() {
    std::vector<chess::Moment> moments(kBatch);
    for (std::size_t b = 0; b < kBatches; ++b) {
      for (std::size_t i = 0; i < kBatch; ++i) moments[i] = {&states_[i % states_.size()]};
      encoder_.encode(moments, out_.data.get(), out_.stride);
      keep(*out_.data);
    }
    return kBatch * kBatches;
  }

 private:
  const std::vector<chess::State>& states_;
  chess::Encoder encoder_;
  Buffer out_;
};

void run() {
  const Folder folder;
  games::BuildOptions o{.folder = folder.path()};
  o.inputs.assign(kCopies, test::data_path("chess/lichess_db_1000k.pgn.zst"));
  o.run.threads = 2;
  if (!games::build(o)) std::exit(1);
  const auto in_memory = opened(folder.path(), std::uint64_t{1} << 30);
  const auto on_disk = opened(folder.path(), 0);
  const auto states = real_states();
  std::printf("%llu records, one thread, batches of %zu\n",
              static_cast<unsigned long long>(in_memory->size()), kBatch);
  std::printf(
      "| layout | global | cached positions | ratio | due | file by record, global | blocks |\n");
  std::printf("|---|---|---|---|---|---|---|\n");
  for (const std::string_view id : {"chess/canonical18", "chess/planes25"}) {
    const auto plan = Plan::make(*games::find_layout(id));
    const auto targets = games::Targets::make(plan->layout(), {});
    Shuffled global(*in_memory, *plan, *targets, Shuffle::kGlobal);
    Cached cached(states, *plan);
    global();  // shards are read and checked
    const Rates r = best_rates(kRuns, std::ref(global), std::ref(cached));
    Shuffled read_global(*on_disk, *plan, *targets, Shuffle::kGlobal);
    Shuffled read_blocks(*on_disk, *plan, *targets, Shuffle::kBlocks);
    const Rates reading = best_rates(20, std::ref(read_global), std::ref(read_blocks));
    std::printf("| %s | %.3g M/s | %.3g M/s | %.2f | %.1f | %.3g M/s | %.3g M/s |\n",
                std::string(id).c_str(), r.ours / 1e6, r.other / 1e6, r.ratio(), kDue,
                reading.ours / 1e6, reading.other / 1e6);
  }
}

// The least of three runs.
double seconds_of(const std::function<void()>& work) {
  double least = 1e9;
  for (int i = 0; i < 3; ++i) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    least = std::min(least, took.count());
  }
  return least;
}

// The limit of finding what comes again: all records in memory, their keys, and one sort.
void sort_keys(const std::string& folder) {
  const auto manifest = data::read_manifest_of(folder);
  if (!manifest) std::exit(1);
  const auto type = games::find_record_type(manifest->game, manifest->shards.front().size);
  const auto rules = (*games::find_game(manifest->game))->rules;
  std::vector<std::pair<Key, std::uint64_t>> keys;
  std::vector<Key> some;
  for (std::size_t i = 0; i < manifest->shards.size(); ++i) {
    const auto array = data::read_array(data::shard_file(folder, *manifest, i, *type));
    if (!array) std::exit(1);
    some.resize(manifest->shards[i].records);
    rules.identities(type->size, std::as_bytes(std::span(array->rows())), some.data());
    for (const Key key : some) keys.emplace_back(key, keys.size());
  }
  std::sort(keys.begin(), keys.end());
  keep(keys.front());
}

// A copy that is on the disk, as what `merge` writes is.
void copy_safely(const std::string& from, const std::string& to) {
  std::filesystem::remove_all(to);
  std::filesystem::copy(from, to);
  for (const auto& entry : std::filesystem::directory_iterator(to)) {
    const int fd = open(entry.path().c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fsync(fd) != 0 || close(fd) != 0) std::exit(1);
  }
}

// Copying, packing, and the first record of each position, on one thread.
void run_packing() {
  const Folder folder;
  std::filesystem::create_directories(folder.path());
  const std::string set = folder.path() + "/set";
  games::BuildOptions o{.folder = set};
  o.inputs.assign(kCopies, test::data_path("chess/lichess_db_1000k.pgn.zst"));
  o.run.threads = 2;
  const auto built = games::build(o);
  if (!built) std::exit(1);
  const auto merged = [&](bool unique) {
    const auto report = games::merge({.sets = {set},
                                      .folder = folder.path() + "/merged",
                                      .force = true,
                                      .unique_positions = unique,
                                      .run = {.threads = 1}});
    if (!report) std::exit(1);
  };
  const double copying = seconds_of([&] { copy_safely(set, folder.path() + "/copy"); });
  const double merging = seconds_of([&] { merged(false); });
  const double unique = seconds_of([&] { merged(true); }) - merging;
  const double limit = seconds_of([&] { sort_keys(set); });
  const auto records = static_cast<double>(built->manifest.positions) / 1e6;
  std::printf("| %.2f million records, one thread | of the limit | due | |\n|---|---|---|---|\n",
              records);
  std::printf("| merge, beside a copy of the files that is synced | %.2f | 0.5 | %.3g M/s |\n",
              copying / merging, records / merging);
  std::printf("| unique positions, beside keys and a sort in memory | %.2f | | %.3g M/s, 1 due |\n",
              limit / unique, records / unique);
}

// A set that is larger than the memory: nothing is kept, every record is asked of the system. The
// order of the files says what the disk gives.
void run_beyond_memory(const std::string& folder) {
  constexpr double kSeconds = 20;
  const auto plan = Plan::make(*games::find_layout("chess/canonical18"));
  const auto targets = games::Targets::make(plan->layout(), {});
  std::printf("| order, %s | records | read from the files |\n|---|---|---|\n",
              plan->layout().id.c_str());
  for (const auto& [name, shuffle] : {std::pair("of the files", Shuffle::kNone),
                                      {"blocks", Shuffle::kBlocks},
                                      {"global", Shuffle::kGlobal}}) {
    const auto set = opened(folder, 0);
    Shuffled batches(*set, *plan, *targets, shuffle);
    const auto start = std::chrono::steady_clock::now();
    double records = 0;
    double seconds = 0;
    while (seconds < kSeconds && records < static_cast<double>(set->size())) {
      records += static_cast<double>(batches());
      seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
    std::printf("| %s | %.3g M/s | %.0f MB/s |\n", name, records / seconds / 1e6,
                records * static_cast<double>(set->type().bytes) / seconds / 1e6);
  }
}

}  // namespace

}  // namespace intarsia::bench

// bench_set           a set of its own, in memory
// bench_set FOLDER    one that is there, and larger than the memory
int main(int argc, char** argv) {  // NOLINT: an exception may end a benchmark
  if (argc > 1) {
    intarsia::bench::run_beyond_memory(argv[1]);
    return 0;
  }
  intarsia::bench::run();
  intarsia::bench::run_packing();
}
