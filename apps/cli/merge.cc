// `merge`: data sets into one.

#include "intarsia/games/merge.h"

#include <algorithm>
#include <memory>

#include "apps/cli/build_progress.h"
#include "apps/cli/build_report.h"
#include "apps/cli/memory.h"
#include "apps/cli/parallel.h"
#include "apps/cli/print.h"
#include "apps/cli/stop.h"
#include "apps/cli/verb.h"
#include "intarsia/data/collection.h"
#include "intarsia/games/registry.h"

namespace intarsia::cli {

namespace {

struct MergeFlags {
  Common common;
  games::MergeOptions merge;
  std::vector<std::string> unique;
};

// Of the records: for progress. What cannot be read is told by the merge.
std::uint64_t record_bytes(const std::vector<std::string>& sets) {
  std::uint64_t sum = 0;
  for (const std::string& folder : sets) {
    const auto found = data::read_sets_of(folder);
    if (!found) continue;
    for (const data::NamedManifest& set : *found) {
      for (const data::ShardEntry& shard : set.manifest.shards) {
        const auto type = games::find_record_type(set.manifest.game, shard.size);
        if (type) sum += shard.records * type->bytes;
      }
    }
  }
  return sum;
}

int merge(MergeFlags& o) {
  const auto wants = [&](const char* what) { return std::ranges::count(o.unique, what) != 0; };
  o.merge.unique_games = wants("games");
  o.merge.unique_positions = wants("positions");
  o.merge.run.threads = thread_count(o.common.threads);
  o.merge.run.stop = &watch_signals();
  BuildProgress progress(o.common.progress, record_bytes(o.merge.sets));
  o.merge.run.progress = [&](const data::Progress& p) { progress.update(p); };
  const auto report = games::merge(o.merge);
  if (!report) return fail("merge", report.error(), kFailed);
  if (report->is_interrupted) {
    say("intarsia merge: interrupted, and nothing was stored\n");
    return kInterrupted;
  }
  if (o.common.json) {
    print_report_json(o.merge.folder, *report, progress.seconds());
  } else {
    print_summary(o.merge.folder, *report, progress.seconds());
  }
  return kDone;
}

}  // namespace

void add_merge(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand(
      "merge", "Data sets into one, as one build of all their sources would have made it");
  verb->group(kData);
  auto o = std::make_shared<MergeFlags>();
  verb->add_option("DIR", o->merge.sets,
                   "Folders of data sets and collections, built alike; their order counts")
      ->required();
  verb->add_option("-o,--output", o->merge.folder, "The folder of the new data set")->required();
  verb->add_option("--unique", o->unique,
                   "games: the first of equal games alone; positions: the first record of each "
                   "position (that choice is a selection); may be given again")
      ->check(CLI::IsMember({"games", "positions"}))
      ->expected(1)
      ->take_all();
  add_memory(*verb, o->merge.memory, "With --unique: about what sorting takes in memory (1GiB)",
             data::kLeastMemory);
  verb->add_flag("--force", o->merge.force, "Replace a data set that is there");
  o->common.add_to(*verb);
  verb->footer(
      "Examples:\n"
      "  intarsia merge may june -o summer\n"
      "  intarsia merge parts/* -o all --unique games\n"
      "  intarsia merge data -o unique --unique positions --memory 4GB");
  verb->callback([o, &run] { run = [o] { return merge(*o); }; });
}

}  // namespace intarsia::cli
