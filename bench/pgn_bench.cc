// Speed of reading PGN on one thread, per 150 million nodes a second of Stockfish's perft in the
// same run; beside other programs that read the same file.

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench/measure.h"
#include "bench/stockfish.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/pgn.h"
#include "intarsia/chess/pgn_game.h"
#include "intarsia/chess/pgn_write.h"
#include "intarsia/chess/recorder.h"
#include "intarsia/games/pgn_file.h"
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
    auto file = games::PgnFile::open(path);
    for (auto g = file->next(); g && *g; g = file->next()) {
      plies += (*g)->moves.size();
      bare += to_pgn(**g);
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
    recorder_.end(last, end.score, false);
    keep(recorder_.records());
  }

 private:
  Recorder recorder_;
};

class Played : public PgnVisitor {};

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

void print(const char* work, const char* file, const Text& text, double time, double stockfish,
           const char* goal) {
  const double scale = 150e6 / stockfish;
  const double plies = static_cast<double>(text.plies) / time;
  const double bytes = static_cast<double>(text.bytes.size()) / time;
  std::printf("| %s | %s | %.1f M/s, %.0f MB/s | %.1f M/s, %.0f MB/s | %s |\n", work, file,
              plies / 1e6, bytes / 1e6, scale * plies / 1e6, scale * bytes / 1e6, goal);
}

// What other programs read of the same file: bench/pgn_peers.sh.
void write_file(const char* path, const Text& text) {
  std::FILE* file = std::fopen(path, "wb");
  if (file == nullptr) return;
  std::fwrite(text.bytes.data(), 1, text.bytes.size(), file);
  std::fclose(file);
}

void run(const char* lichess_path, const char* bare_path) {
  const Sources sources;
  const Text lichess = repeated(sources.lichess, sources.plies);
  const Text bare = repeated(sources.bare, sources.plies);
  if (lichess_path != nullptr) write_file(lichess_path, lichess);
  if (bare_path != nullptr) write_file(bare_path, bare);
  Stockfish stockfish;
  double peer = 0;
  for (int i = 0; i < kRuns; ++i) {
    peer = std::max(peer, stockfish.perft_rate(std::string(kStartFen), 6));
  }
  const PgnOptions evals{.evals = true};
  std::printf(
      "| one thread, %zu MB | file | half-moves, bytes here | per 150 Mn/s of Stockfish | goal |\n",
      kFileBytes / 1'000'000);
  std::printf("|---|---|---|---|---|\n");
  print("PGN to records", "moves alone", bare, seconds<ToRecords>(bare, evals), peer,
        ">= 8 M/s, aim 16");
  print("PGN to records", "Lichess, evals heard", lichess, seconds<ToRecords>(lichess, evals), peer,
        ">= 8 M/s, aim 16");
  print("moves played", "moves alone", bare, seconds<Played>(bare, {}), peer, "-");
  print("tokens only", "moves alone", bare, seconds<Skipped>(bare, {}), peer,
        ">= 450 MB/s, aim 700");
  print("tokens only", "Lichess", lichess, seconds<Skipped>(lichess, {}), peer,
        ">= 450 MB/s, aim 700");
}

}  // namespace

}  // namespace intarsia::bench

// With two names it also leaves the files there, for other programs.
int main(int argc, char** argv) {  // NOLINT: an exception may end a benchmark
  intarsia::bench::run(argc > 1 ? argv[1] : nullptr, argc > 2 ? argv[2] : nullptr);
}
