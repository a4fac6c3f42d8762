// `graph export`: a graph, or what lies around a position, for other programs.

#include <limits>
#include <memory>

#include "apps/cli/graph.h"
#include "apps/cli/input.h"
#include "apps/cli/print.h"
#include "intarsia/graph/graph_text.h"
#include "intarsia/io/atomic_file.h"

namespace intarsia::cli {

namespace {

constexpr char kGraphExport[] = "graph export";

struct GraphExportFlags {
  Common common;
  std::string folder, to, output = "-";
  std::vector<std::string> position;
  graph::ExportOptions what;
  std::optional<int> depth;
  bool force = false;
};

// The one position that was named, or nothing.
Result<game::LinePtr> read_start(const GraphExportFlags& o, int& code) {
  game::LinePtr line;
  if (o.position.empty()) return line;
  const std::string argument = joined(o.position);
  code = read_positions({&argument, 1}, {.common = o.common, .verb = kGraphExport},
                        [&](const game::ReadGame& read) -> std::optional<Error> {
                          if (line)
                            return Error{ErrorCode::kAmbiguous, 0, "one position at a time"};
                          line = read.line->at(read.shown);
                          return std::nullopt;
                        });
  return line;
}

Result<std::uint64_t> write_graph(const GraphExportFlags& o, const graph::Store& store) {
  const auto form = o.to == "dot" ? graph::export_dot : graph::export_json;
  if (o.output == "-") {
    return form(store, o.what, [](std::string_view text) { put_text(text); });
  }
  auto file = io::AtomicFile::create(o.output, o.force);
  if (!file) return file.error();
  auto nodes = form(store, o.what, [&](std::string_view text) { file->write(text); });
  if (!nodes) return nodes;
  if (auto error = file->commit()) return *std::move(error);
  return nodes;
}

int run_graph_export(GraphExportFlags& o) {
  if (o.depth && o.position.empty()) {
    say("intarsia {}: --depth counts moves from a POSITION: name one\n", kGraphExport);
    return kUsage;
  }
  const auto store = open_graph(o.folder);
  if (!store) return fail(kGraphExport, store.error(), kFailed);
  int code = kDone;
  const auto line = read_start(o, code);
  if (code != kDone) return code;
  if (*line) {
    const auto start = (*store)->identity_of(**line);
    if (!start) return fail(kGraphExport, start.error(), kUsage);
    o.what.start = *start;
  }
  if (o.depth) o.what.depth = *o.depth;
  const auto nodes = write_graph(o, **store);
  if (!nodes) return fail(kGraphExport, nodes.error(), kFailed);
  say("{} written\n", counted(*nodes, "node"));
  return *nodes > 0 || o.common.lenient ? kDone : kSomeRejected;
}

}  // namespace

void add_graph_export(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("export", "A graph, or a part of it, for other programs");
  auto o = std::make_shared<GraphExportFlags>();
  verb->add_option("DIR", o->folder, "The folder of a graph")->required();
  verb->add_option("POSITION", o->position,
                   position_help() + "; with it only what moves from there lead to");
  verb->add_option("--to", o->to, "dot: a picture by Graphviz; json: a node a line")
      ->required()
      ->check(CLI::IsMember({"dot", "json"}));
  verb->add_option("--depth", o->depth, "So many moves from POSITION; 3 without it")
      ->check(whole_number(0, std::numeric_limits<int>::max()));
  verb->add_option("--min-games", o->what.min_games, "Only moves that were played so often")
      ->check(whole_number(0));
  verb->add_option("-o,--output", o->output, "A file; standard output without it");
  verb->add_flag("--force", o->force, "Replace a file that is there");
  o->common.add_to(*verb);
  verb->footer(
      "Examples:\n"
      "  intarsia graph export book startpos --to dot --depth 4 --min-games 10 | dot -Tsvg > "
      "book.svg\n"
      "  intarsia graph export book --to json -o book.jsonl\n"
      "  intarsia graph export book startpos moves e4 --to json --depth 1");
  verb->callback([o, &run] { run = [o] { return run_graph_export(*o); }; });
}

}  // namespace intarsia::cli
