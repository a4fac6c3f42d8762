// `graph stats`: how much there is in a graph.

#include <memory>

#include "apps/cli/graph.h"
#include "apps/cli/print.h"
#include "apps/cli/progress.h"

namespace intarsia::cli {

namespace {

constexpr char kGraphStats[] = "graph stats";

struct GraphStatsFlags {
  Common common;
  std::vector<std::string> folders;
};

int graph_stats(const GraphStatsFlags& o) {
  for (const std::string& folder : o.folders) {
    const auto store = open_graph(folder);
    if (!store) return fail(kGraphStats, store.error(), kFailed);
    Progress progress(o.common.progress, "nodes", (*store)->about().nodes);
    const auto s =
        graph::statistics_of(**store, [&](std::uint64_t nodes) { progress.update(nodes); });
    if (!s) return fail(kGraphStats, s.error(), kFailed);
    if (const auto error = print_statistics(o.common, folder, **store, *s)) {
      return fail(kGraphStats, *error, kFailed);
    }
  }
  return kDone;
}

}  // namespace

void add_graph_stats(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("stats", "How many nodes, edges and games are in a graph");
  auto o = std::make_shared<GraphStatsFlags>();
  verb->add_option("DIR", o->folders, "Folders of graphs")->required();
  o->common.add_to(*verb);
  verb->footer(
      "Examples:\n"
      "  intarsia graph stats book\n"
      "  intarsia graph stats book --json | jq .nodes\n"
      "  intarsia graph stats may june");
  verb->callback([o, &run] { run = [o] { return graph_stats(*o); }; });
}

}  // namespace intarsia::cli
