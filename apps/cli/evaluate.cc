// `evaluate`: what positions are worth after looking ahead, and the best line of play.

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/cli/build_progress.h"
#include "apps/cli/input.h"
#include "apps/cli/memory.h"
#include "apps/cli/parallel.h"
#include "apps/cli/print.h"
#include "apps/cli/progress.h"
#include "apps/cli/stop.h"
#include "apps/cli/verb.h"
#include "intarsia/base/json_text.h"
#include "intarsia/base/text.h"
#include "intarsia/graph/evaluator.h"

namespace intarsia::cli {

namespace {

constexpr char kEvaluate[] = "evaluate";
constexpr char kBest[] = "best";
constexpr char kBreadth[] = "breadth";
// People are shown so many moves; --json has all of them.
constexpr std::size_t kShownMoves = 10;

struct EvaluateOptions {
  Common common;
  std::vector<std::string> positions;
  std::uint64_t nodes = 100'000;
  std::string order = kBest;
  std::size_t batch = 64;
  std::uint64_t memory = usual_memory();
  GameOptions writing;
};

struct EvaluatedRoot {
  game::LinePtr line;
  graph::NodeId node = graph::kNoNode;
};

graph::Kind kind_of(const game::Line& line) { return {&line.type(), line.size()}; }

// A move's text in the position of a line: there it is written as its options say.
std::string text_of_move(const game::Line& line, std::uint16_t move) {
  const graph::Kind kind = kind_of(line);
  std::vector<std::byte> record(kind.record_bytes());
  const game::RecordTargets none;
  line.pack(line.ply(), line.ply(), /*is_first=*/false, {&none, 1}, record.data());
  return kind.type->rules.move_text(kind.size, record.data(), move);
}

std::vector<std::string> texts_of_line(const game::Line& root,
                                       std::span<const std::uint16_t> moves) {
  std::vector<std::string> texts;
  const game::LinePtr line = root.copy();
  for (const std::uint16_t move : moves) {
    texts.push_back(text_of_move(*line, move));
    if (line->play(texts.back())) break;
  }
  return texts;
}

std::string_view player_ahead(const game::Line& line, float score) {
  return line.type().words.players[score > 0 ? 0 : 1];
}

// "white wins in 3 plies"; empty while nothing is decided.
std::string decision(const game::Line& line, const graph::Value& v) {
  if (!v.is_decided) return {};
  const std::string_view player = player_ahead(line, v.score);
  if (v.distance == 0) return fmt::format("{} has won", player);
  return fmt::format("{} wins in {} {}", player, v.distance, v.distance == 1 ? "ply" : "plies");
}

std::string in_words(const game::Line& line, const graph::Answer& a) {
  if (a.value.is_decided) return decision(line, a.value);
  if (a.value.score != 0) return fmt::format("better for {}", player_ahead(line, a.value.score));
  switch (a.end) {
    case graph::LineEnd::kGameOver:
      return "a draw";
    case graph::LineEnd::kRepetition:
      return "a draw by repetition";
    case graph::LineEnd::kUnexplored:
      break;
  }
  return "even";
}

std::string_view end_name(graph::LineEnd end) {
  constexpr std::string_view kNames[] = {"unexplored", "game_over", "repetition"};
  return kNames[static_cast<std::size_t>(end)];
}

void add_value(JsonText& out, const graph::Value& v) {
  std::string digits;
  append_number(digits, v.score);
  out.key("score").json(digits);
  if (v.is_decided) {
    out.key("decided_in").value(v.distance);
  } else {
    out.key("decided_in").null();
  }
}

void print_json(const EvaluateOptions& o, const EvaluatedRoot& root, const graph::Answer& a,
                std::uint64_t nodes) {
  const game::Line& line = *root.line;
  JsonText out;
  out.begin_object().key("schema").value(1);
  out.key(line.type().words.position_key).value(line.position_text(o.writing.options()));
  add_value(out, a.value);
  out.key("line").begin_list();
  for (const std::string& move : texts_of_line(line, a.line)) out.value(move);
  out.end_list();
  out.key("end").value(end_name(a.end));
  out.key("nodes").value(nodes);
  out.key("moves").begin_list();
  for (const graph::RootMove& m : a.moves) {
    out.begin_object().key("move").value(text_of_move(line, m.move));
    add_value(out, m.value);
    out.end_object();
  }
  put("{}\n", out.end_list().end_object().text());
}

void print_text(const EvaluateOptions& o, const EvaluatedRoot& root, const graph::Answer& a,
                std::uint64_t nodes, bool has_others) {
  const game::Line& line = *root.line;
  const auto& players = line.type().words.players;
  if (has_others) put("{}\n", line.position_text(o.writing.options()));
  put("{}\n", in_words(line, a));
  put("score  {:+.3f}, from -1 ({} wins) to 1 ({} wins)\n", a.value.score, players[1], players[0]);
  put("line   {}\n", a.line.empty()
                         ? std::string("-")
                         : fmt::format("{}", fmt::join(texts_of_line(line, a.line), " ")));
  put("nodes  {}\n", nodes);
  if (!a.moves.empty()) put("\nmove   score\n");
  for (std::size_t i = 0; i < std::min(kShownMoves, a.moves.size()); ++i) {
    const graph::RootMove& m = a.moves[i];
    const std::string words = decision(line, m.value);
    put("{:<6} {:+.3f}{}{}\n", text_of_move(line, m.move), m.value.score, words.empty() ? "" : "  ",
        words);
  }
  if (a.moves.size() > kShownMoves) put("… and {} more\n", a.moves.size() - kShownMoves);
}

int evaluate(const EvaluateOptions& o, std::vector<EvaluatedRoot>& roots) {
  const graph::Kind kind = kind_of(*roots.front().line);
  Progress progress(o.common.progress, "positions", o.nodes);
  graph::Evaluator evaluator(
      kind, graph::built_in_score(kind),
      {.order = o.order == kBest ? graph::Order::kBest : graph::Order::kBreadth,
       .batch = o.batch,
       .threads = thread_count(o.common.threads),
       .stop = &watch_signals(),
       .max_memory = o.memory,
       .progress = [&progress](std::uint64_t scored) { progress.update(scored); }});
  for (EvaluatedRoot& root : roots) {
    const auto node = evaluator.add_root(*root.line);
    if (!node) return fail(kEvaluate, node.error(), kUsage);
    root.node = *node;
  }
  const auto scored = evaluator.step(o.nodes);
  if (!scored) return fail(kEvaluate, scored.error(), kFailed);
  if (evaluator.is_full()) {
    say("intarsia {}: {} positions take {}: here it ends; --memory allows more\n", kEvaluate,
        evaluator.scored(), short_bytes(static_cast<double>(evaluator.memory())));
  }
  bool is_first = true;
  for (const EvaluatedRoot& root : roots) {
    const auto answer = evaluator.answer(root.node);
    if (!answer) {
      if (watch_signals().load()) return kInterrupted;
      return fail(kEvaluate,
                  {ErrorCode::kLimit, 0,
                   fmt::format("--nodes {} is too little for {}", o.nodes,
                               counted(roots.size(), "position"))},
                  kUsage);
    }
    if (!is_first && !o.common.json) put("\n");
    is_first = false;
    if (o.common.json) {
      print_json(o, root, *answer, evaluator.scored());
    } else {
      print_text(o, root, *answer, evaluator.scored(), roots.size() > 1);
    }
  }
  return watch_signals().load() ? kInterrupted : kDone;
}

// A fault in a position that the caller wrote is misuse, one in a file's line is a refusal.
int evaluate(const EvaluateOptions& o) {
  std::vector<EvaluatedRoot> roots;
  bool is_misused = false;
  const int code = read_positions(
      joined_if_one(o.positions), {.common = o.common, .verb = kEvaluate},
      [&](const game::ReadGame& read) -> std::optional<Error> {
        game::LinePtr line = read.line->at(read.shown);
        if (!roots.empty() && !(kind_of(*roots.front().line) == kind_of(*line))) {
          return Error{ErrorCode::kInvalid, 0,
                       "positions that are evaluated together are of one game and one board"};
        }
        roots.push_back({std::move(line)});
        return std::nullopt;
      },
      [&](const PositionPlace& place, const Error&) { is_misused |= place.source.empty(); });
  if (is_misused) return kUsage;
  if (code == kFailed || code == kUsage) return code;
  if (roots.empty()) {
    say("intarsia {}: no position to evaluate\n", kEvaluate);
    return code == kDone && !o.common.lenient ? kSomeRejected : code;
  }
  const int done = evaluate(o, roots);
  return done == kDone ? code : done;
}

}  // namespace

void add_evaluate(CLI::App& app, Run& run) {
  auto* verb =
      app.add_subcommand(kEvaluate, "What positions are worth after looking ahead; the best line");
  verb->group(kLook);
  auto o = std::make_shared<EvaluateOptions>();
  verb->add_option("POSITION", o->positions,
                   fmt::format("{}. Several, of one game and board, are evaluated together",
                               position_help()))
      ->required();
  verb->add_option("--nodes", o->nodes, "Positions that get a score, all of them together")
      ->capture_default_str()
      ->check(whole_number(1));
  verb->add_option("--order", o->order,
                   "best: forced lines and what gives up least first, which finds mates; breadth: "
                   "first in, first out, all moves equally deep")
      ->capture_default_str()
      ->check(CLI::IsMember({kBest, kBreadth}));
  verb->add_option("--batch", o->batch,
                   "Positions that are scored together; with --order breadth the answer does not "
                   "depend on it")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000));
  add_memory(
      *verb, o->memory,
      "About what the positions may take, as 512MB or 4GB; then it ends and answers; half of "
      "the machine's without it");
  o->common.add_to(*verb);
  o->writing.add_to(*verb, game::OptionInfo::Use::kPositions);
  verb->footer(
      "Scores are the game's own: men and mobility in chess, missing stones in Hex, open lines in\n"
      "Connect Four. What was played before a position does not count. Ctrl-C ends the search and\n"
      "answers with what was found so far.\n\n"
      "Examples:\n"
      "  intarsia evaluate \"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\"\n"
      "  intarsia evaluate startpos --nodes 1000000 --order breadth --json\n"
      "  intarsia evaluate \"hex 3\" --nodes 20000");
  verb->callback([o, &run] { run = [o] { return evaluate(*o); }; });
}

}  // namespace intarsia::cli
