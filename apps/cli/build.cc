// `build`: games or positions into a data set.

#include "intarsia/games/build.h"

#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "apps/cli/build_progress.h"
#include "apps/cli/input.h"
#include "apps/cli/parallel.h"
#include "apps/cli/print.h"
#include "apps/cli/set_json.h"
#include "apps/cli/stop.h"
#include "apps/cli/verb.h"
#include "intarsia/base/text.h"
#include "intarsia/games/registry.h"
#include "intarsia/io/input.h"
#include "intarsia/io/input_paths.h"

namespace intarsia::cli {

namespace {

using Json = nlohmann::ordered_json;

// The flags whose words are read by the library.
struct Words {
  std::string time_control, termination, outcome, date, variant, ply, split;
};

struct BuildFlags {
  Common common;
  games::BuildOptions build;
  Words words;
};

template <class Read, class Out>
bool read_flag(const char* flag, const std::string& text, Read read, Out& out) {
  if (text.empty()) return true;
  const auto error = read(text, out);
  if (error) say("intarsia build: {}: {}\n", flag, error->detail);
  return !error;
}

// The readers of filters that are written in the words of games.
template <class Read>
auto in_words(Read read) {
  return
      [read](std::string_view text, data::Filters& f) { return read(text, games::all_games(), f); };
}

// False if a word was refused, which has been said.
bool read_words(const Words& w, data::Rules& rules) {
  auto& f = rules.filters;
  const bool are_good =
      read_flag("--time-control", w.time_control, in_words(data::read_times), f) &&
      read_flag("--termination", w.termination, in_words(data::read_terminations), f) &&
      read_flag("--outcome", w.outcome, in_words(data::read_outcomes), f) &&
      read_flag("--date", w.date, data::read_dates, f) &&
      read_flag("--variant", w.variant, in_words(data::read_variants), f) &&
      read_flag("--ply", w.ply, data::read_plies, rules.choices);
  if (!are_good || w.split.empty()) return are_good;
  auto splits = data::read_splits(w.split);
  if (!splits) {
    say("intarsia build: --split: {}\n", splits.error().detail);
    return false;
  }
  rules.splits = *std::move(splits);
  return true;
}

// 0 if it is not known.
std::uint64_t total_bytes(const std::vector<std::string>& inputs) {
  const auto paths = io::find_inputs(inputs);
  std::uint64_t sum = 0;
  for (const io::InputPath& input : paths ? paths->paths : std::vector<io::InputPath>()) {
    std::error_code problem;
    const auto size = std::filesystem::file_size(input.path, problem);
    if (problem) return 0;
    sum += size;
  }
  return sum;
}

void print_rejected(const data::Manifest& m) {
  for (const auto& [reason, r] : m.rejected) {
    const std::string source =
        r.first.source < m.sources.size() ? m.sources[r.first.source].name : "input";
    say("  rejected  {} {}, first {}:{} (game {}, byte {})\n", r.games, reason, source,
        r.first.line, r.first.game, r.first.offset);
  }
}

// What a person wants to read when it is over.
void print_summary(const BuildFlags& o, const games::BuildReport& r, double seconds) {
  const data::Manifest& m = r.manifest;
  const auto bytes = set_bytes(o.build.folder, m);
  say("{}: {} {}\n", o.build.folder, m.game,
      r.was_complete     ? "data set, complete already"
      : r.is_interrupted ? "data set, interrupted: --resume goes on"
                         : "data set, complete");
  say("  games     {} of {} read\n", m.games, m.read);
  say("  positions {} in {}, {:.1f} bytes each with tables and selections\n", m.positions,
      counted(m.shards.size(), "shard"), bytes_per_position(bytes ? *bytes : 0, m));
  if (const std::string sizes = sizes_text(m); !sizes.empty()) {
    say("  sizes     {}\n", sizes);
  }
  for (const auto& [split, records] : selected_records(m)) {
    say("  {:9} {}\n", split.empty() ? "chosen" : split, counted(records, "position"));
  }
  for (const auto& [filter, games] : m.dropped) {
    say("  dropped   {} by {}\n", counted(games, "game"), filter);
  }
  print_rejected(m);
  if (m.rejected_games() != 0) {
    say("            each with its place in {}/{}\n", o.build.folder, data::kRejectedName);
  }
  if (!r.was_complete && seconds > 0) {
    say("  speed     {} games read/s, {} positions stored/s, {:.1f} s\n",
        short_count(static_cast<double>(m.read - r.read_before) / seconds),
        short_count(static_cast<double>(m.positions - r.stored_before) / seconds), seconds);
  }
}

void print_json(const BuildFlags& o, const games::BuildReport& r, double seconds) {
  const auto bytes = set_bytes(o.build.folder, r.manifest);
  Json out = set_json(o.build.folder, bytes ? *bytes : 0, r.manifest);
  out["interrupted"] = r.is_interrupted;
  out["seconds"] = seconds;
  put("{}\n", out.dump());
}

// Why there is nothing, if there is nothing.
std::string why_empty(const data::Manifest& m) {
  if (m.read == 0) return "there were no games in the inputs";
  const auto chosen = selected_records(m);
  const bool has_chosen =
      chosen.empty() || std::any_of(chosen.begin(), chosen.end(),
                                    [](const auto& records) { return records.second != 0; });
  if (m.positions > 0 && has_chosen) return "";
  if (m.positions > 0) return "of the positions that are stored none was chosen";
  std::string why = fmt::format("of {} read", counted(m.read, "game"));
  for (const auto& [filter, games] : m.dropped) {
    why += fmt::format(", {} dropped by {}", games, filter);
  }
  if (m.rejected_games() != 0) why += fmt::format(", {} rejected", m.rejected_games());
  if (m.games != 0) why += fmt::format(", {} without a position", m.games);
  return why;
}

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

// What is wrong with flags that are good one by one; empty if nothing is.
std::string wrong_flags(const games::BuildOptions& o) {
  const data::Filters& f = o.rules.filters;
  if (f.require.size() > data::kMaxRequired) {
    return fmt::format("--require: at most {} tags", data::kMaxRequired);
  }
  if (o.inputs.empty() && !o.resume) {
    return "INPUT is required: the games to read (only --resume knows them)";
  }
  if (f.max_rating != 0 && f.min_rating > f.max_rating) {
    const auto ratings = data::rating_filters(games::all_games());
    return fmt::format("--{} is above --{}", ratings[0], ratings[1]);
  }
  if (o.folder == "-") return "-o: a data set is a folder, and cannot go to stdout";
  if (o.resume && o.force) return "--resume completes, --force replaces: choose one";
  return "";
}

int build(BuildFlags& o) {
  if (!read_words(o.words, o.build.rules)) return kUsage;
  if (const std::string wrong = wrong_flags(o.build); !wrong.empty()) {
    say("intarsia build: {}\n", wrong);
    return kUsage;
  }
  o.build.game = o.common.games.options();
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
    print_json(o, *report, seconds);
  } else {
    print_summary(o, *report, seconds);
  }
  return exit_code(o, *report);
}

// For --help.
std::string quiet_words() {
  std::string words;
  for (const games::GameType* type : games::all_games()) {
    if (type->words.quiet.empty()) continue;
    words += fmt::format("; in {}: {}", type->words.title, type->words.quiet);
  }
  return words;
}

void add_filters(CLI::App& verb, BuildFlags& o) {
  const auto all = games::all_games();
  auto& f = o.build.rules.filters;
  const char* group = "Which games (what a game does not say is kept unless --require)";
  const auto ratings = data::rating_filters(all);
  verb.add_option(fmt::format("--{}", ratings[0]), f.min_rating, "Both players at least")
      ->group(group);
  verb.add_option(fmt::format("--{}", ratings[1]), f.max_rating, "Both players at most")
      ->group(group);
  verb.add_option("--time-control", o.words.time_control,
                  fmt::format("300+3 as written, or {}; more by commas",
                              fmt::join(data::time_words(all), ", ")))
      ->group(group);
  verb.add_option("--termination", o.words.termination,
                  fmt::format("{}; more by commas", fmt::join(data::termination_words(all), ", ")))
      ->group(group);
  verb.add_option("--outcome,--result", o.words.outcome,
                  fmt::format("first, second, draw, unknown, or as a game says it: {}; more by "
                              "commas",
                              fmt::join(data::outcome_words(all), ", ")))
      ->group(group);
  verb.add_option("--date", o.words.date, "A..B: 2013..2014-06, 2013-01-31.., ..2012")
      ->group(group);
  verb.add_option("--variant", o.words.variant,
                  fmt::format("{}; more by commas", fmt::join(data::variant_words(all), ", ")))
      ->group(group);
  verb.add_flag("--has-eval", f.has_eval, "Games with an evaluation of a position")->group(group);
  verb.add_option("--require", f.require, "Games that have this tag; may be given again")
      ->group(group)
      ->expected(1)
      ->take_all();
  verb.add_option("--limit", o.build.limit, "Stop after so many games")
      ->group(group)
      ->check(whole_number(1));
}

void add_choices(CLI::App& verb, BuildFlags& o) {
  data::Choices& c = o.build.rules.choices;
  const char* group = "Which positions of them (all are stored; the choice is a selection)";
  verb.add_option("--ply", o.words.ply, "A..B, counted from 0: 8..120, 8.., ..40")->group(group);
  verb.add_option("--every", c.every, "Every n-th, from the first of --ply on")
      ->group(group)
      ->check(CLI::Range(1, 1'000'000));
  verb.add_flag("--quiet", c.quiet, fmt::format("Quiet ones{}", quiet_words()))->group(group);
  verb.add_option("--sample", c.sample, "This share of them, by the seed: 0.1")
      ->group(group)
      ->check(share_of_one());
  verb.add_flag("--final", o.build.rules.with_final, "Store the last position of each game too")
      ->group(group);
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
  verb->add_option("-o,--output", o->build.folder, "The folder of the data set")->required();
  add_format(*verb, o->build.format);
  verb->add_option("--split", o->words.split, "Shares of the games: train=0.9,validation=0.1");
  verb->add_option("--seed", o->build.rules.seed, "Of splits and samples")->check(whole_number(0));
  verb->add_option("--shard-records", o->build.shard_records, "Records in a shard, at most")
      ->check(CLI::Range(std::uint64_t{1}, data::kMaxShardRecords));
  auto* resume = verb->add_flag(
      "--resume", o->build.resume,
      "Complete a data set that was interrupted, with the options it was begun "
      "with; what is there, and what was read, is compared with its checksums first");
  verb->add_flag("--trust", o->build.trust, "With --resume: compare the lengths of its files alone")
      ->needs(resume);
  verb->add_flag("--force", o->build.force, "Replace a data set that is there");
  add_filters(*verb, *o);
  add_choices(*verb, *o);
  o->common.add_to(*verb);
  verb->footer(
      "Examples:\n"
      "  intarsia build games.pgn.zst -o data\n"
      "  intarsia build *.pgn -o data --min-elo 2000 --split train=0.9,validation=0.1 --seed 1\n"
      "  intarsia build ~/games downloads.zip @more.txt -o data\n"
      "  intarsia build --resume -o data\n"
      "  zcat old.pgn.gz | intarsia build - -o data --time-control blitz,rapid --ply 8.. --quiet");
  verb->callback([o, &run] { run = [o] { return build(*o); }; });
}

}  // namespace intarsia::cli
