// `graph explore`: all positions that moves lead to.

#include <limits>
#include <memory>

#include <fmt/format.h>

#include "apps/cli/build_progress.h"
#include "apps/cli/graph.h"
#include "apps/cli/input.h"
#include "apps/cli/memory.h"
#include "apps/cli/parallel.h"
#include "apps/cli/print.h"
#include "apps/cli/stop.h"
#include "intarsia/base/text.h"
#include "intarsia/games/graph_build.h"
#include "intarsia/graph/graph.h"

namespace intarsia::cli {

namespace {

constexpr char kGraphExplore[] = "graph explore";

struct GraphExploreFlags {
  Common common;
  std::vector<std::string> position;
  std::optional<int> depth;
  std::optional<std::uint64_t> max_nodes;
  std::string output;
  std::uint64_t memory = usual_memory();
  bool force = false;
};

Result<graph::Statistics> store_graph(const GraphExploreFlags& o, const graph::Graph& g) {
  auto writer = graph::StoreWriter::create(
      {.folder = o.output, .may_replace = o.force, .threads = thread_count(o.common.threads)},
      g.kind());
  if (!writer) return writer.error();
  const auto is_stopped = [] { return watch_signals().load(); };
  auto error = (*writer)->add(g, is_stopped);
  if (!error) {
    JsonText origin;
    origin.begin_object().key("explored").value(joined(o.position));
    if (o.depth) origin.key("depth").value(*o.depth);
    if (o.max_nodes) origin.key("max_nodes").value(*o.max_nodes);
    origin.end_object();
    const auto about = (*writer)->finish("intarsia " INTARSIA_VERSION, origin.text(), is_stopped);
    if (!about) error = about.error();
  }
  if (error) {
    (*writer)->discard();
    return *std::move(error);
  }
  return graph::statistics_of(g);
}

int explore(const GraphExploreFlags& o, const game::Line& line) {
  if (!o.output.empty()) {
    if (const auto error = games::refuse_graph_folder(o.output, o.force)) {
      return fail(kGraphExplore, *error, kFailed);
    }
  }
  graph::Graph g({&line.type(), line.size()});
  const auto root = g.add(line);
  if (!root) return fail(kGraphExplore, root.error(), kUsage);
  StatusPace pace(o.common.progress);
  const auto show = [&](std::uint64_t nodes, int depth) {
    if (!pace.is_due()) return;
    if (pace.is_json()) {
      say("{{\"nodes\":{},\"depth\":{},\"seconds\":{:.1f}}}\n", nodes, depth, pace.seconds());
    } else {
      show_status(fmt::format("{} nodes, depth {}, {} nodes/s",
                              short_count(static_cast<double>(nodes)), depth,
                              short_count(static_cast<double>(nodes) / pace.seconds())));
    }
  };
  const auto done = g.explore(*root, {.depth = o.depth.value_or(std::numeric_limits<int>::max()),
                                      .max_nodes = o.max_nodes.value_or(UINT64_MAX),
                                      .max_memory = o.memory,
                                      .threads = thread_count(o.common.threads),
                                      .stop = &watch_signals(),
                                      .progress = show});
  if (!done) {
    const Error& e = done.error();
    const auto more =
        e.code == ErrorCode::kLimit ? "; fewer by --depth or --max-nodes, more by --memory" : "";
    return fail(kGraphExplore, {e.code, e.offset, concat({e.detail, more})}, kFailed);
  }
  if (!*done) {
    say("intarsia {}: interrupted at {}; nothing was stored\n", kGraphExplore,
        counted(g.nodes().size(), "node"));
    return kInterrupted;
  }
  const double seconds = std::max(pace.seconds(), 1e-9);
  const auto statistics = o.output.empty() ? graph::statistics_of(g) : store_graph(o, g);
  if (!statistics) {
    if (!watch_signals().load()) return fail(kGraphExplore, statistics.error(), kFailed);
    say("intarsia {}: interrupted, and nothing was stored\n", kGraphExplore);
    return kInterrupted;
  }
  if (const auto error = print_statistics(o.common, o.output, g, *statistics)) {
    return fail(kGraphExplore, *error, kFailed);
  }
  if (!o.common.json) {
    say("  speed     {} edges/s, {:.1f} s\n",
        short_count(static_cast<double>(statistics->edges) / seconds), seconds);
  }
  return kDone;
}

int graph_explore(const GraphExploreFlags& o) {
  if (!o.depth && !o.max_nodes) {
    say("intarsia {}: say how far: --depth 4, or --max-nodes 1000000\n", kGraphExplore);
    return kUsage;
  }
  game::LinePtr line;
  const std::string argument = joined(o.position);
  const int code =
      read_positions({&argument, 1}, {.common = o.common, .verb = kGraphExplore},
                     [&](const game::ReadGame& read) -> std::optional<Error> {
                       if (line) return Error{ErrorCode::kAmbiguous, 0, "one position at a time"};
                       line = read.line->at(read.shown);
                       return std::nullopt;
                     });
  return code != kDone || !line ? code : explore(o, *line);
}

}  // namespace

void add_graph_explore(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("explore", "All positions that moves lead to");
  auto o = std::make_shared<GraphExploreFlags>();
  verb->add_option("POSITION", o->position, position_help())->required();
  verb->add_option("--depth", o->depth, "So many moves deep")
      ->check(whole_number(0, std::numeric_limits<int>::max()));
  verb->add_option("--max-nodes", o->max_nodes, "End at about so many nodes, breadth first")
      ->check(whole_number(1));
  add_memory(*verb, o->memory,
             "About what the graph may take, as 512MB or 4GB; half of the machine's without it");
  verb->add_option("-o,--output", o->output, "Store the graph in this folder")->check(some_text());
  verb->add_flag("--force", o->force, "Replace a graph that is there");
  o->common.add_to(*verb);
  verb->footer(
      "Examples:\n"
      "  intarsia graph explore startpos --depth 4\n"
      "  intarsia graph explore \"hex 3\" --depth 9 -o hex3\n"
      "  intarsia graph explore \"8/8/8/8/8/k7/7R/K7 w - - 0 1\" --max-nodes 1000000 --json");
  verb->callback([o, &run] { run = [o] { return graph_explore(*o); }; });
}

}  // namespace intarsia::cli
