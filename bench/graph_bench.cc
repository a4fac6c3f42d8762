// Speed of graphs: exploring beside perft, adding games, both on one core and on two; storing beside
// RocksDB's own writer, and asking a stored graph.
//
// What a core does is told by processor time, which others on the machine disturb less than the clock.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/measure.h"
#include "intarsia/base/text.h"
#include "intarsia/chess/game.h"
#include "intarsia/chess/movegen.h"
#include "intarsia/chess/perft.h"
#include "intarsia/chess/record.h"
#include "intarsia/data/chunk.h"
#include "intarsia/games/formats.h"
#include "intarsia/games/registry.h"
#include "intarsia/graph/graph.h"
#include "intarsia/graph/store.h"
#include "intarsia/io/input_stream.h"
#include "tests/support/data.h"

#ifdef INTARSIA_BENCH_ROCKSDB
#include <rocksdb/filter_policy.h>
#include <rocksdb/options.h>
#include <rocksdb/sst_file_writer.h>
#include <rocksdb/table.h>

#include "intarsia/graph/node_bytes.h"
#endif

namespace intarsia::bench {

namespace {

using graph::Graph;
using graph::Kind;
using graph::PlayedGame;

constexpr int kRuns = 5;

// A graph without which nothing can be measured.
void check(const std::optional<Error>& error) {
  if (!error) return;
  std::fprintf(stderr, "bench: %s\n", error->detail.c_str());
  std::exit(1);
}
template <class T>
T value_of(Result<T> result) {
  if (!result) check(result.error());
  return *std::move(result);
}

Kind chess_kind() { return {value_of(games::find_game("chess")), 8}; }

void print(const std::string& what, double value, const char* unit, const char* due = "") {
  std::printf("%-58s %10.3g %s%s\n", what.c_str(), value, unit, due);
  std::fflush(stdout);
}

// Items per second of the clock and of the processors: the best of several runs.
struct Speed {
  double clock = 0;
  double processor = 0;

  template <class Work>
  void run(Work work) {
    const double before = processor_seconds();
    const auto start = std::chrono::steady_clock::now();
    const auto items = static_cast<double>(work());
    clock = std::max(clock, items / seconds_since(start));
    processor = std::max(processor, items / (processor_seconds() - before));
  }
  static double processor_seconds() {
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
  }
};

// work(threads) on one core and on two, in turns.
template <class Work>
void print_cores(const std::string& name, const char* unit, const char* due, Work work) {
  Speed one;
  Speed two;
  for (int i = 0; i < kRuns; ++i) {
    one.run([&] { return work(1); });
    two.run([&] { return work(2); });
  }
  print(concat({name, ", a core"}), one.processor / 1e6, unit, due);
  print("  two cores, of one", two.clock / one.clock, "x", "           (due 1.7)");
  print("  a core's work where two share it, of its work alone", two.processor / one.processor,
        "x");
}

// Exploring.

std::uint64_t edges_explored(int depth, std::uint64_t max_nodes, unsigned threads) {
  Graph g(chess_kind());
  const auto root = value_of(g.add(*g.type().start(g.size(), {})));
  value_of(g.explore(root, {.depth = depth, .max_nodes = max_nodes, .threads = threads}));
  return g.edges();
}

void run_explore() {
  constexpr std::uint64_t kManyNodes = 6'000'000;
  const auto perft = [](int depth) {
    return best_rate(kRuns, [depth] { return chess::perft(chess::Position{}, depth); });
  };
  for (const auto& [depth, most] : {std::pair<int, std::uint64_t>{5, ~std::uint64_t{0}},
                                    std::pair<int, std::uint64_t>{6, kManyNodes}}) {
    const double leaves = perft(depth);
    print_cores(
        concat({"explore, chess to depth ", std::to_string(depth)}), "M edges/s", "   (due 10)",
        [&, d = depth, m = most](unsigned threads) { return edges_explored(d, m, threads); });
    print("  perft of that depth, its last ply only counted", leaves / 1e6, "M leaves/s");
  }
}

// Games.

struct Games {
  std::vector<game::GameRow> rows;
  std::vector<std::byte> records;
  std::vector<std::size_t> ends;  // of each game's records

  void end_game(const game::GameRow& row) {
    rows.push_back(row);
    ends.push_back(records.size());
  }
  std::vector<PlayedGame> played() const {
    std::vector<PlayedGame> out;
    std::size_t from = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      out.push_back({&rows[i], std::span(records).subspan(from, ends[i] - from)});
      from = ends[i];
    }
    return out;
  }
  std::size_t plies() const { return records.size() / sizeof(chess::Record) - rows.size(); }
};

// Games of moves taken at random, the same ones in every run: many different positions.
class RandomGames {
 public:
  static constexpr int kPlies = 80;

  Games next(std::size_t count) {
    Games out;
    for (std::size_t i = 0; i < count; ++i) {
      chess::Position p;
      for (int ply = 0;; ++ply) {
        const chess::MoveList moves = chess::legal_moves(p);
        const bool is_last = moves.empty() || ply == kPlies;
        const chess::Move m = is_last ? chess::Move::none() : moves[random_.next() % moves.size()];
        const chess::Record r = chess::pack(
            p, {.occurrences = 1, .is_first = ply == 0, .has_next = !is_last, .move = m});
        const auto* const bytes = reinterpret_cast<const std::byte*>(&r);
        out.records.insert(out.records.end(), bytes, bytes + sizeof r);
        if (is_last) break;
        p = p.after(m);
      }
      out.end_game({.ratings = {1500, 1600}, .outcome = static_cast<Outcome>(random_.next() % 4)});
    }
    return out;
  }

 private:
  KeySequence random_{2026};
};

void add_file(Games& out, const std::string& path) {
  auto in = value_of(io::InputStream::open(path));
  std::string text;
  std::vector<char> block(std::size_t{1} << 18);
  for (auto n = in.read(block); n && *n > 0; n = in.read(block)) text.append(block.data(), *n);
  const data::Rules rules;
  data::Parsing parsing(rules, {}, value_of(games::find_format("pgn", "", "")), {});
  parsing.parser->feed(text);
  parsing.parser->finish();
  const data::Batch batch = parsing.games.take_batch();
  for (const data::Entry& e : batch.games) {
    if (e.kind != data::Entry::Kind::kAccepted || e.row.variant != 0) continue;
    const auto from = batch.records.begin() + static_cast<std::ptrdiff_t>(e.bytes_at);
    out.records.insert(out.records.end(), from, from + static_cast<std::ptrdiff_t>(e.bytes));
    out.end_game(e.row);
  }
}

// The bundled games, and those of the corpus if there is one.
Games real_games() {
  Games out;
  add_file(out, test::data_path("chess/lichess_db_1000k.pgn.zst"));
  const char* corpus = std::getenv("INTARSIA_CORPUS");
  if (corpus == nullptr) return out;
  for (const char* name : {"pgnmentor_Ivkov.pgn", "chessok_June2_12.pgn"}) {
    const std::string path = concat({corpus, "/chess/pgn/misc/", name});
    if (std::filesystem::exists(path)) add_file(out, path);
  }
  return out;
}

void run_add(const std::string& name, const Games& games, int times) {
  const auto played = games.played();
  print_cores(concat({"adding games, ", name}), "M plies/s", "   (due 3)", [&](unsigned threads) {
    Graph g(chess_kind());
    for (int i = 0; i < times; ++i) check(g.add_games(played, threads));
    return static_cast<std::size_t>(times) * games.plies();
  });
}

// Storing.

struct Folder {
  std::string path =
      (std::filesystem::temp_directory_path() / ("intarsia-bench-" + std::to_string(getpid())))
          .string();
  Folder() { std::filesystem::create_directories(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path); }
};

// In a process of its own, so that its memory can be told.
template <class Work>
long peak_mib_of(Work work) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    work();
    std::fflush(stdout);
    _exit(0);
  }
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  if (status != 0) std::exit(1);
  return usage.ru_maxrss / 1024;
}

template <class Work>
double seconds_of(Work work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return seconds_since(start);
}

#ifdef INTARSIA_BENCH_ROCKSDB

constexpr unsigned kThreads = 2;

// Random games until there are so many nodes, in runs each of which lay in memory; openings are in all.
void build_store(const std::string& folder, std::uint64_t nodes) {
  constexpr std::uint64_t kRunsOfStore = 8;
  constexpr std::size_t kGamesAtOnce = 500;
  RandomGames games;
  auto writer =
      value_of(graph::StoreWriter::create({.folder = folder, .threads = kThreads}, chess_kind()));
  double adding = 0;
  double storing = 0;
  for (std::uint64_t run = 0; run < kRunsOfStore; ++run) {
    Graph g(chess_kind());
    while (g.nodes().size() < nodes / kRunsOfStore) {
      const Games some = games.next(kGamesAtOnce);
      adding += seconds_of([&] { check(g.add_games(some.played(), kThreads)); });
    }
    storing += seconds_of([&] { check(writer->add(g)); });
  }
  graph::About about;
  const double merging = seconds_of([&] { about = value_of(writer->finish("bench", "{}")); });
  const auto count = static_cast<double>(about.nodes);
  print("nodes stored", count / 1e6, "M");
  print("  making the runs' graphs", count / adding / 1e6, "M nodes/s");
  print("  writing 8 runs", count / storing / 1e6, "M nodes/s");
  print("  merging them", count / merging / 1e6, "M nodes/s");
  print("  stored in all", count / (storing + merging) / 1e6, "M nodes/s");
}

// The pairs of a stored graph written by RocksDB alone: sorted and merged as they are.
double peer_seconds(const graph::Store& store, const std::string& folder) {
  constexpr std::size_t kPairs = 100'000;  // held at once
  rocksdb::Options options;
  options.compression = rocksdb::kLZ4Compression;
  rocksdb::BlockBasedTableOptions table;
  table.block_size = std::size_t{8} << 10;
  table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));
  table.format_version = 5;
  table.checksum = rocksdb::kXXH3;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  rocksdb::SstFileWriter writer(rocksdb::EnvOptions(), options);
  if (!writer.Open(folder + "/peer.sst").ok()) std::exit(1);
  std::vector<std::pair<std::string, std::string>> pairs;
  double seconds = 0;
  const auto write = [&] {
    seconds += seconds_of([&] {
      for (const auto& [key, value] : pairs) {
        if (!writer.Put(key, value).ok()) std::exit(1);
      }
    });
    pairs.clear();
  };
  check(store.for_each([&](const graph::Node& node) -> std::optional<Error> {
    pairs.emplace_back();
    graph::append_key(pairs.back().first, node.key, node.record);
    graph::append_value(pairs.back().second, node);
    if (pairs.size() == kPairs) write();
    return std::nullopt;
  }));
  write();
  return seconds + seconds_of([&] { (void)writer.Finish(); });
}

void ask_store(const graph::Store& store) {
  constexpr std::size_t kAsked = 200'000;
  std::vector<graph::Identity> asked;
  const std::uint64_t each = std::max<std::uint64_t>(1, store.about().nodes / kAsked);
  std::uint64_t number = 0;
  check(store.for_each([&](const graph::Node& node) -> std::optional<Error> {
    if (number++ % each == 0) asked.push_back({node.key, node.record});
    return std::nullopt;
  }));
  KeySequence random(1);
  for (std::size_t i = asked.size(); i > 1; --i) std::swap(asked[i - 1], asked[random.next() % i]);
  const double rate = best_rate(kRuns, [&] {
    for (const graph::Identity& i : asked) {
      if (!value_of(store.find(i))) std::exit(1);
    }
    return asked.size();
  });
  print("asking, one core, warm, in any order", rate / 1e3, "k queries/s", " (due 50)");
}

void run_store(std::uint64_t nodes) {
  const Folder folder;
  const std::string graph_folder = folder.path + "/graph";
  double seconds = 0;
  const long peak = peak_mib_of([&] { build_store(graph_folder, nodes); });
  print("  peak memory", static_cast<double>(peak), "MiB", "       (due 1024)");
  peak_mib_of([&] {
    const auto store = value_of(graph::Store::open(
        graph_folder, [](std::string_view name) { return games::find_game(name); }));
    const auto count = static_cast<double>(store->about().nodes);
    seconds = peer_seconds(*store, folder.path);
    print("  RocksDB's SstFileWriter with the same pairs", count / seconds / 1e6, "M nodes/s",
          " (due: 3 x as fast at most)");
    ask_store(*store);
  });
}

#else

void run_store(std::uint64_t) { std::printf("storing: this build is without RocksDB\n"); }

#endif

}  // namespace

}  // namespace intarsia::bench

// bench_graph                all of it; 1,000,000 nodes are stored
// bench_graph store 10000000 stored nodes alone; likewise explore, add
int main(int argc, char** argv) {   // NOLINT: an exception may end a benchmark
  using namespace intarsia::bench;  // NOLINT: of this file
  const std::string_view part = argc > 1 ? argv[1] : "";
  const std::uint64_t nodes = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1'000'000;
  if (part.empty() || part == "store") run_store(nodes);
  if (part.empty() || part == "explore") run_explore();
  if (part.empty() || part == "add") {
    run_add("real, again and again", real_games(), 40);
    run_add("random", RandomGames().next(60'000), 1);
  }
}
