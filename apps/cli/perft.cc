// `perft`: counts of move sequences, and suites of known counts.

#include "intarsia/chess/perft.h"

#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/cli/input.h"
#include "apps/cli/parallel.h"
#include "apps/cli/perft_suite.h"
#include "apps/cli/print.h"
#include "apps/cli/progress.h"
#include "apps/cli/verb.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/movegen.h"
#include "intarsia/chess/position_line.h"
#include "intarsia/chess/uci.h"

namespace intarsia::cli {

namespace {

using chess::Position;

struct PerftOptions {
  Common common;
  int depth = -1;
  std::vector<std::string> position;
  bool divide = false;
  std::string suite;
  int max_depth = chess::kMaxPerftDepth;
};

// The leaves behind each first move, and their sum.
struct Counts {
  chess::MoveList moves;
  std::vector<std::uint64_t> leaves;
  std::uint64_t total = 0;
};

Counts count(const Position& start, const PerftOptions& o) {
  Counts c;
  if (o.depth == 0) {
    c.total = 1;
    return c;
  }
  c.moves = chess::legal_moves(start);
  c.leaves.resize(c.moves.size());
  Progress progress(o.common.progress, "first moves", c.leaves.size());
  in_parallel(c.leaves.size(), o.common.threads, progress, [&](std::size_t i) {
    c.leaves[i] = chess::perft(start.after(c.moves[i]), o.depth - 1);
  });
  for (std::uint64_t n : c.leaves) c.total += n;
  return c;
}

void print_json(const Position& start, const Counts& c, const PerftOptions& o) {
  nlohmann::ordered_json out = {{"schema", 1}, {"fen", chess::to_fen(start)}, {"depth", o.depth}};
  if (o.divide) {
    out["divide"] = nlohmann::ordered_json::object();
    for (std::size_t i = 0; i < c.leaves.size(); ++i) {
      out["divide"][chess::to_uci(start, c.moves[i])] = c.leaves[i];
    }
  }
  out["nodes"] = c.total;
  put("{}\n", out.dump());
}

void print_text(const Position& start, const Counts& c, bool divide) {
  for (std::size_t i = 0; divide && i < c.leaves.size(); ++i) {
    put("{}: {}\n", chess::to_uci(start, c.moves[i]), c.leaves[i]);
  }
  put("{}\n", c.total);
}

int run_perft(const PerftOptions& o) {
  // The words of a position may come unquoted.
  const std::string argument =
      o.position.empty() ? "startpos" : fmt::format("{}", fmt::join(o.position, " "));
  return read_chess_positions({&argument, 1}, o.common, "perft",
                              [&](const chess::PositionLine& line) -> std::optional<Error> {
                                const Position& start = line.replay.position();
                                const Counts c = count(start, o);
                                o.common.json ? print_json(start, c, o)
                                              : print_text(start, c, o.divide);
                                return std::nullopt;
                              });
}

}  // namespace

void add_perft(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("perft", "Count move sequences; check suites of known counts");
  verb->group(kMeasure);
  auto o = std::make_shared<PerftOptions>();
  const auto depths = CLI::Range(0, chess::kMaxPerftDepth);
  verb->add_option("DEPTH", o->depth, "Plies to count")->check(depths);
  verb->add_option(
      "POSITION", o->position,
      "startpos or a FEN, with moves ...; a file with one a line; the start by default");
  verb->add_flag("--divide", o->divide, "One line for each first move");
  verb->add_option("--suite", o->suite, "File of lines: FEN ;D1 20 ;D2 400 ...");
  verb->add_option("--max-depth", o->max_depth, "Deepest count of the suite to check")
      ->check(depths);
  o->common.add_to(*verb);
  verb->footer(
      "Examples:\n"
      "  intarsia perft 6\n"
      "  intarsia perft 4 \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\" --divide\n"
      "  intarsia perft --suite tests/data/perft/standard.epd --max-depth 5");
  verb->callback([o, &run] {
    const bool has_suite = !o->suite.empty();
    if (has_suite == (o->depth >= 0)) {
      throw CLI::ValidationError("perft", "give either DEPTH or --suite FILE");
    }
    run = [o, has_suite] {
      return has_suite ? check_perft_suite(o->suite, o->max_depth, o->common) : run_perft(*o);
    };
  });
}

}  // namespace intarsia::cli
