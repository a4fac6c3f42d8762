// The main job from Python: games or positions into a data set.

#include <atomic>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <sched.h>

#include "intarsia/base/text.h"
#include "intarsia/data/writer.h"
#include "intarsia/games/build.h"
#include "intarsia/games/registry.h"
#include "python/bind/bind.h"
#include "python/bind/errors.h"
#include "python/bind/lines.h"
#include "python/bind/lock.h"
#include "python/bind/rules.h"

namespace intarsia::bind {

namespace {

unsigned threads_in(const nb::dict& o) {
  if (const auto threads = option<unsigned>(o, "threads"); threads != 0) return threads;
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return static_cast<unsigned>(std::max(1, CPU_COUNT(&set)));
}

// Is called with how far the work has come; now and then calls Python, which may end it.
class Watch {
 public:
  Watch(Unlocked& unlocked, nb::handle report) : unlocked_(unlocked), report_(report) {}

  const std::atomic<bool>& stop() const { return stop_; }

  void operator()(const data::Progress& p) {
    const auto now = Clock::now();
    if (stop_ || now - asked_ < kPause) return;
    asked_ = now;
    stop_ = unlocked_.locked([&] { return !goes_on(p); });
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr auto kPause = std::chrono::milliseconds(50);

  bool goes_on(const data::Progress& p) const {
    if (PyErr_CheckSignals() != 0) return false;
    if (report_.is_none()) return true;
    PyObject* const result = PyObject_CallFunction(
        report_.ptr(), "KKKK", static_cast<unsigned long long>(p.bytes),
        static_cast<unsigned long long>(p.games), static_cast<unsigned long long>(p.positions),
        static_cast<unsigned long long>(p.rejected));
    Py_XDECREF(result);
    return result != nullptr;
  }

  Unlocked& unlocked_;
  nb::handle report_;
  std::atomic<bool> stop_ = false;
  Clock::time_point asked_ = Clock::now();
};

Result<games::BuildReport> run(games::BuildOptions& options, nb::handle progress) {
  Unlocked unlocked;
  Watch watch(unlocked, progress);
  options.run.stop = &watch.stop();
  options.run.progress = [&watch](const data::Progress& p) { watch(p); };
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
  options.run.threads = threads_in(o);
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
