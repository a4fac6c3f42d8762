// `perft`: counts of move sequences, and suites of known counts.

#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/cli/input.h"
#include "apps/cli/parallel.h"
#include "apps/cli/perft_suite.h"
#include "apps/cli/print.h"
#include "apps/cli/progress.h"
#include "apps/cli/verb.h"
#include "intarsia/base/json_text.h"
#include "intarsia/games/perft_line.h"
#include "intarsia/games/registry.h"

namespace intarsia::cli {

namespace {

struct PerftOptions {
  Common common;
  int depth = -1;
  std::vector<std::string> position;
  bool divide = false;
  std::string suite;
  int max_depth = games::kMaxPerftDepth;
  GameOptions writing = {};
};

// The leaves behind each first move, and their sum.
struct Counts {
  std::vector<std::string> moves;
  std::vector<std::uint64_t> leaves;
  std::uint64_t total = 0;
};

Counts count(const game::Line& start, const PerftOptions& o) {
  Counts c;
  if (o.depth == 0) {
    c.total = 1;
    return c;
  }
  c.moves = start.legal_moves();
  c.leaves.resize(c.moves.size());
  Progress progress(o.common.progress, "first moves", c.leaves.size());
  in_parallel(c.leaves.size(), o.common.threads, progress, [&](std::size_t i) {
    const game::LinePtr line = start.copy();
    if (!line->play(c.moves[i])) c.leaves[i] = line->perft(o.depth - 1);
  });
  for (std::uint64_t n : c.leaves) c.total += n;
  return c;
}

void print_json(const game::Line& start, const Counts& c, const PerftOptions& o) {
  JsonText out;
  out.begin_object().key("schema").value(1);
  out.key(start.type().words.position_key).value(start.position_text(o.writing.options()));
  out.key("depth").value(o.depth);
  if (o.divide) {
    out.key("divide").begin_object();
    for (std::size_t i = 0; i < c.leaves.size(); ++i) out.key(c.moves[i]).value(c.leaves[i]);
    out.end_object();
  }
  out.key("nodes").value(c.total);
  put("{}\n", out.end_object().text());
}

void print_text(const Counts& c, bool divide) {
  for (std::size_t i = 0; divide && i < c.leaves.size(); ++i) {
    put("{}: {}\n", c.moves[i], c.leaves[i]);
  }
  put("{}\n", c.total);
}

int run_perft(const PerftOptions& o) {
  // The words of a position may come unquoted. Without any, the first game's start is counted.
  const std::string argument = fmt::format("{}", fmt::join(o.position, " "));
  const auto visit = [&](const game::ReadGame& read) -> std::optional<Error> {
    const game::LinePtr start = read.line->at(read.shown);
    const Counts c = count(*start, o);
    o.common.json ? print_json(*start, c, o) : print_text(c, o.divide);
    return std::nullopt;
  };
  if (!argument.empty()) {
    return read_positions({&argument, 1}, {.common = o.common, .verb = "perft"}, visit);
  }
  const games::GameType& first = *games::all_games().front();
  game::ReadGame read;
  read.line = first.start(first.sizes.usual, o.common.games.options());
  (void)visit(read);
  return kDone;
}

}  // namespace

void add_perft(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("perft", "Count move sequences; check suites of known counts");
  verb->group(kMeasure);
  auto o = std::make_shared<PerftOptions>();
  const auto depths = CLI::Range(0, games::kMaxPerftDepth);
  verb->add_option("DEPTH", o->depth, "Plies to count")->check(depths);
  verb->add_option("POSITION", o->position,
                   fmt::format("{}; the start of {} by default", position_help(),
                               games::all_games().front()->words.title));
  verb->add_flag("--divide", o->divide, "One line for each first move");
  verb->add_option("--suite", o->suite, "File of lines: POSITION ;D1 20 ;D2 400 ...");
  verb->add_option("--max-depth", o->max_depth, "Deepest count of the suite to check")
      ->check(depths);
  o->common.add_to(*verb);
  o->writing.add_to(*verb, game::OptionInfo::Use::kPositions);
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
