// The main job from Python: games or positions into a data set.

#include <string>
#include <utility>
#include <vector>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "intarsia/base/text.h"
#include "intarsia/data/writer.h"
#include "intarsia/games/build.h"
#include "intarsia/games/registry.h"
#include "python/bind/bind.h"
#include "python/bind/errors.h"
#include "python/bind/lines.h"
#include "python/bind/lock.h"
#include "python/bind/rules.h"
#include "python/bind/watch.h"

namespace intarsia::bind {

namespace {

Result<games::BuildReport> run(games::BuildOptions& options, nb::handle progress) {
  Unlocked unlocked;
  Watch watch(unlocked, progress);
  options.run.stop = &watch.stop();
  options.run.progress = [&watch](const data::Progress& p) {
    watch({p.bytes, p.games, p.positions, p.rejected});
  };
  return games::build(options);
}

// (manifest, was complete already, files without games, files that were named twice). What a handler of signals or `progress` raised is raised when the
// finished shards are safe.
nb::tuple build(std::vector<std::string> inputs, std::string folder, const nb::dict& o,
                const nb::dict& game_options, nb::handle progress) {
  games::BuildOptions options{.inputs = std::move(inputs), .folder = std::move(folder)};
  options.format = option<std::string>(o, "format");
  options.game = options_in(game_options, games::all_games());
  options.rules = rules_in(o);
  options.limit = option<std::uint64_t>(o, "limit");
  options.shard_records = option<std::uint64_t>(o, "shard_records");
  options.resume = option<bool>(o, "resume");
  options.trust = option<bool>(o, "trust");
  options.force = option<bool>(o, "force");
  options.skip_damage = option<bool>(o, "lenient");
  options.run.threads = threads_or_cores(option<unsigned>(o, "threads"));
  const auto report = run(options, progress);
  if (PyErr_Occurred() != nullptr) throw nb::python_error();
  if (!report) raise_os(report.error());
  return nb::make_tuple(to_json(report->manifest, games::find_record_type), report->was_complete,
                        report->skipped, report->twice);
}

}  // namespace

void bind_build(nb::module_& m) {
  m.def("build", build, nb::arg("inputs"), nb::arg("folder"), nb::arg("options"),
        nb::arg("game_options"), nb::arg("progress").none());
  m.attr("SHARD_RECORDS") = data::kDefaultShardRecords;
  m.attr("MAX_SHARD_RECORDS") = data::kMaxShardRecords;
}

}  // namespace intarsia::bind
