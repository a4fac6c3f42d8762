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
#include "intarsia/games/build.h"
#include "intarsia/games/record_types.h"
#include "python/bind/bind.h"
#include "python/bind/errors.h"
#include "python/bind/hex_line.h"
#include "python/bind/lock.h"

namespace intarsia::bind {

namespace {

template <class T>
T option(const nb::dict& options, const char* name) {
  return nb::cast<T>(options[name]);
}

// The words that the library reads, each under the name of its argument.
template <class Read, class Out>
void read_words(const nb::dict& options, const char* name, Read read, Out& out) {
  const auto text = option<std::string>(options, name);
  if (text.empty()) return;
  if (auto error = read(text, out)) {
    raise({error->code, error->offset, concat({name, ": ", error->detail})});
  }
}

data::Rules rules_in(const nb::dict& o) {
  data::Rules rules;
  auto& f = rules.filters;
  f.min_elo = option<std::uint32_t>(o, "min_elo");
  f.max_elo = option<std::uint32_t>(o, "max_elo");
  f.has_eval = option<bool>(o, "has_eval");
  f.require = option<std::vector<std::string>>(o, "require");
  if (f.require.size() > data::kMaxRequired) throw nb::value_error("require: at most 64 tags");
  read_words(o, "time_control", data::read_times, f);
  read_words(o, "termination", data::read_terminations, f);
  read_words(o, "result", data::read_results, f);
  read_words(o, "date", data::read_dates, f);
  read_words(o, "variant", data::read_variants, f);
  read_words(o, "ply", data::read_plies, rules.choices);
  rules.choices.every = option<std::uint32_t>(o, "every");
  rules.choices.quiet = option<bool>(o, "quiet");
  rules.choices.sample = option<double>(o, "sample");
  rules.with_final = option<bool>(o, "final");
  rules.seed = option<std::uint64_t>(o, "seed");
  if (const auto split = option<std::string>(o, "split"); !split.empty()) {
    auto splits = data::read_splits(split);
    if (!splits) {
      const Error& e = splits.error();
      raise({e.code, e.offset, concat({"split: ", e.detail})});
    }
    rules.splits = *std::move(splits);
  }
  return rules;
}

unsigned threads_in(const nb::dict& o) {
  if (const auto threads = option<unsigned>(o, "threads"); threads != 0) return threads;
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return static_cast<unsigned>(std::max(1, CPU_COUNT(&set)));
}

// Hears how far the work has come; now and then tells Python, which may end it.
class Watch {
 public:
  Watch(Unlocked& unlocked, nb::handle tell) : unlocked_(unlocked), tell_(tell) {}

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
    if (tell_.is_none()) return true;
    PyObject* const answer = PyObject_CallFunction(
        tell_.ptr(), "KKKK", static_cast<unsigned long long>(p.bytes),
        static_cast<unsigned long long>(p.games), static_cast<unsigned long long>(p.positions),
        static_cast<unsigned long long>(p.rejected));
    Py_XDECREF(answer);
    return answer != nullptr;
  }

  Unlocked& unlocked_;
  nb::handle tell_;
  std::atomic<bool> stop_ = false;
  Clock::time_point asked_ = Clock::now();
};

Result<games::BuildReport> run(games::BuildOptions& options, nb::handle tell) {
  Unlocked unlocked;
  Watch watch(unlocked, tell);
  options.run.stop = &watch.stop();
  options.run.progress = [&watch](const data::Progress& p) { watch(p); };
  return games::build(options);
}

// (manifest, was complete already). What a handler of signals or `tell` raised is raised when the
// finished shards are safe.
nb::tuple build(std::vector<std::string> inputs, std::string folder, const nb::dict& o,
                nb::handle tell) {
  games::BuildOptions options{.inputs = std::move(inputs), .folder = std::move(folder)};
  options.format.name = option<std::string>(o, "format");
  options.format.chess960 = option<bool>(o, "chess960");
  options.format.hex = {swap_rule_in(option<std::string>(o, "swap"))};
  options.rules = rules_in(o);
  options.limit = option<std::uint64_t>(o, "limit");
  options.shard_records = option<std::uint64_t>(o, "shard_records");
  options.resume = option<bool>(o, "resume");
  options.trust = option<bool>(o, "trust");
  options.force = option<bool>(o, "force");
  options.skip_damage = option<bool>(o, "lenient");
  options.run.threads = threads_in(o);
  const auto report = run(options, tell);
  if (PyErr_Occurred() != nullptr) throw nb::python_error();
  if (!report) raise_os(report.error());
  return nb::make_tuple(to_json(report->manifest, games::find_record_type), report->was_complete);
}

}  // namespace

void bind_build(nb::module_& m) {
  m.def("build", build, nb::arg("inputs"), nb::arg("folder"), nb::arg("options"),
        nb::arg("tell").none());
  m.attr("SHARD_RECORDS") = data::kDefaultShardRecords;
  m.attr("MAX_SHARD_RECORDS") = data::kMaxShardRecords;
}

}  // namespace intarsia::bind
