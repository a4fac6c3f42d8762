#include "intarsia/games/merge.h"

#include <filesystem>
#include <memory>
#include <utility>

#include "intarsia/base/text.h"
#include "intarsia/data/files.h"
#include "intarsia/data/merge.h"
#include "intarsia/data/merged_columns.h"
#include "intarsia/data/set.h"
#include "intarsia/data/verify_collection.h"
#include "intarsia/data/writer.h"
#include "intarsia/games/build_options.h"
#include "intarsia/games/record_rules.h"
#include "intarsia/games/registry.h"

namespace intarsia::games {

namespace {

Error refused(std::string detail) { return Error{ErrorCode::kInvalid, 0, std::move(detail)}; }

std::optional<Error> refuse_sets(const data::Set& sets) {
  for (const data::Set::Member& set : sets.sets()) {
    if (!set.named.manifest.is_complete) {
      return refused(concat({set.named.folder, " is not complete: build --resume goes on"}));
    }
  }
  if (const auto different = sets.differences(); !different.empty()) {
    const std::size_t others = different.size() - 1;
    return refused(concat(
        {different.front(), others == 0 ? "" : concat({" (and ", std::to_string(others), " more)"}),
         ". No build of all would have made one set of them; opened together they "
         "are read as one: ia.open([a, b])"}));
  }
  const data::Manifest& m = sets.manifest();
  if (m.tool == tool()) return std::nullopt;
  return refused(concat(
      {sets.name(), ": built by ", m.tool, ", and this is ", tool(), ": build the sets anew"}));
}

// The data set in the folder stays, unless it may be replaced; what an interrupted merge has left is none.
std::optional<Error> refuse_folder(const MergeOptions& o) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  for (const std::string& set : o.sets) {
    if (!fs::equivalent(set, o.folder, ignored)) continue;
    return refused(concat({set, " would be written over while it is read: name another folder"}));
  }
  if (data::is_planned(o.folder)) {
    return refused(
        concat({o.folder, " holds a collection: choose another folder for the data set"}));
  }
  const auto found = data::read_manifest_of(o.folder);
  const bool is_there = found && (found->is_complete || !found->shards.empty());
  if (!is_there || o.force) return std::nullopt;
  return Error{ErrorCode::kIo, 0, concat({o.folder, " holds a data set; --force replaces it"})};
}

// Those of one build of all sources.
Result<BuildOptions> joined_options(const MergeOptions& o, const data::Set& sets) {
  BuildOptions all;
  std::vector<std::string> inputs;
  for (const data::Set::Member& set : sets.sets()) {
    auto options = stored_options(set.named.manifest);
    if (!options) return data::about_file(set.named.folder, options.error());
    inputs.insert(inputs.end(), options->inputs.begin(), options->inputs.end());
    all = *std::move(options);
  }
  if (all.limit != 0 && sets.sets().size() > 1) {
    return refused(concat({sets.name(), ": built with --limit ", std::to_string(all.limit),
                           ", at which one build of all would have stopped; opened together they "
                           "are read as one: ia.open([a, b])"}));
  }
  all.inputs = std::move(inputs);
  all.folder = o.folder;
  all.force = o.force;
  all.unique_games |= o.unique_games;
  all.unique_positions |= o.unique_positions;
  all.memory = o.memory;
  all.run = o.run;
  all.fault = o.fault;
  return all;
}

// Whether the boards of two records are the same, whoever won.
bool has_same_start(const GameType& type, int size, std::span<const std::byte> a,
                    std::span<const std::byte> b) {
  const auto first = type.unpack(size, a);
  const auto second = type.unpack(size, b);
  return first && second && (*first)->position_text() == (*second)->position_text();
}

}  // namespace

Result<BuildReport> merge(const MergeOptions& o) {
  if (auto error = refuse_folder(o)) return *std::move(error);
  const auto sets =
      data::Set::open(o.sets, find_record_type, {.all_records = true, .cache_bytes = 0});
  if (!sets) return sets.error();
  if (auto error = refuse_sets(**sets)) return *std::move(error);
  const auto options = joined_options(o, **sets);
  if (!options) return options.error();
  data::MergeOptions how{.choices = options->rules.choices,
                         .unique_games = options->unique_games,
                         .memory = o.memory,
                         .stop = o.run.stop,
                         .progress = o.run.progress};
  if (const auto type = find_game((*sets)->manifest().game)) {
    how.rules = record_rules(**type);
    how.same_start = [&game = **type](int size, auto a, auto b) {
      return has_same_start(game, size, a, b);
    };
  }
  const auto columns = data::MergedColumns::open(**sets);
  if (!columns) return columns.error();
  if (!(*columns)->is_none()) how.columns = columns->get();
  data::WriterOptions writing = writer_options(*options, options_json(*options));
  writing.in_one_go = true;
  writing.stop = nullptr;  // no game may be passed over
  writing.limit = 0;
  writing.beside = how.columns;
  auto writer = data::Writer::open(std::move(writing));
  if (!writer) return writer.error();
  const auto is_done = data::merge(**sets, **writer, how);
  if (!is_done || !*is_done) (*writer)->discard();
  if (!is_done) return is_done.error();
  BuildReport report{.manifest = (*writer)->manifest(), .is_interrupted = !*is_done};
  if (options->unique_positions) report.repeated = (*writer)->repeated();
  return report;
}

}  // namespace intarsia::games
