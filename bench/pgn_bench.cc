// Speed of reading PGN on one thread, per 150 million nodes a second of Stockfish's perft in the
// same run; beside other programs that read the same file.

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench/measure.h"
#include "bench/stockfish.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/pgn/game.h"
#include "intarsia/chess/pgn/parser.h"
#include "intarsia/chess/pgn/write.h"
#include "intarsia/chess/recorder.h"
#include "intarsia/io/input_stream.h"
#include "tests/support/data.h"

namespace intarsia::bench {

namespace {

using namespace chess;  // NOLINT: a benchmark of this namespace

constexpr std::size_t kFileBytes = 200'000'000;
constexpr std::size_t kBlockBytes = std::size_t{1} << 18;
constexpr int kRuns = 5;

// The games of the tests, as often as make a large file.
struct Text {
  std::string bytes;
  std::uint64_t plies = 0;
};

Text repeated(const std::string& once, std::uint64_t plies) {
  Text t;
  while (t.bytes.size() < kFileBytes) {
    t.bytes += once;
    t.plies += plies;
  }
  return t;
}

struct Sources {
  std::string lichess;  // with clocks and evaluations after the moves
  std::string bare;     // moves alone, as tournament files have them
  std::uint64_t plies = 0;

  Sources() {
    const std::string path = test::data_path("chess/lichess_db_1000k.pgn.zst");
    auto in = io::InputStream::open(path);
    std::vector<char> block(kBlockBytes);
    for (auto n = in->read(block); n && *n > 0; n = in->read(block)) {
      lichess.append(block.data(), *n);
    }
    PgnGames games;
    games.feed(lichess);
    games.finish();
    while (const auto g = games.next()) {
      plies += g->moves.size();
      bare += to_pgn(*g);
    }
  }
};

// Every move resolved, played and packed into a record.
class ToRecords : public PgnVisitor {
 public:
  void begin_game(const PgnPlace& /*place*/) override { recorder_.begin(); }
  void move(const Position& before, Move m) override { recorder_.move(before, m); }
  void eval(std::int16_t eval) override { recorder_.eval(eval); }
  void end_game(const PgnEnd& end, const Position& last) override {
    recorder_.end(last, end.outcome, false);
    keep(recorder_.records());
  }

 private:
  Recorder recorder_;
};

class Played : public PgnVisitor {};

class Counted : public PgnVisitor {
 public:
  void end_game(const PgnEnd& end, const Position& /*last*/) override {
    plies_ += static_cast<std::uint64_t>(end.plies);
  }
  std::uint64_t plies() const { return plies_; }

 private:
  std::uint64_t plies_ = 0;
};

class Skipped : public PgnVisitor {
 public:
  bool end_tags(const Position& /*start*/) override { return false; }
};

void parse(std::string_view text, PgnVisitor& visitor, const PgnOptions& options) {
  PgnParser parser(visitor, options);
  for (std::size_t at = 0; at < text.size(); at += kBlockBytes) {
    parser.feed(text.substr(at, kBlockBytes));
  }
  parser.finish();
}

template <class Visitor>
double seconds(const Text& text, const PgnOptions& options) {
  return 1 / best_rate(kRuns, [&] {
           Visitor visitor;
           parse(text.bytes, visitor, options);
           return 1;
         });
}

// One line of the table. Runs of ours and of Stockfish alternate: the machine's other work is then
// shared fairly.
template <class Visitor>
void print_row(Stockfish& stockfish, const char* work, const char* file, const Text& text,
               const PgnOptions& options, const char* goal) {
  const auto ours = [&] {
    Visitor visitor;
    parse(text.bytes, visitor, options);
    return text.plies;
  };
  double plies = 0;
  double nodes = 0;
  for (int i = 0; i < kRuns; ++i) {
    nodes = std::max(nodes, stockfish.perft_rate(std::string(kStartFen), 6));
    plies = std::max(plies, rate_of(ours));
  }
  const double bytes =
      plies * static_cast<double>(text.bytes.size()) / static_cast<double>(text.plies);
  const double scale = 150e6 / nodes;
  std::printf("| %s | %s | %.1f M/s, %.0f MB/s | %.1f M/s, %.0f MB/s | %s |\n", work, file,
              plies / 1e6, bytes / 1e6, scale * plies / 1e6, scale * bytes / 1e6, goal);
}

// For bench/pgn_peers.py: the best seconds of some runs over a file, as the peers tell them.
void time_file(const std::string& path, std::string_view work) {
  Text text;
  auto in = io::InputStream::open(path);
  if (!in) return;
  std::vector<char> block(kBlockBytes);
  for (auto n = in->read(block); n && *n > 0; n = in->read(block)) {
    text.bytes.append(block.data(), *n);
  }
  const double time = work == "skip"   ? seconds<Skipped>(text, {})
                      : work == "play" ? seconds<Played>(text, {})
                                       : seconds<ToRecords>(text, {});
  Counted counted;
  parse(text.bytes, counted, {});
  std::printf("%llu %.4f\n", static_cast<unsigned long long>(counted.plies()), time);
}

void write_file(const char* path, const Text& text) {
  std::FILE* file = std::fopen(path, "wb");
  if (file == nullptr) return;
  std::fwrite(text.bytes.data(), 1, text.bytes.size(), file);
  std::fclose(file);
}

void write_files(const char* lichess_path, const char* bare_path) {
  const Sources sources;
  write_file(lichess_path, repeated(sources.lichess, sources.plies));
  write_file(bare_path, repeated(sources.bare, sources.plies));
}

void run() {
  const Sources sources;
  const Text lichess = repeated(sources.lichess, sources.plies);
  const Text bare = repeated(sources.bare, sources.plies);
  Stockfish stockfish;
  const PgnOptions evals{.evals = true};
  constexpr char kMoves[] = ">= 8 M/s, aim 16";
  constexpr char kTokens[] = ">= 450 MB/s, aim 700";
  std::printf(
      "| one thread, %zu MB | file | half-moves, bytes here | per 150 Mn/s of Stockfish | goal |\n",
      kFileBytes / 1'000'000);
  std::printf("|---|---|---|---|---|\n");
  print_row<ToRecords>(stockfish, "PGN to records", "moves alone", bare, evals, kMoves);
  print_row<ToRecords>(stockfish, "PGN to records", "Lichess, evals", lichess, evals, kMoves);
  print_row<Played>(stockfish, "moves played", "moves alone", bare, {}, "-");
  print_row<Skipped>(stockfish, "tokens only", "moves alone", bare, {}, kTokens);
  print_row<Skipped>(stockfish, "tokens only", "Lichess", lichess, {}, kTokens);
}

}  // namespace

}  // namespace intarsia::bench

// bench_pgn                      a table
// bench_pgn write LICHESS BARE   the two files that it reads
// bench_pgn FILE records|play|skip   half-moves and seconds, for comparing
int main(int argc, char** argv) {   // NOLINT: an exception may end a benchmark
  using namespace intarsia::bench;  // NOLINT: a whole program in one function
  if (argc == 4 && std::string_view(argv[1]) == "write") {
    write_files(argv[2], argv[3]);
  } else if (argc == 3) {
    time_file(argv[1], argv[2]);
  } else {
    run();
  }
}
