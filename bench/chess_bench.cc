// Speed of the chess rules, as ratios to Stockfish's perft in the same run.

#include <cstdio>
#include <string>
#include <vector>

#include "bench/measure.h"
#include "bench/stockfish.h"
#include "intarsia/base/text.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/game.h"
#include "intarsia/chess/movegen.h"
#include "intarsia/chess/perft.h"
#include "intarsia/chess/record.h"
#include "intarsia/chess/san.h"
#include "tests/support/data.h"

namespace intarsia::bench {

namespace {

using namespace chess;  // NOLINT: a benchmark of this namespace

constexpr char kKiwipete[] = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
constexpr int kRuns = 7;

// Real games: every position from which a move was played, with that move as text.
struct RealPositions {
  std::vector<Position> positions;
  std::vector<std::string> fens;
  std::vector<std::string> sans;

  RealPositions() {
    for (const std::string& line : test::data_lines("games/lichess.san")) {
      Position p;
      TextCursor in(line);
      for (std::string_view san = in.word(); !san.empty(); san = in.word()) {
        positions.push_back(p);
        fens.push_back(to_fen(p));
        sans.emplace_back(san);
        p = p.after(*read_san(p, san));
      }
    }
  }
};

struct Perft {
  const char* name;
  std::string fen;
  int depth;
  double ours = 0;
  double theirs = 0;
};

void print_perft(const Perft& p) {
  std::printf("| perft %s | %.0f Mn/s | %.0f Mn/s | %.2f x | >= 2 x, aim 3 x |\n", p.name,
              p.ours / 1e6, p.theirs / 1e6, p.ours / p.theirs);
}

// The rate on a machine on which Stockfish's perft makes 150 million nodes a second.
void print_scaled(const char* name, double rate, double stockfish, const char* goal) {
  std::printf("| %s | %.1f M/s | %.1f M/s | %s |\n", name, rate / 1e6, rate / stockfish * 150,
              goal);
}

void run() {
  Stockfish stockfish;
  Perft perfts[] = {{"start, depth 6", std::string(kStartFen), 6},
                    {"Kiwipete, depth 5", kKiwipete, 5}};
  for (int i = 0; i < kRuns; ++i) {
    for (Perft& p : perfts) {
      const Position start = read_fen(p.fen)->position;
      p.theirs = std::max(p.theirs, stockfish.perft_rate(p.fen, p.depth));
      const auto offset = static_cast<std::size_t>(i) * 576;
      p.ours = std::max(p.ours, at_stack_offset(offset, [&] {
                          return rate_of([&] { return perft(start, p.depth); });
                        }));
    }
  }
  std::printf(
      "| one thread, lists, bulk at the last ply | intarsia | stockfish | ratio | goal |\n");
  std::printf("|---|---|---|---|---|\n");
  for (const Perft& p : perfts) print_perft(p);

  const double peer = (perfts[0].theirs + perfts[1].theirs) / 2;
  const RealPositions real;
  const std::size_t n = real.positions.size();
  std::printf(
      "\n| %zu positions of real games, one thread | here | per 150 Mn/s of Stockfish | goal |\n",
      n);
  std::printf("|---|---|---|---|\n");

  print_scaled("legal move lists",
               best_rate(5 * kRuns,
                         [&] {
                           for (const Position& p : real.positions) keep(legal_moves(p));
                           return n;
                         }),
               peer, ">= 6, aim 8");
  print_scaled("FEN in",
               best_rate(5 * kRuns,
                         [&] {
                           for (const std::string& fen : real.fens) keep(read_fen(fen));
                           return n;
                         }),
               peer, ">= 4, aim 7");
  std::string fen;
  print_scaled("FEN out",
               best_rate(5 * kRuns,
                         [&] {
                           for (const Position& p : real.positions) {
                             fen.clear();
                             append_fen(fen, p);
                             keep(fen);
                           }
                           return n;
                         }),
               peer, ">= 2, aim 6");
  print_scaled("SAN resolved",
               best_rate(5 * kRuns,
                         [&] {
                           for (std::size_t i = 0; i < n; ++i)
                             keep(read_san(real.positions[i], real.sans[i]));
                           return n;
                         }),
               peer, ">= 12");
  print_scaled(
      "move made (after)",
      best_rate(5 * kRuns,
                [&] {
                  for (std::size_t i = 0; i + 1 < n; ++i) {
                    keep(real.positions[i].after(*read_san(real.positions[i], real.sans[i])));
                  }
                  return n;
                }),
      peer, "SAN and after together");
  std::vector<Record> records(n);
  print_scaled("record packed",
               best_rate(5 * kRuns,
                         [&] {
                           for (std::size_t i = 0; i < n; ++i) records[i] = pack(real.positions[i]);
                           keep(records);
                           return n;
                         }),
               peer, "-");
  print_scaled("record unpacked and checked",
               best_rate(5 * kRuns,
                         [&] {
                           for (const Record& r : records) keep(unpack(r));
                           return n;
                         }),
               peer, "-");
}

}  // namespace

}  // namespace intarsia::bench

int main() { intarsia::bench::run(); }  // NOLINT: an exception may end a benchmark
