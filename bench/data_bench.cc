// Speed of the main job: .pgn.zst to a data set on all cores, as a share of what limits it.
//
// Two limits are measured beside it: decompressing alone on one thread, and parsing (moves resolved,
// played, packed) alone on all cores. On few cores decompressing takes time from the parsers, so the
// share of processor time that is spent on either is told too.

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zstd.h>

#include "bench/measure.h"
#include "intarsia/data/chunk.h"
#include "intarsia/games/build.h"
#include "intarsia/games/formats.h"
#include "intarsia/io/input_stream.h"
#include "tests/support/data.h"

namespace intarsia::bench {

namespace {

constexpr std::size_t kBytes = std::size_t{600} << 20;
constexpr int kRuns = 3;

std::string read_all(const std::string& path) {
  auto in = io::InputStream::open(path);
  std::string text(std::size_t{64} << 20, '\0');
  const auto n = in ? in->read(text) : Result<std::size_t>(in.error());
  if (!n) {
    std::fprintf(stderr, "bench: %s\n", n.error().detail.c_str());
    std::exit(1);
  }
  text.resize(*n);
  return text;
}

// The real games again and again, each copy a frame of its own: no copy is found in the one before,
// as it would not be in a real file.
std::size_t write_packed(const std::string& path, const std::string& text) {
  std::string frame(ZSTD_compressBound(text.size()), '\0');
  frame.resize(ZSTD_compress(frame.data(), frame.size(), text.data(), text.size(), 3));
  std::ofstream out(path, std::ios::binary);
  std::size_t bytes = 0;
  for (; bytes < kBytes; bytes += text.size()) out << frame;
  return bytes;
}

std::size_t unpack_alone(const std::string& path) {
  auto in = io::InputStream::open(path);
  std::vector<char> block(data::kChunkBytes);
  std::size_t bytes = 0;
  for (std::size_t n = 1; n != 0; bytes += n) n = *in->read(block);
  return bytes;
}

std::size_t parse_alone(const std::string& text, unsigned threads) {
  const data::Rules rules;
  const auto found = games::find_format("pgn", "", "");
  std::atomic<std::size_t> copies = kBytes / text.size();
  const std::size_t all = copies;
  std::vector<std::jthread> workers;
  for (unsigned i = 0; i < threads; ++i) {
    workers.emplace_back([&] {
      while (copies.fetch_sub(1) - 1 < all) {
        data::Parsing parsing(rules, {}, *found, {});
        parsing.parser->feed(text);
        parsing.parser->finish();
        keep(parsing.games.take_batch());
      }
    });
  }
  workers.clear();
  return all * text.size();
}

double seconds_of(const timeval& t) {
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
}

double processor_time(const rusage& usage) {
  return seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
}

// The work's time on the clock and on the processors, which a shared machine disturbs less.
struct Cost {
  double seconds = 1e9;
  double processor = 1e9;
  void keep_least(const Cost& c) {
    seconds = std::min(seconds, c.seconds);
    processor = std::min(processor, c.processor);
  }
};

template <class Work>
Cost cost_of(Work work) {
  rusage before{};
  rusage after{};
  getrusage(RUSAGE_SELF, &before);
  const auto start = std::chrono::steady_clock::now();
  keep(work());
  const double seconds = seconds_since(start);
  getrusage(RUSAGE_SELF, &after);
  return {seconds, processor_time(after) - processor_time(before)};
}

struct Built {
  Cost cost;
  long peak_kib = 0;
};

// In a process of its own, so that its memory can be told.
Built build_in_child(const std::string& input, const std::string& folder, unsigned threads) {
  std::filesystem::remove_all(folder);
  const auto start = std::chrono::steady_clock::now();
  const pid_t child = fork();
  if (child == 0) {
    games::BuildOptions o{.inputs = {input}, .folder = folder};
    o.run.threads = threads;
    _exit(games::build(o) ? 0 : 1);
  }
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  if (status != 0) {
    std::fprintf(stderr, "bench: build failed\n");
    std::exit(1);
  }
  return {{seconds_since(start), processor_time(usage)}, usage.ru_maxrss};
}

void print(const char* name, double bytes_per_second) {
  std::printf("%-44s %8.0f MB/s\n", name, bytes_per_second / 1e6);
}

void run() {
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  const std::string text = read_all(test::data_path("chess/lichess_db_1000k.pgn.zst"));
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("intarsia-bench-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const std::string packed = folder / "games.pgn.zst";
  const std::size_t bytes = write_packed(packed, text);
  Cost unpack;
  Cost parse;
  Built best;
  for (int i = 0; i < kRuns; ++i) {
    unpack.keep_least(cost_of([&] { return unpack_alone(packed); }));
    parse.keep_least(cost_of([&] { return parse_alone(text, cores); }));
    const Built built = build_in_child(packed, folder / "set", cores);
    best.cost.keep_least(built.cost);
    best.peak_kib = std::max(best.peak_kib, built.peak_kib);
  }
  std::filesystem::remove_all(folder);
  const auto rate = [bytes](double seconds) { return static_cast<double>(bytes) / seconds; };
  print("decompressing alone, one thread", rate(unpack.seconds));
  print("parsing alone, all cores", rate(parse.seconds));
  print(".pgn.zst to a data set, all cores", rate(best.cost.seconds));
  std::printf("%-44s %8.0f %%   (goal 85)\n", "  of the slower of the two",
              100 * std::max(unpack.seconds, parse.seconds) / best.cost.seconds);
  std::printf("%-44s %8.0f %%\n", "  processor time of both alone, of the whole's",
              100 * (unpack.processor + parse.processor) / best.cost.processor);
  std::printf("%-44s %8ld MiB (limit 512)\n", "  peak memory", best.peak_kib / 1024);
}

}  // namespace

}  // namespace intarsia::bench

int main() { intarsia::bench::run(); }
