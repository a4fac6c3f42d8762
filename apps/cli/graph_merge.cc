// `graph merge`: several graphs as one.

#include <algorithm>
#include <filesystem>
#include <memory>

#include "apps/cli/graph.h"
#include "apps/cli/parallel.h"
#include "apps/cli/print.h"
#include "apps/cli/stop.h"
#include "intarsia/base/json_text.h"
#include "intarsia/base/text.h"
#include "intarsia/games/graph_build.h"
#include "intarsia/games/graph_parts.h"

namespace intarsia::cli {

namespace {

constexpr char kGraphMerge[] = "graph merge";

struct GraphMergeFlags {
  Common common;
  std::vector<std::string> inputs;
  std::string output;
  bool force = false;
};

using Stores = std::vector<std::unique_ptr<graph::Store>>;

bool is_same_folder(const std::string& a, const std::string& b) {
  std::error_code problem;
  return std::filesystem::equivalent(a, b, problem) && !problem;
}

// Its counts come twice into the sum.
void warn_of_twice(const std::vector<std::string>& inputs) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto is_same = [&](const std::string& other) { return is_same_folder(inputs[i], other); };
    if (std::any_of(inputs.begin(), inputs.begin() + static_cast<std::ptrdiff_t>(i), is_same)) {
      say("intarsia {}: {} is named twice, and added twice\n", kGraphMerge, inputs[i]);
    }
  }
}

std::string merge_origin(const GraphMergeFlags& o) {
  JsonText out;
  out.begin_object();
  out.key("merged").begin_list();
  for (const std::string& input : o.inputs) out.value(as_utf8(input));
  out.end_list();
  out.end_object();
  return out.text();
}

Result<graph::About> write_merged(const GraphMergeFlags& o, const Stores& stores) {
  auto writer = graph::StoreWriter::create(
      {.folder = o.output, .may_replace = o.force, .threads = thread_count(o.common.threads)},
      stores.front()->kind());
  if (!writer) return writer.error();
  StatusPace pace(o.common.progress);
  const auto is_stopped = [] { return watch_signals().load(); };
  std::optional<Error> error;
  for (std::size_t i = 0; i < stores.size() && !error; ++i) {
    if (pace.is_due() && !pace.is_json()) show_status("reading " + stores[i]->folder());
    error = (*writer)->add(*stores[i], is_stopped);
  }
  if (!error) {
    auto about = (*writer)->finish("intarsia " INTARSIA_VERSION, merge_origin(o), is_stopped);
    if (about) return about;
    error = about.error();
  }
  (*writer)->discard();
  return *std::move(error);
}

int graph_merge(GraphMergeFlags& o) {
  std::vector<std::string> all;
  for (const std::string& input : o.inputs) {
    const auto found = games::graphs_in(input);
    if (!found) return fail(kGraphMerge, found.error(), kFailed);
    all.insert(all.end(), found->begin(), found->end());
  }
  o.inputs = std::move(all);
  Stores stores;
  for (const std::string& input : o.inputs) {
    if (is_same_folder(input, o.output)) {
      say("intarsia {}: {} would be written over while it is read: give -o another folder\n",
          kGraphMerge, input);
      return kUsage;
    }
    auto store = open_graph(input);
    if (!store) return fail(kGraphMerge, store.error(), kFailed);
    stores.push_back(*std::move(store));
    if (!(stores.back()->kind() == stores.front()->kind())) {
      say("intarsia {}: {} is a graph of {}, and {} of {}\n", kGraphMerge, o.inputs.front(),
          game_text(stores.front()->kind()), input, game_text(stores.back()->kind()));
      return kFailed;
    }
  }
  if (const auto error = games::refuse_graph_folder(o.output, o.force)) {
    return fail(kGraphMerge, *error, kFailed);
  }
  warn_of_twice(o.inputs);
  const auto about = write_merged(o, stores);
  if (!about && watch_signals()) {
    say("intarsia {}: interrupted, and nothing was stored\n", kGraphMerge);
    return kInterrupted;
  }
  if (!about) return fail(kGraphMerge, about.error(), kFailed);
  if (o.common.json) {
    const nlohmann::ordered_json out = {
        {"schema", 1},           {"folder", as_utf8(o.output)},
        {"game", about->game},   {"size", size_json(stores.front()->kind())},
        {"nodes", about->nodes}, {"games", about->games},
        {"plies", about->plies}};
    put("{}\n", out.dump());
  }
  say("{}: {} by {} of {}\n", o.output, counted(about->nodes, "node"),
      counted(about->plies, "move"), counted(about->games, "game"));
  return kDone;
}

}  // namespace

void add_graph_merge(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("merge", "Several graphs as one: counts add up");
  auto o = std::make_shared<GraphMergeFlags>();
  verb->add_option("DIR", o->inputs,
                   "Folders of graphs of one game, or of graphs of parts (graph build --plan)")
      ->required();
  verb->add_option("-o,--output", o->output, "The folder of the new graph")->required();
  verb->add_flag("--force", o->force, "Replace a graph that is there");
  o->common.add_to(*verb);
  verb->footer(
      "Examples:\n"
      "  intarsia graph merge may june -o summer\n"
      "  intarsia graph merge book explored -o both\n"
      "  intarsia graph merge parts/* -o all -j 8");
  verb->callback([o, &run] { run = [o] { return graph_merge(*o); }; });
}

}  // namespace intarsia::cli
