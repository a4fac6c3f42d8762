#include "intarsia/games/parts.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string_view>
#include <utility>

#include "intarsia/base/text.h"
#include "intarsia/data/attempt.h"
#include "intarsia/data/files.h"
#include "intarsia/data/game_sources.h"
#include "intarsia/data/seal.h"
#include "intarsia/games/build_options.h"
#include "intarsia/games/formats.h"
#include "intarsia/games/named_inputs.h"
#include "intarsia/io/file_kind.h"
#include "intarsia/io/folder.h"
#include "intarsia/io/logical_name.h"

namespace intarsia::games {

namespace {

namespace fs = std::filesystem;

Error refused(std::string detail) { return Error{ErrorCode::kInvalid, 0, std::move(detail)}; }

Result<bool> is_there(const std::string& path) {
  const auto kind = io::kind_of(path);
  if (!kind) return kind.error();
  return *kind != io::FileKind::kNone;
}

// What lies in folders may be anything; what was named is a source, whatever is in it.
Result<bool> holds_games(const io::InputPath& input, const std::string& format) {
  if (input.is_named) return true;
  const auto find = [&](const std::string& name, std::string_view start) {
    return find_format(format, name, start);
  };
  auto sources = data::GameSources::open(input, find);
  if (!sources) return sources.error();
  auto first = sources->next();
  if (!first) return first.error();
  return first->has_value();
}

Result<std::vector<data::PlannedSource>> find_sources(const BuildOptions& o,
                                                      std::vector<std::string>& skipped) {
  for (const std::string& input : o.inputs) {
    if (input == "-") return refused("standard input is there once only: a plan names files");
  }
  auto found = find_named_inputs(o);
  if (!found) return found.error();
  skipped = std::move(found->skipped);
  std::vector<data::PlannedSource> sources;
  for (const io::InputPath& input : found->paths) {
    const auto is_source = holds_games(input, o.format);
    if (!is_source) return is_source.error();
    if (!*is_source) {
      skipped.push_back(input.path);
      continue;
    }
    std::error_code problem;
    const std::uint64_t bytes = fs::file_size(input.path, problem);
    if (problem) {
      return Error{ErrorCode::kNotFound, 0, concat({input.path, ": ", problem.message()})};
    }
    sources.push_back({input.name, bytes});
  }
  if (sources.empty())
    return Error{ErrorCode::kNotFound, 0, "nothing to plan: there are no sources"};
  return sources;
}

std::optional<Error> refuse_options(const BuildOptions& o) {
  if (o.limit != 0) {
    return refused("--limit needs one machine: it counts games through all sources");
  }
  if (o.unique_positions || o.unique_games) {
    return refused(
        "--unique compares all parts with each other: merge --unique does it afterwards");
  }
  return std::nullopt;
}

std::optional<Error> refuse_twice(const data::Plan& plan) {
  std::set<std::string_view> names;
  for (const data::PlannedSource& s : plan.sources) {
    if (!names.insert(s.name).second) return refused(concat({s.name, " is planned twice"}));
  }
  return std::nullopt;
}

data::Manifest head_of(const data::Plan& plan) {
  return {.options = plan.options, .seed = plan.seed, .splits = plan.splits};
}

std::string part_path(const std::string& folder, std::size_t part) {
  return concat({folder, "/", data::part_name(part)});
}

// What is there must be what was planned: another file of the same name is not.
std::optional<Error> refuse_sources(const data::Plan& plan, std::size_t part,
                                    const BuildOptions& how) {
  if (how.stream) return std::nullopt;  // whoever opens it compares
  for (std::size_t i = plan.parts[part].first; i < plan.parts[part].last; ++i) {
    const data::PlannedSource& s = plan.sources[i];
    const std::string path = io::path_below(how.root.value_or(""), s.name);
    std::error_code problem;
    const std::uint64_t bytes = fs::file_size(path, problem);
    if (problem) {
      return Error{ErrorCode::kNotFound, 0,
                   concat({path, ": ", problem.message(),
                           " (--root says where the sources of the plan lie)"})};
    }
    if (bytes != s.bytes) {
      return refused(concat({path, " has ", std::to_string(bytes), " bytes, and the plan says ",
                             std::to_string(s.bytes), ": it is not the source that was planned"}));
    }
  }
  return std::nullopt;
}

// In the folder of an attempt.
Result<BuildReport> build_in(const data::Attempt& attempt, const BuildOptions& options) {
  BuildOptions o = options;
  o.folder = attempt.path();
  o.resume = attempt.is_taken_over();
  return build(o);
}

// A dead attempt is gone on with; if that fails, it may be its own fault, and a new one is made. Who looks
// whether an attempt is dead holds its lock for a moment, and may take over one that was just begun: then
// another one is.
Result<data::Attempt> begin_and_build(const std::string& folder, std::size_t part,
                                      const BuildOptions& o, BuildReport& report) {
  constexpr int kMostTries = 16;
  for (int tries = 0;; ++tries) {
    auto attempt = data::Attempt::begin(folder, part, /*may_take_over=*/tries == 0);
    if (!attempt) return attempt.error();
    auto built = build_in(*attempt, o);
    if (built) {
      report = *std::move(built);
      return attempt;
    }
    const bool is_taken = built.error().detail.find(io::kIsLocked) != std::string::npos ||
                          !fs::exists(attempt->path());
    if (!is_taken) attempt->remove();
    const bool may_go_on = (is_taken || attempt->is_taken_over()) && tries < kMostTries;
    if (!may_go_on) return built.error();
  }
}

}  // namespace

Result<data::Plan> plan_of(const PlanOptions& o, std::vector<std::string>& skipped) {
  if (auto error = refuse_options(o.build)) return *std::move(error);
  BuildOptions options = o.build;
  options.root = options.root.value_or("");
  auto sources = o.sources ? Result(*o.sources) : find_sources(options, skipped);
  if (!sources) return sources.error();
  options.inputs.clear();
  data::Plan plan{.tool = std::string(tool()),
                  .options = options_json(options),
                  .seed = options.rules.seed,
                  .splits = options.rules.splits};
  data::add_sources(plan, *std::move(sources), o.part_bytes);
  if (auto error = refuse_twice(plan)) return *std::move(error);
  return plan;
}

namespace {

Result<data::Plan> appended_plan(const PlanOptions& o, data::Plan then,
                                 std::vector<std::string>& skipped) {
  if (then.tool != tool()) {
    return refused(
        concat({o.build.folder, " was planned by ", then.tool, ", and this is ", tool()}));
  }
  BuildOptions now = o.build;
  now.inputs.clear();
  auto options = resumed_options(head_of(then), now);
  if (!options) return options.error();
  PlanOptions added = o;
  added.build = *std::move(options);
  added.build.inputs = o.build.inputs;
  auto plan = plan_of(added, skipped);
  if (!plan) return plan;
  // The same command again, whose end may not have been seen.
  const std::size_t count = plan->sources.size();
  const bool are_last = count <= then.sources.size() &&
                        std::equal(plan->sources.begin(), plan->sources.end(),
                                   then.sources.end() - static_cast<std::ptrdiff_t>(count));
  if (are_last) return then;
  data::add_sources(then, std::move(plan->sources), o.part_bytes);
  if (auto error = refuse_twice(then)) return *std::move(error);
  return then;
}

}  // namespace

Result<PlanReport> make_plan(const PlanOptions& o) {
  const std::string& folder = o.build.folder;
  PlanReport report;
  const auto has_plan = is_there(concat({folder, "/", data::kPlanName}));
  if (!has_plan) return has_plan.error();
  if (o.append && !*has_plan) {
    return Error{ErrorCode::kNotFound, 0, concat({folder, " has no plan to append to"})};
  }
  if (!*has_plan) {
    if (const auto holds = is_there(concat({folder, "/", data::kManifestName})); holds && *holds) {
      return refused(concat({folder, " holds a data set: choose another folder for the plan"}));
    }
  }
  std::optional<data::Plan> then;
  if (*has_plan) {
    auto found = data::read_plan_of(folder);
    if (!found) return found.error();
    then = *std::move(found);
  }
  auto plan = o.append ? appended_plan(o, *then, report.skipped) : plan_of(o, report.skipped);
  if (!plan) return plan.error();
  const std::string text = data::to_json(*plan);
  plan->hash = *data::seal_of(text);
  report.was_there = then && then->hash == plan->hash;
  if (then && !report.was_there && !o.append) {
    return refused(concat({folder,
                           " holds another plan: --append adds sources to it, and another "
                           "folder takes this one"}));
  }
  report.plan = *std::move(plan);
  if (report.was_there) return report;
  // Those who plan the same at once write the same.
  const auto out = io::Folder::open(folder, {}, io::Folder::Lock::kShared);
  if (!out) return out.error();
  if (auto error = out->put(data::kPlanName, {text})) return *std::move(error);
  return report;
}

Result<BuildOptions> part_options(const data::Plan& plan, std::size_t part) {
  if (part >= plan.parts.size()) {
    return refused(concat({"there is no part ", std::to_string(part), ": the plan has ",
                           std::to_string(plan.parts.size()), ", counted from 0"}));
  }
  if (plan.tool != tool()) {
    return refused(concat({"planned by ", plan.tool, ", and this is ", tool(),
                           ": parts of one collection are made by one version"}));
  }
  auto options = stored_options(head_of(plan));
  if (!options) return options;
  options->inputs = plan.names_of(part);
  return options;
}

std::optional<Error> refuse_part(const data::Plan& plan, std::size_t part,
                                 const data::Manifest& m) {
  const auto options = part_options(plan, part);
  if (!options) return options.error();
  if (m.tool == plan.tool && m.options == options_json(*options) && m.seed == plan.seed &&
      m.splits == plan.splits && m.is_complete) {
    return std::nullopt;
  }
  return refused(
      concat({data::part_name(part), " is not what the plan says: it was made by ", m.tool,
              m.tool == plan.tool ? " from other sources, or with other options" : "",
              ", and the plan by ", plan.tool}));
}

Result<std::optional<data::Manifest>> find_part(const data::Plan& plan, const std::string& folder,
                                                std::size_t part, std::uint64_t* hash) {
  const std::string path = part_path(folder, part);
  const auto text =
      data::read_whole(concat({path, "/", data::kManifestName}), data::kMaxManifestBytes);
  if (!text && text.error().code == ErrorCode::kNotFound) return std::optional<data::Manifest>();
  if (!text) return text.error();
  auto m = data::read_manifest(*text);
  if (!m) return data::about_file(path, m.error());
  if (const auto error = refuse_part(plan, part, *m)) return *error;
  if (hash != nullptr) *hash = *data::seal_of(*text);
  return std::optional(*std::move(m));
}

Result<PartReport> build_part(const data::Plan& plan, const std::string& folder, std::size_t part,
                              const BuildOptions& how) {
  auto options = part_options(plan, part);
  if (!options) return options.error();
  auto found = find_part(plan, folder, part);
  if (!found) return found.error();
  PartReport report;
  if (*found) {
    report.was_there = true;
    report.build.manifest = **std::move(found);
    return report;
  }
  BuildOptions o = *options;
  o.root = how.root.value_or("");
  o.run = how.run;
  o.skip_damage = how.skip_damage;
  o.stream = how.stream;
  o.beside = how.beside;
  o.fault = how.fault;
  if (auto error = refuse_sources(plan, part, o)) return *std::move(error);
  if (!o.stream) {
    for (std::string& input : o.inputs) input = io::path_below(*o.root, input);
  }
  const auto attempt = begin_and_build(folder, part, o, report.build);
  if (!attempt) return attempt.error();
  if (report.build.is_interrupted) return report;
  const auto was_there = attempt->publish(data::kManifestName);
  if (!was_there) return was_there.error();
  return report;
}

}  // namespace intarsia::games
