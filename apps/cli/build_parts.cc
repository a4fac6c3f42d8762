#include "apps/cli/build_parts.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/cli/build_progress.h"
#include "apps/cli/input.h"
#include "apps/cli/parallel.h"
#include "apps/cli/print.h"
#include "apps/cli/read_report.h"
#include "apps/cli/set_json.h"
#include "apps/cli/stop.h"
#include "intarsia/base/text.h"
#include "intarsia/games/part_choice.h"

namespace intarsia::cli {

namespace {

using Json = nlohmann::ordered_json;

// Parts one after the other, and what came of them together.
class PartWork {
 public:
  PartWork(const data::Plan& plan, const std::string& folder, const Common& common,
           games::BuildOptions& how)
      : plan_(plan), folder_(folder), common_(common), how_(how), progress_(common.progress, 0) {
    how.skip_damage = common.lenient;
    how.run.threads = thread_count(common.threads);
    how.run.stop = &watch_signals();
    how.run.progress = [this](const data::Progress& p) { progress_.update(p); };
    how.run.checking = [this](std::uint64_t bytes) { progress_.update_checking(bytes); };
  }

  // The code with which the verb ends; 0 goes on.
  int make(std::size_t part) {
    const auto report = games::build_part(plan_, folder_, part, how_);
    const std::string name = data::part_name(part);
    if (!report) {
      return fail("build",
                  {report.error().code, 0, fmt::format("{}: {}", name, report.error().detail)},
                  kFailed);
    }
    if (report->build.is_interrupted) {
      say("intarsia build: {} was interrupted: the same command goes on\n", name);
      return kInterrupted;
    }
    note(part, *report);
    return kDone;
  }

  int code() const {
    return is_damaged_ ? kFailed : rejected_ == 0 || common_.lenient ? kDone : kSomeRejected;
  }
  const Json& parts() const { return parts_; }
  double seconds() const { return progress_.seconds(); }

 private:
  void note(std::size_t part, const games::PartReport& report) {
    const data::Manifest& m = report.build.manifest;
    const std::string name = data::part_name(part);
    parts_.push_back({{"part", part},
                      {"was_there", report.was_there},
                      {"games", m.games},
                      {"positions", m.positions},
                      {"rejected", m.rejected_games()}});
    if (report.was_there) {
      say("{}/{}: there already\n", folder_, name);
      return;
    }
    say("{}/{}: {} of {} read, {} in {}\n", folder_, name, counted(m.games, "game"), m.read,
        counted(m.positions, "position"), counted(m.shards.size(), "shard"));
    print_dropped(m);
    print_reasons("rejected", m, m.rejected);
    for (const Error& e : report.build.damage) {
      say("intarsia build: {}: what comes before is stored\n", e.detail);
      is_damaged_ = true;
    }
    rejected_ += m.rejected_games();
  }

  const data::Plan& plan_;
  const std::string& folder_;
  const Common& common_;
  games::BuildOptions& how_;
  BuildProgress progress_;
  Json parts_ = Json::array();
  std::uint64_t rejected_ = 0;
  bool is_damaged_ = false;
};

}  // namespace

CLI::Option* add_part_bytes(CLI::App& verb, std::uint64_t& bytes) {
  const auto check = [](const std::string& text) {
    return text == "0" ? std::string("expected a size of 1 or more") : std::string();
  };
  return verb
      .add_option("--part-bytes", bytes,
                  "A part is the longest run of sources that have at most so many bytes together "
                  "(4GiB)")
      ->transform(CLI::AsSizeValue(/*kb_is_1000=*/true).description(""))
      ->check(CLI::Validator(check, ""))
      ->type_name("SIZE");
}

void PartFlags::add_to(CLI::App& verb) {
  auto* from = verb.add_option("--plan", plan,
                               "Make parts of the plan in this folder (intarsia plan), whose "
                               "options they have; those that are there stay")
                   ->check(some_text());
  verb.add_option("--part", part,
                  "With --plan: this part (7), every N-th from the I-th on (7/64), or auto: as "
                  "Slurm, Kubernetes or MPI have numbered this task; all that are missing "
                  "without it")
      ->needs(from)
      ->check(some_text());
  add_part_bytes(verb, part_bytes)->excludes(from);
}

int build_parts(const PartFlags& flags, const Common& common, games::BuildOptions& how) {
  const auto plan = data::read_plan_of(flags.plan);
  if (!plan) return fail("build", plan.error(), kFailed);
  games::PartChoice choice;
  if (flags.part.empty()) {
    auto missing = games::missing_parts(*plan, flags.plan);
    if (!missing) return fail("build", missing.error(), kFailed);
    choice.parts = *std::move(missing);
  } else {
    auto chosen = games::choose_parts(flags.part, plan->parts.size());
    if (!chosen) return fail("build", chosen.error(), kUsage);
    choice = *std::move(chosen);
    if (!choice.from.empty()) say("intarsia build: by {}\n", choice.from);
  }
  PartWork work(*plan, flags.plan, common, how);
  for (const std::size_t part : choice.parts) {
    if (const int code = work.make(part); code != kDone) return code;
  }
  if (common.json) {
    const Json out = {{"schema", 1},
                      {"folder", as_utf8(flags.plan)},
                      {"parts", work.parts()},
                      {"seconds", work.seconds()}};
    put("{}\n", out.dump());
  } else if (choice.parts.empty()) {
    say("{}: nothing to do: there is no such part, or all are there\n", flags.plan);
  }
  return work.code();
}

int build_all_parts(const PartFlags& flags, const Common& common, games::BuildOptions& build) {
  const auto plan = games::make_plan({.build = build, .part_bytes = flags.part_bytes});
  if (!plan) return fail("build", plan.error(), kFailed);
  print_skipped("build", plan->skipped);
  PartWork work(plan->plan, build.folder, common, build);
  for (std::size_t part = 0; part < plan->plan.parts.size(); ++part) {
    if (const int code = work.make(part); code != kDone) return code;
  }
  const auto finished = games::finish(build.folder);
  if (!finished) return fail("build", finished.error(), kFailed);
  const int code = print_finish("build", build.folder, common, *finished);
  return code == kDone ? work.code() : code;
}

int print_finish(std::string_view verb, const std::string& folder, const Common& common,
                 const games::FinishReport& r) {
  if (!r.collection) {
    const std::string text = games::ranges_text(r.missing);
    if (common.json) {
      const Json out = {{"schema", 1},
                        {"folder", as_utf8(folder)},
                        {"complete", false},
                        {"missing", r.missing},
                        {"array", text}};
      put("{}\n", out.dump());
    } else {
      put("missing: {}\n", text);
    }
    say("intarsia {}: {}: {} missing: intarsia build --plan {} makes them\n", verb, folder,
        r.missing.size() == 1 ? "a part is" : fmt::format("{} parts are", r.missing.size()),
        folder);
    return kFailed;
  }
  const data::Collection& c = *r.collection;
  if (common.json) {
    Json out = {{"schema", 1},      {"folder", as_utf8(folder)},
                {"complete", true}, {"missing", Json::array()},
                {"game", c.game},   {"parts", c.parts.size()}};
    add_totals(c, out);
    out["was_there"] = r.was_there;
    out["attempts_removed"] = r.attempts_removed;
    put("{}\n", out.dump());
    return kDone;
  }
  say("{}: {}collection of {}, {}\n", folder, c.game.empty() ? "" : c.game + " ",
      counted(c.parts.size(), "part"), r.was_there ? "finished already" : "finished");
  say("  games     {} of {} read\n", c.games, c.read);
  say("  positions {}\n", c.positions);
  for (const auto& [split, records] : data::selected_in(c)) {
    say("  {:9} {}\n", split.empty() ? "chosen" : split, counted(records, "position"));
  }
  for (const auto& [filter, games] : c.dropped) {
    say("  dropped   {} by {}\n", counted(games, "game"), filter);
  }
  for (const auto& [reason, games] : c.rejected) say("  rejected  {} {}\n", games, reason);
  if (r.attempts_removed != 0) {
    say("  removed   {} that nobody works at any more\n", counted(r.attempts_removed, "attempt"));
  }
  return kDone;
}

}  // namespace intarsia::cli
