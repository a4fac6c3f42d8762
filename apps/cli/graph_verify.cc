// `graph verify`: whether a graph says what the rules say.

#include <memory>

#include <nlohmann/json.hpp>

#include "apps/cli/graph.h"
#include "apps/cli/print.h"
#include "apps/cli/progress.h"
#include "apps/cli/stop.h"
#include "intarsia/base/text.h"
#include "intarsia/games/registry.h"
#include "intarsia/graph/verify.h"

namespace intarsia::cli {

namespace {

constexpr char kGraphVerify[] = "graph verify";

struct GraphVerifyFlags {
  Common common;
  std::vector<std::string> folders;
};

void print_verified(const GraphVerifyFlags& o, const std::string& folder,
                    const graph::Verified& v) {
  if (o.common.json) {
    nlohmann::ordered_json out = {{"schema", 1},        {"folder", as_utf8(folder)},
                                  {"ok", v.is_sound()}, {"nodes", v.statistics.nodes},
                                  {"faults", v.faults}, {"more_faults", v.more}};
    put("{}\n", out.dump());
    return;
  }
  for (const std::string& fault : v.faults) put("{}: {}\n", folder, fault);
  say("{}: {}, {}: {}\n", folder, counted(v.statistics.nodes, "node"),
      counted(v.statistics.edges, "edge"),
      v.is_sound() ? "everything is right" : counted(v.faults.size() + v.more, "fault"));
}

int graph_verify(const GraphVerifyFlags& o) {
  int code = kDone;
  const std::atomic<bool>& stop = watch_signals();
  for (const std::string& folder : o.folders) {
    Progress progress(o.common.progress, "nodes", 0);
    const auto found =
        graph::verify_folder(folder, [](std::string_view name) { return games::find_game(name); },
                             {.progress = [&](std::uint64_t nodes) { progress.update(nodes); },
                              .is_stopped = [&] { return stop.load(); }});
    if (stop) {
      say("intarsia {}: interrupted\n", kGraphVerify);
      return kInterrupted;
    }
    if (!found) return fail(kGraphVerify, found.error(), kFailed);
    print_verified(o, folder, *found);
    if (!found->is_sound()) code = kDifference;
  }
  return code;
}

}  // namespace

void add_graph_verify(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("verify", "Check every node and edge of a graph by the rules");
  auto o = std::make_shared<GraphVerifyFlags>();
  verb->add_option("DIR", o->folders, "Folders of graphs")->required();
  o->common.add_to(*verb);
  verb->footer(
      "Checked are keys, records, ends of games, that every move is legal and leads where it says, "
      "that\n"
      "explored positions have all moves, that the games which come to a position leave it, and "
      "the\n"
      "checksums of the files.\n\n"
      "Examples:\n"
      "  intarsia graph verify book\n"
      "  intarsia graph verify book --json | jq .faults\n"
      "  intarsia graph verify may june --progress never");
  verb->callback([o, &run] { run = [o] { return graph_verify(*o); }; });
}

}  // namespace intarsia::cli
