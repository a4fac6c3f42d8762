// `graph build`: games into an opening explorer.

#include "intarsia/games/graph_build.h"

#include <memory>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/cli/build_progress.h"
#include "apps/cli/build_rules.h"
#include "apps/cli/graph.h"
#include "apps/cli/input.h"
#include "apps/cli/memory.h"
#include "apps/cli/parallel.h"
#include "apps/cli/print.h"
#include "apps/cli/read_report.h"
#include "apps/cli/stop.h"
#include "intarsia/base/text.h"
#include "intarsia/data/plan.h"
#include "intarsia/games/graph_parts.h"
#include "intarsia/games/part_choice.h"
#include "intarsia/games/registry.h"
#include "intarsia/io/input.h"

namespace intarsia::cli {

namespace {

constexpr char kGraphBuild[] = "graph build";

struct GraphBuildFlags {
  Common common;
  games::GraphBuildOptions build;
  FilterFlags filters;
  std::string plan, part;
};

void print_graph_summary(const GraphBuildFlags& o, const games::GraphBuildReport& r,
                         double seconds) {
  const data::Manifest& m = r.manifest;
  say("{}: {} graph, complete\n", o.build.folder, m.game);
  say("  games     {} of {} read\n", m.games, m.read);
  say("  nodes     {}, by {}\n", r.about.nodes, counted(r.about.plies, "move"));
  print_dropped(m);
  print_reasons("mended", m, m.mended);
  print_reasons("rejected", m, m.rejected);
  if (m.rejected_games() != 0) say("            `intarsia check` names each of them\n");
  say("  speed     {} games read/s, {} moves/s, {:.1f} s, {}\n",
      short_count(static_cast<double>(m.read) / seconds),
      short_count(static_cast<double>(r.about.plies) / seconds), seconds,
      r.runs > 1 ? fmt::format("{} runs merged", r.runs) : "in one run");
  say("next        intarsia graph query {}\n", o.build.folder);
}

nlohmann::ordered_json counts_of(const data::Reasons& reasons) {
  nlohmann::ordered_json out = nlohmann::ordered_json::object();
  for (const auto& [reason, r] : reasons) out[reason] = r.games;
  return out;
}

nlohmann::ordered_json size_of(const games::GraphBuildReport& r) {
  const auto type = games::find_game(r.manifest.game);
  if (!type || !r.size) return nullptr;
  return size_json({*type, *r.size});
}

void print_graph_json(const GraphBuildFlags& o, const games::GraphBuildReport& r, double seconds) {
  const data::Manifest& m = r.manifest;
  nlohmann::ordered_json out = {{"schema", 1},
                                {"folder", as_utf8(o.build.folder)},
                                {"game", m.game},
                                {"size", size_of(r)},
                                {"read", m.read},
                                {"games", m.games},
                                {"nodes", r.about.nodes},
                                {"plies", r.about.plies},
                                {"dropped", m.dropped},
                                {"rejected", counts_of(m.rejected)},
                                {"mended", counts_of(m.mended)},
                                {"interrupted", r.is_interrupted},
                                {"runs", r.runs},
                                {"seconds", seconds}};
  put("{}\n", out.dump());
}

int graph_exit_code(const GraphBuildFlags& o, const games::GraphBuildReport& r) {
  print_repeated(kGraphBuild, r.twice);
  print_skipped(kGraphBuild, r.skipped);
  for (const Error& e : r.damage)
    say("intarsia {}: {}: what comes before is stored\n", kGraphBuild, e.detail);
  const data::Manifest& m = r.manifest;
  const bool is_empty = m.games == 0;
  if (is_empty) {
    say("intarsia {}: nothing came out, and nothing was written: {}\n", kGraphBuild,
        m.read == 0 ? "there were no games in the inputs" : why_left_out(m));
  }
  if (!r.damage.empty()) return kFailed;
  const bool is_all = m.rejected.empty() && !is_empty;
  return is_all || o.common.lenient ? kDone : kSomeRejected;
}

// Of a plan the graphs of some parts, or of all of them, one after the other.
int graph_build_parts(GraphBuildFlags& o) {
  const auto plan = data::read_plan_of(o.plan);
  if (!plan) return fail(kGraphBuild, plan.error(), kFailed);
  const std::string share = o.part.empty() ? "0/1" : o.part;
  const auto choice = games::choose_parts(share, plan->parts.size());
  if (!choice) return fail(kGraphBuild, choice.error(), kUsage);
  if (!choice->from.empty()) say("intarsia {}: by {}\n", kGraphBuild, choice->from);
  for (const std::size_t part : choice->parts) {
    const std::string name = data::part_name(part);
    const auto report = games::build_graph_part(o.plan, part, o.build);
    if (!report) return fail(kGraphBuild, report.error(), kFailed);
    if (report->build.is_interrupted) {
      say("intarsia {}: {} was interrupted, and nothing of it was stored\n", kGraphBuild, name);
      return kInterrupted;
    }
    say("{}/{}: {}\n", o.build.folder, name,
        report->was_there                   ? "there already"
        : report->build.manifest.games == 0 ? "no games, and no graph"
                                            : counted(report->build.about.nodes, "node"));
  }
  return kDone;
}

int graph_build(GraphBuildFlags& o) {
  if (o.plan.empty() == o.build.inputs.empty() || (o.plan.empty() && !o.part.empty())) {
    say("intarsia {}: either INPUT, or --plan with or without --part\n", kGraphBuild);
    return kUsage;
  }
  if (!read_filters(kGraphBuild, o.filters, o.build.filters)) return kUsage;
  o.build.game = o.common.games.options();
  o.build.skip_damage = o.common.lenient;
  o.build.run.threads = thread_count(o.common.threads);
  o.build.run.stop = &watch_signals();
  BuildProgress progress(o.common.progress, total_bytes(o.build.inputs));
  o.build.run.progress = [&](const data::Progress& p) { progress.update(p); };
  bool is_merging = false;
  o.build.merging = [&] {
    if (!std::exchange(is_merging, true)) progress.say_phase("merging");
  };
  if (!o.plan.empty()) return graph_build_parts(o);
  const auto report = games::build_graph(o.build);
  if (!report) return fail(kGraphBuild, report.error(), kFailed);
  if (report->is_interrupted) {
    say("intarsia {}: interrupted, and nothing was stored\n", kGraphBuild);
    return kInterrupted;
  }
  const double seconds = std::max(progress.seconds(), 1e-9);
  if (o.common.json) {
    print_graph_json(o, *report, seconds);
  } else if (report->manifest.games > 0) {
    print_graph_summary(o, *report, seconds);
  }
  return graph_exit_code(o, *report);
}

}  // namespace

void add_graph_build(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("build", "Games into an opening explorer");
  auto o = std::make_shared<GraphBuildFlags>();
  verb->add_option("INPUT", o->build.inputs,
                   fmt::format("Games, also as {}; folders of data sets and of such files; "
                               "@list.txt, a file that names them; - is stdin",
                               io::packed_endings()));
  verb->add_option("--plan", o->plan,
                   "Instead of INPUT: a graph of each part of the collection in this folder, as "
                   "part-00000 … in the folder of -o; graph merge adds them up")
      ->check(some_text());
  verb->add_option("--part", o->part,
                   "With --plan: this part (7), every N-th from the I-th on (7/64), or auto")
      ->check(some_text());
  verb->add_option("-o,--output", o->build.folder, "The folder of the graph")->required();
  verb->add_flag("--force", o->build.force, "Replace a graph that is there");
  add_format(*verb, o->build.format);
  verb->add_option("--max-ply", o->build.max_ply, "Of each game so many moves; all without it")
      ->check(whole_number(1));
  add_size(*verb, o->build.size);
  verb->add_option("--split", o->build.split, "Of data sets: the games of this split alone");
  add_memory(*verb, o->build.memory,
             "About what the graph may take in memory, as 512MB or 4GB; what is more goes to the "
             "disk and is merged at the end",
             games::kMinGraphMemory)
      ->default_str("1GB");
  add_filters(*verb, o->filters, o->build.filters, o->build.limit);
  o->common.add_to(*verb);
  verb->footer(
      "Examples:\n"
      "  intarsia graph build games.pgn.zst -o book\n"
      "  intarsia graph build *.pgn -o book --min-elo 2000 --time-control blitz,rapid --max-ply "
      "40\n"
      "  intarsia graph build --plan set --part 7/64 -o books; intarsia graph merge books -o book");
  verb->callback([o, &run] { run = [o] { return graph_build(*o); }; });
}

}  // namespace intarsia::cli
