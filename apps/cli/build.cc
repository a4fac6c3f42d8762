// `build`: games or positions into a data set.

#include "intarsia/games/build.h"

#include <algorithm>
#include <memory>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/cli/build_parts.h"
#include "apps/cli/build_progress.h"
#include "apps/cli/build_report.h"
#include "apps/cli/build_rules.h"
#include "apps/cli/input.h"
#include "apps/cli/memory.h"
#include "apps/cli/parallel.h"
#include "apps/cli/print.h"
#include "apps/cli/read_report.h"
#include "apps/cli/stop.h"
#include "apps/cli/verb.h"
#include "intarsia/base/text.h"
#include "intarsia/data/writer.h"
#include "intarsia/games/registry.h"
#include "intarsia/io/input.h"

namespace intarsia::cli {

namespace {

struct BuildFlags {
  Common common;
  games::BuildOptions build;
  RuleFlags rules;
  std::string unique;
  std::string root;
  PartFlags parts;
  CLI::App* verb = nullptr;
};

int exit_code(const BuildFlags& o, const games::BuildReport& report) {
  if (report.is_interrupted) return kInterrupted;
  print_repeated("build", report.twice);
  print_skipped("build", report.skipped);
  for (const Error& e : report.damage) {
    say("intarsia build: {}: what comes before is stored\n", e.detail);
  }
  const std::string why = why_empty(report.manifest);
  if (!why.empty()) say("intarsia build: nothing came out: {}\n", why);
  if (!report.damage.empty()) return kFailed;
  const bool is_all = report.manifest.rejected.empty() && why.empty();
  return is_all || o.common.lenient ? kDone : kSomeRejected;
}

// The plan has decided all that decides about the bytes.
std::string wrong_with_plan(const CLI::App& verb) {
  constexpr std::string_view kAllowed[] = {"plan",    "part",    "root",     "json",
                                           "lenient", "threads", "progress", "help"};
  for (const CLI::Option* option : verb.get_options()) {
    const auto& names = option->get_lnames();
    const std::string name = names.empty() ? option->get_name() : names.front();
    if (option->count() == 0 || std::ranges::count(kAllowed, name) != 0) continue;
    return fmt::format("{}{} is the plan's: only --part, --root, -j and --lenient go with --plan",
                       names.empty() ? "" : "--", name);
  }
  return "";
}

// What is wrong with flags that are good one by one; empty if nothing is.
std::string wrong_flags(const BuildFlags& flags) {
  const games::BuildOptions& o = flags.build;
  if (!flags.parts.plan.empty()) return wrong_with_plan(*flags.verb);
  if (o.folder.empty()) return "-o is required: the folder of the data set";
  if (flags.parts.part_bytes != 0 && (o.resume || o.force || !o.stdin_name.empty())) {
    return "--part-bytes goes on by itself, and reads files: without --resume, --force and --name";
  }
  if (!o.stdin_name.empty() && std::ranges::count(o.inputs, "-") != 1) {
    return "--name is that of standard input: - must be among the inputs";
  }
  if (o.inputs.empty() && !o.resume) {
    return "INPUT is required: the games to read (only --resume knows them)";
  }
  if (o.folder == "-") return "-o: a data set is a folder, and cannot go to stdout";
  if (o.resume && o.force) return "--resume completes, --force replaces: choose one";
  return "";
}

int build(BuildFlags& o) {
  if (!read_rules(o.rules, o.build.rules)) return kUsage;
  if (const std::string wrong = wrong_flags(o); !wrong.empty()) {
    say("intarsia build: {}\n", wrong);
    return kUsage;
  }
  if (!o.root.empty()) o.build.root = o.root;
  if (!o.parts.plan.empty()) return build_parts(o.parts, o.common, o.build);
  o.build.unique_positions = !o.unique.empty();
  o.build.game = o.common.games.options();
  if (o.parts.part_bytes != 0) return build_all_parts(o.parts, o.common, o.build);
  o.build.skip_damage = o.common.lenient;
  o.build.run.threads = thread_count(o.common.threads);
  o.build.run.stop = &watch_signals();
  BuildProgress progress(o.common.progress, total_bytes(o.build.inputs));
  o.build.run.progress = [&](const data::Progress& p) { progress.update(p); };
  o.build.run.checking = [&](std::uint64_t bytes) { progress.update_checking(bytes); };
  const auto report = games::build(o.build);
  if (!report) {
    say("intarsia build: {}\n", report.error().detail);
    return report.error().code == ErrorCode::kSyntax ? kUsage : kFailed;
  }
  const double seconds = progress.seconds();
  if (o.common.json) {
    print_report_json(o.build.folder, *report, seconds);
  } else {
    print_summary(o.build.folder, *report, seconds);
  }
  return exit_code(o, *report);
}

}  // namespace

void add_build(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("build", "Games or positions into a data set");
  verb->group(kData);
  auto o = std::make_shared<BuildFlags>();
  verb->add_option(
      "INPUT", o->build.inputs,
      fmt::format("Games, or positions (a line each, POSITION | centipawns | outcome), "
                  "also as {}; a folder of such files; @list.txt, a file that names "
                  "them; - is stdin. With --resume none: the same as before",
                  io::packed_endings()));
  verb->add_option("-o,--output", o->build.folder, "The folder of the data set");
  verb->add_option("--root", o->root,
                   "Call sources by their paths below this folder, not as they are named here")
      ->check(some_text());
  verb->add_option("--name", o->build.stdin_name, "What standard input is called, instead of -")
      ->check(some_text());
  o->parts.add_to(*verb);
  o->verb = verb;
  add_format(*verb, o->build.format);
  verb->add_option("--shard-records", o->build.shard_records, "Records in a shard, at most")
      ->check(CLI::Range(std::uint64_t{1}, data::kMaxShardRecords));
  auto* resume = verb->add_flag(
      "--resume", o->build.resume,
      "Complete a data set that was interrupted, with the options it was begun "
      "with; what is there, and what was read, is compared with its checksums first");
  verb->add_flag("--trust", o->build.trust, "With --resume: compare the lengths of its files alone")
      ->needs(resume);
  verb->add_flag("--force", o->build.force, "Replace a data set that is there");
  add_rules(*verb, o->rules, o->build);
  verb->add_option("--unique", o->unique,
                   "The first record of each position (the choice is a selection)")
      ->check(CLI::IsMember({"positions"}));
  add_memory(*verb, o->build.memory, "With --unique: about what sorting takes in memory (1GiB)",
             data::kLeastMemory);
  o->common.add_to(*verb);
  verb->footer(
      "Examples:\n"
      "  intarsia build games.pgn.zst -o data\n"
      "  intarsia build *.pgn -o data --min-elo 2000 --split train=0.9,validation=0.1 --seed 1\n"
      "  intarsia build ~/games downloads.zip @more.txt -o data\n"
      "  intarsia build games.pgn.zst -o data --event '*Rated*' --eco 'B9?' --no-bots --length "
      "20..\n"
      "  intarsia build --resume -o data\n"
      "  intarsia build --plan set --part auto\n"
      "  intarsia build months/*.pgn.zst -o set --root months --part-bytes 4GiB\n"
      "  zcat old.pgn.gz | intarsia build - -o data --time-control blitz,rapid --ply 8.. --quiet");
  verb->callback([o, &run] { run = [o] { return build(*o); }; });
}

}  // namespace intarsia::cli
