// `plan`: which sources make which part, before any of them is read.

#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/cli/build_parts.h"
#include "apps/cli/build_progress.h"
#include "apps/cli/build_rules.h"
#include "apps/cli/input.h"
#include "apps/cli/print.h"
#include "apps/cli/verb.h"
#include "intarsia/base/text.h"
#include "intarsia/data/writer.h"
#include "intarsia/io/input.h"

namespace intarsia::cli {

namespace {

struct PlanFlags {
  Common common;
  games::PlanOptions plan;
  RuleFlags rules;
  std::string root;
};

int plan(PlanFlags& o) {
  if (!read_rules(o.rules, o.plan.build.rules)) return kUsage;
  o.plan.build.root = o.root;
  o.plan.build.game = o.common.games.options();
  const auto report = games::make_plan(o.plan);
  if (!report) return fail("plan", report.error(), kFailed);
  print_skipped("plan", report->skipped);
  const data::Plan& p = report->plan;
  std::uint64_t bytes = 0;
  for (const data::PlannedSource& s : p.sources) bytes += s.bytes;
  if (o.common.json) {
    const nlohmann::ordered_json out = {{"schema", 1},
                                        {"folder", as_utf8(o.plan.build.folder)},
                                        {"parts", p.parts.size()},
                                        {"sources", p.sources.size()},
                                        {"bytes", bytes},
                                        {"plan", hex16(p.hash)},
                                        {"was_there", report->was_there}};
    put("{}\n", out.dump());
    return kDone;
  }
  say("{}: {} of {}, {}{}\n", o.plan.build.folder, counted(p.parts.size(), "part"),
      counted(p.sources.size(), "source"), short_bytes(static_cast<double>(bytes)),
      report->was_there ? "; planned already" : "");
  say("next        intarsia build --plan {} --part 0 … {}, anywhere; then intarsia finish {}\n",
      o.plan.build.folder, p.parts.size() - 1, o.plan.build.folder);
  return kDone;
}

}  // namespace

void add_plan(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("plan", "Sources into parts, for many workers to build");
  verb->group(kData);
  auto o = std::make_shared<PlanFlags>();
  verb->add_option("INPUT", o->plan.build.inputs,
                   fmt::format("Games, or positions (a line each), also as {}; a folder of such "
                               "files; @list.txt, a file that names them",
                               io::packed_endings()))
      ->required();
  verb->add_option("-o,--output", o->plan.build.folder, "The folder of the collection")->required();
  verb->add_option("--root", o->root,
                   "Sources are called by their paths below this folder, here by default; workers "
                   "may have it elsewhere")
      ->check(some_text());
  add_part_bytes(*verb, o->plan.part_bytes);
  verb->add_flag("--append", o->plan.append,
                 "Add the sources to the plan that is there, as new parts behind the others");
  add_format(*verb, o->plan.build.format);
  verb->add_option("--shard-records", o->plan.build.shard_records, "Records in a shard, at most")
      ->check(CLI::Range(std::uint64_t{1}, data::kMaxShardRecords));
  add_rules(*verb, o->rules, o->plan.build);
  o->common.add_to(*verb);
  verb->footer(
      "Examples:\n"
      "  intarsia plan months/*.pgn.zst -o set --root months\n"
      "  intarsia plan games -o set --part-bytes 1GiB --min-elo 2000 --split "
      "train=0.9,validation=0.1\n"
      "  intarsia plan months/2026-09.pgn.zst -o set --root months --append");
  verb->callback([o, &run] { run = [o] { return plan(*o); }; });
}

}  // namespace intarsia::cli
