#include "intarsia/games/build.h"

#include "intarsia/base/text.h"
#include "intarsia/data/files.h"
#include "intarsia/data/games_table.h"
#include "intarsia/data/pipeline.h"
#include "intarsia/data/plan.h"
#include "intarsia/data/same_sources.h"
#include "intarsia/data/writer.h"
#include "intarsia/games/build_options.h"
#include "intarsia/games/formats.h"
#include "intarsia/games/named_inputs.h"
#include "intarsia/games/registry.h"
#include "intarsia/graph/store.h"
#include "intarsia/io/file_kind.h"

namespace intarsia::games {

namespace {

// What a run before this one found and stored is damage of the set all the same.
void add_earlier_damage(BuildReport& report) {
  const std::uint64_t earlier = report.manifest.damaged_sources() - report.damage.size();
  if (earlier == 0) return;
  report.damage.push_back(
      {ErrorCode::kInvalid, 0,
       concat({std::to_string(earlier), earlier == 1 ? " input was" : " inputs were",
               " damaged when the data set was begun (rejected.jsonl)"})});
}

// The data set that is to be completed, if there is one.
Result<std::optional<data::Manifest>> find_begun(const std::string& folder) {
  const auto kind = io::kind_of(concat({folder, "/", data::kManifestName}));
  if (!kind) return kind.error();
  if (*kind == io::FileKind::kNone) return std::optional<data::Manifest>();
  auto found = data::read_manifest_of(folder);
  if (!found) return found.error();
  return std::optional(*std::move(found));
}

Result<io::InputPaths> find_paths(const BuildOptions& o) {
  if (o.inputs.empty()) {
    return Error{ErrorCode::kNotFound, 0,
                 o.resume ? concat({o.folder, " holds no data set to complete: name the inputs"})
                          : "nothing to read"};
  }
  for (const std::string& input : o.inputs) {
    const auto kind = io::kind_of(concat({input, "/", data::kManifestName}));
    const auto plan = io::kind_of(concat({input, "/", data::kPlanName}));
    const bool has_plan = plan && *plan == io::FileKind::kFile;
    if (has_plan || (kind && *kind == io::FileKind::kFile)) {
      return Error{ErrorCode::kUnsupported, 0,
                   concat({input,
                           " is a data set already: name the games that it was built from, "
                           "or `intarsia export` it first"})};
    }
    if (auto error = graph::refuse_as_input(input)) return *std::move(error);
  }
  return find_named_inputs(o);
}

// What the manifest says that was read: as it was typed, or by the names that the sources have.
std::string stored_options_of(const BuildOptions& o, const io::InputPaths& paths) {
  BuildOptions named = o;
  if (!o.root && o.stdin_name.empty()) return options_json(named);
  named.inputs.clear();
  for (const io::InputPath& input : paths.paths) named.inputs.push_back(input.shown());
  return options_json(named);
}

data::FindFormat formats_of(const BuildOptions& o) {
  return [format = o.format](const std::string& name, std::string_view start) {
    return find_format(format, name, start);
  };
}

// A syntax error: the caller asks for what the game cannot say.
Error no_quiet(const GameType& type) {
  std::string known;
  for (const GameType* other : all_games()) {
    if (other->words.quiet.empty()) continue;
    known += concat({known.empty() ? "" : ", ", other->words.title});
  }
  return Error{ErrorCode::kSyntax, 0,
               concat({"--quiet: ", type.words.title,
                       " does not say which positions are quiet (only: ", known, ")"})};
}

Result<std::unique_ptr<data::Writer>> open_writer(const BuildOptions& o,
                                                  const std::string& options) {
  const auto has_graph = graph::is_graph(o.folder);
  if (!has_graph) return has_graph.error();
  if (*has_graph) {
    return Error{ErrorCode::kIo, 0,
                 concat({o.folder, " holds a graph: choose another folder for the data set"})};
  }
  const auto has_plan = io::kind_of(concat({o.folder, "/", data::kPlanName}));
  if (!has_plan) return has_plan.error();
  if (*has_plan != io::FileKind::kNone) {
    return Error{ErrorCode::kIo, 0,
                 concat({o.folder,
                         " holds a plan: --plan builds its parts, and another folder takes "
                         "a data set"})};
  }
  return data::Writer::open(writer_options(o, options));
}

// Nothing is left to do, if its files are as they were, and so are the inputs if they are named again.
Result<BuildReport> check_complete(const BuildOptions& o, const std::string& options,
                                   bool has_inputs) {
  const auto writer = open_writer(o, options);
  if (!writer) return writer.error();
  BuildReport report{.manifest = (*writer)->manifest(), .was_complete = true};
  if (has_inputs && !o.trust) {
    auto paths = find_paths(o);
    if (!paths) return paths.error();
    data::Inputs inputs(std::move(paths->paths), formats_of(o));
    if (auto error = data::compare(inputs, report.manifest)) return *std::move(error);
  }
  add_earlier_damage(report);
  return report;
}

// Stored games that do not say both ratings.
std::optional<std::uint64_t> unrated_in(const std::string& folder, const data::Manifest& m) {
  const auto type = find_game(m.game);
  if (!type) return std::nullopt;
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < m.shards.size(); ++i) {
    const auto rows = data::read_games(folder, m, i, (*type)->record_type(m.shards[i].size));
    if (!rows) return std::nullopt;
    for (const game::GameRow& row : *rows)
      count += row.ratings[0] == 0 || row.ratings[1] == 0 ? 1 : 0;
  }
  return count;
}

}  // namespace

Result<BuildReport> build(const BuildOptions& options) {
  BuildOptions o = options;
  std::string stored_options;
  std::uint64_t read_before = 0;
  std::uint64_t stored_before = 0;
  if (o.resume) {
    const auto found = find_begun(o.folder);
    if (!found) return found.error();
    if (*found) {
      auto resumed = resumed_options(**found, options);
      if (!resumed) return resumed.error();
      o = *std::move(resumed);
      stored_options = (*found)->options;
      read_before = (*found)->read;
      stored_before = (*found)->positions;
      if ((*found)->is_complete) {
        return check_complete(o, stored_options, !options.inputs.empty());
      }
    }
  }
  auto paths = find_paths(o);
  if (!paths) return paths.error();
  // The game of the first input is that of the whole set.
  const GameType* type = nullptr;
  std::optional<Error> mixed;
  const auto find = [&, find_one = formats_of(o)](const std::string& name, std::string_view start) {
    auto found = find_one(name, start);
    if (found && type == nullptr) type = found->type;
    if (found && found->type != type && !mixed) {
      mixed = data::one_game_only(type->name, found->type->name);
      mixed->detail = concat({name, ": ", mixed->detail});
    }
    return found;
  };
  BuildReport report;
  report.read_before = read_before;
  report.stored_before = stored_before;
  report.twice = std::move(paths->twice);
  report.skipped = std::move(paths->skipped);
  if (stored_options.empty()) stored_options = stored_options_of(o, *paths);
  data::Inputs inputs(std::move(paths->paths), find);
  if (auto error = inputs.check(o.skip_damage)) return *std::move(error);
  if (mixed) return *std::move(mixed);
  if (o.rules.choices.quiet && type != nullptr && type->words.quiet.empty()) return no_quiet(*type);
  auto writer = open_writer(o, stored_options);
  if (!writer) return writer.error();
  data::PipelineOptions run = o.run;
  run.rules = &o.rules;
  run.game = o.game;
  run.trusts_done = o.trust;
  if (o.skip_damage) run.skip_damage = [&](const Error& e) { report.damage.push_back(e); };
  const auto is_done = data::run_pipeline(inputs, **writer, run);
  if (!is_done) {
    if (is_done.error().code == ErrorCode::kUnsupported) (*writer)->discard_empty();
    return is_done.error();
  }
  report.skipped.insert(report.skipped.end(), inputs.skipped().begin(), inputs.skipped().end());
  report.is_interrupted = !*is_done;
  if (*is_done) {
    report.manifest = (*writer)->manifest();
    if (o.unique_positions) report.repeated = (*writer)->repeated();
    add_earlier_damage(report);
    if (o.rules.filters.has_ratings()) report.unrated = unrated_in(o.folder, report.manifest);
    return report;
  }
  // What counts after an interruption is what is on the disk.
  auto kept = data::read_manifest_of(o.folder);
  if (!kept) return kept.error();
  report.manifest = *std::move(kept);
  return report;
}

}  // namespace intarsia::games
