// `transition`: what one move changes, cell by cell, and in the keys.

#include <memory>

#include "apps/cli/input.h"
#include "apps/cli/print.h"
#include "apps/cli/verb.h"

namespace intarsia::cli {

namespace {

struct TransitionOptions {
  Common common;
  std::string position;
  std::string move;
  GameOptions writing;
};

// A fault in a position or move that the caller wrote is misuse, one in a file's line is a refusal.
int transition(const TransitionOptions& o) {
  const game::Options writing = o.writing.options();
  bool is_misused = false;
  const int code = read_positions(
      {&o.position, 1}, {.common = o.common, .verb = "transition"},
      [&](const game::ReadGame& read) -> std::optional<Error> {
        const game::LinePtr line = read.line->at(read.shown);
        const auto text = line->type().describe_move(*line, o.move, o.common.json, writing);
        if (!text) return text.error();
        put_text(*text);
        return std::nullopt;
      },
      [&](const PositionPlace& place, const Error&) { is_misused |= place.source.empty(); });
  return is_misused ? kUsage : code;
}

}  // namespace

void add_transition(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("transition", "What a move changes: cells, state, keys");
  verb->group(kLook);
  auto o = std::make_shared<TransitionOptions>();
  verb->add_option("POSITION", o->position, position_help())->required();
  verb->add_option("MOVE", o->move,
                   "As the game writes it: e4 or e2e4 (0000 is the null move), a3 or swap …")
      ->required();
  o->common.add_to(*verb);
  o->writing.add_to(*verb, game::OptionInfo::Use::kPositions);
  verb->footer(
      "Examples:\n"
      "  intarsia transition startpos e4\n"
      "  intarsia transition \"startpos moves e2e4 e7e5 g1f3\" b8c6 --json\n"
      "  intarsia transition \"hex 11 moves a2\" swap");
  verb->callback([o, &run] { run = [o] { return transition(*o); }; });
}

}  // namespace intarsia::cli
