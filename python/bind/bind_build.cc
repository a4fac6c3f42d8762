// The main job from Python: games or positions into a data set.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "intarsia/base/text.h"
#include "intarsia/data/writer.h"
#include "intarsia/games/build.h"
#include "intarsia/games/merge.h"
#include "intarsia/games/registry.h"
#include "python/bind/bind.h"
#include "python/bind/build_options.h"
#include "python/bind/errors.h"
#include "python/bind/lines.h"
#include "python/bind/lock.h"
#include "python/bind/rules.h"
#include "python/bind/watch.h"

namespace intarsia::bind {

namespace {

// (manifest, was complete already, records of repeated positions, files without games, files that were named twice). What a handler of signals or `progress` raised is raised when the
// finished shards are safe.
nb::tuple build(std::vector<std::string> inputs, std::string folder, const nb::dict& o,
                const nb::dict& game_options, nb::handle progress) {
  games::BuildOptions options = build_options_in(o, game_options);
  options.inputs = std::move(inputs);
  options.folder = std::move(folder);
  if (const auto root = option<std::optional<std::string>>(o, "root")) options.root = *root;
  options.stdin_name = option<std::string>(o, "name");
  options.resume = option<bool>(o, "resume");
  options.trust = option<bool>(o, "trust");
  options.force = option<bool>(o, "force");
  options.skip_damage = option<bool>(o, "lenient");
  options.run.threads = threads_or_cores(option<unsigned>(o, "threads"));
  const auto report = run_watched(options.run, progress, [&] { return games::build(options); });
  if (!report) raise_os(report.error());
  return nb::make_tuple(to_json(report->manifest, games::find_record_type), report->was_complete,
                        report->repeated, report->skipped, report->twice);
}

// How many records are not chosen since their position came before; None if that was not asked for.
std::optional<std::uint64_t> merge(std::vector<std::string> sets, std::string folder,
                                   const nb::dict& o, nb::handle progress) {
  games::MergeOptions options{.sets = std::move(sets), .folder = std::move(folder)};
  options.unique_games = option<bool>(o, "unique_games");
  options.unique_positions = option<bool>(o, "unique_positions");
  options.memory = option<std::uint64_t>(o, "memory");
  options.force = option<bool>(o, "force");
  options.run.threads = threads_or_cores(option<unsigned>(o, "threads"));
  const auto report = run_watched(options.run, progress, [&] { return games::merge(options); });
  if (!report) raise_os(report.error());
  return report->repeated;
}

}  // namespace

games::BuildOptions build_options_in(const nb::dict& o, const nb::dict& game_options) {
  games::BuildOptions options;
  options.format = option<std::string>(o, "format");
  options.game = options_in(game_options, games::all_games());
  options.rules = rules_in(o);
  options.limit = option<std::uint64_t>(o, "limit");
  options.shard_records = option<std::uint64_t>(o, "shard_records");
  options.unique_positions = option<bool>(o, "unique_positions");
  options.memory = option<std::uint64_t>(o, "memory");
  return options;
}

void bind_build(nb::module_& m) {
  m.def("build", build, nb::arg("inputs"), nb::arg("folder"), nb::arg("options"),
        nb::arg("game_options"), nb::arg("progress").none());
  m.def("merge", merge, nb::arg("sets"), nb::arg("folder"), nb::arg("options"),
        nb::arg("progress").none());
  m.attr("SORTING_MEMORY") = data::kUsualMemory;
  m.attr("MIN_SORTING_MEMORY") = data::kLeastMemory;
  m.attr("SHARD_RECORDS") = data::kDefaultShardRecords;
  m.attr("MAX_SHARD_RECORDS") = data::kMaxShardRecords;
}

}  // namespace intarsia::bind
