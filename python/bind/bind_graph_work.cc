// Graphs that grow and are stored: games into them, one into another, into a folder.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "intarsia/base/text.h"
#include "intarsia/games/graph_build.h"
#include "intarsia/games/registry.h"
#include "python/bind/bind.h"
#include "python/bind/errors.h"
#include "python/bind/graph_edges.h"
#include "python/bind/graphs.h"
#include "python/bind/lines.h"
#include "python/bind/rules.h"
#include "python/bind/watch.h"

namespace intarsia::bind {

namespace {

using games::GraphBuildOptions;
using games::GraphBuildReport;

constexpr char kTool[] = "intarsia " INTARSIA_VERSION;

// The same graph, which Python may stop while somebody goes through it.
class WatchedView final : public graph::View {
 public:
  WatchedView(const graph::View& view, Watch& watch)
      : View(view.kind()), view_(view), watch_(watch) {}

  Result<std::optional<graph::Node>> find(const graph::Identity& identity) const override {
    return view_.find(identity);
  }
  std::optional<Error> for_each(const Visit& visit) const override {
    std::uint64_t nodes = 0;
    return view_.for_each([&](const graph::Node& n) -> std::optional<Error> {
      watch_({++nodes});
      if (watch_.is_stopped()) return Error{ErrorCode::kIo, 0, "interrupted"};
      return visit(n);
    });
  }

 private:
  const graph::View& view_;
  Watch& watch_;
};

void raise_if(const std::optional<Error>& error) {
  if (error) raise_os(*error);
}

// Into a new graph, so that one which is interrupted is dropped.
GraphPointer load(const GraphObject& self) {
  auto copy = std::make_shared<graph::Graph>(self.view().kind());
  raise_if(self.read([&](Unlocked& unlocked) {
    Watch watch(unlocked);
    return copy->merge(WatchedView(self.view(), watch));
  }));
  return std::make_shared<GraphObject>(std::move(copy));
}

// Two graphs are taken in the order of their addresses, so that no two threads wait for each other.
void merge(const GraphObject& self, const GraphObject& other) {
  graph::Graph& g = changeable(self);
  if (&self == &other) throw nb::value_error("other: a graph cannot be merged into itself");
  other.lock().check(WorkLock::Use::kRead);
  self.lock().check(WorkLock::Use::kChange);
  if (self.is_broken() || other.is_broken()) raise_broken();
  const auto work = [&](Unlocked& unlocked) {
    Watch watch(unlocked);
    try {
      return g.merge(WatchedView(other.view(), watch));
    } catch (const std::bad_alloc&) {
      self.set_broken();
      throw;
    }
  };
  const auto with = [&](const WorkLock& lock, WorkLock::Use use) {
    return [&work, &lock, use](Unlocked& unlocked) -> std::optional<Error> {
      const WorkLock::Held held(lock, use, unlocked);
      if (!held) return Error{ErrorCode::kIo, 0, "interrupted"};
      return work(unlocked);
    };
  };
  if (std::less<>()(&self, &other)) {
    raise_if(self.change(with(other.lock(), WorkLock::Use::kRead)));
  } else {
    raise_if(other.read(with(self.lock(), WorkLock::Use::kChange)));
  }
}

bool is_same_folder(const std::string& a, const std::string& b) {
  std::error_code problem;
  return std::filesystem::equivalent(a, b, problem) && !problem;
}

void save(const GraphObject& self, const std::string& folder, bool force, unsigned threads) {
  check_graph_folder(folder, force);
  const graph::Store* const store = self.store();
  if (store != nullptr && is_same_folder(folder, store->folder())) {
    throw nb::value_error(
        concat({folder, " would be written over while it is read: name another folder"}).c_str());
  }
  raise_if(self.read([&](Unlocked& unlocked) -> std::optional<Error> {
    Watch watch(unlocked);
    auto writer = graph::StoreWriter::create(
        {.folder = folder, .may_replace = force, .threads = threads_or_cores(threads)},
        self.view().kind());
    if (!writer) return writer.error();
    auto error = (*writer)->add(WatchedView(self.view(), watch));
    if (!error) {
      const auto is_stopped = [&, caller = std::this_thread::get_id()] {
        if (std::this_thread::get_id() == caller) watch({});
        return watch.is_stopped();
      };
      const auto about =
          (*writer)->finish(kTool, store != nullptr ? store->about().origin : "{}", is_stopped);
      if (!about) error = about.error();
    }
    if (error) (*writer)->discard();
    return error;
  }));
}

GraphBuildOptions options_of(std::vector<std::string> inputs, const nb::dict& o,
                             const nb::dict& game_options) {
  GraphBuildOptions options{.inputs = std::move(inputs)};
  options.format = option<std::string>(o, "format");
  options.game = options_in(game_options, games::all_games());
  options.filters = rules_in(o).filters;
  options.split = option<std::string>(o, "of_split");
  options.limit = option<std::uint64_t>(o, "limit");
  options.max_ply = option<std::uint64_t>(o, "max_ply");
  options.skip_damage = option<bool>(o, "lenient");
  options.run.threads = threads_or_cores(option<unsigned>(o, "threads"));
  return options;
}

Result<GraphBuildReport> run(GraphBuildOptions& options, Unlocked& unlocked, nb::handle progress) {
  Watch watch(unlocked, progress);
  options.run.stop = &watch.stop();
  data::Progress last;
  const auto tell = [&] { watch({last.bytes, last.games, last.positions, last.rejected}); };
  options.run.progress = [&](const data::Progress& p) {
    last = p;
    tell();
  };
  options.merging = tell;
  return games::build_graph(options);
}

std::vector<std::string> texts_of(const std::vector<Error>& errors) {
  std::vector<std::string> out;
  out.reserve(errors.size());
  for (const Error& e : errors) out.push_back(e.detail);
  return out;
}

// What became of the games, and what is to be said of the inputs.
nb::dict report_of(const Result<GraphBuildReport>& report) {
  if (!report) raise_os(report.error());
  nb::dict out;
  out["manifest"] = to_json(report->manifest, games::find_record_type);
  out["nodes"] = report->about.nodes;
  out["plies"] = report->about.plies;
  out["runs"] = report->runs;
  out["damage"] = texts_of(report->damage);
  out["skipped"] = report->skipped;
  out["twice"] = report->twice;
  return out;
}

nb::dict add_games(const GraphObject& self, std::vector<std::string> inputs, const nb::dict& o,
                   const nb::dict& game_options, nb::handle progress) {
  GraphBuildOptions options = options_of(std::move(inputs), o, game_options);
  options.into = &changeable(self);
  return report_of(
      self.change([&](Unlocked& unlocked) { return run(options, unlocked, progress); }));
}

// Of whichever game: which one it is says the first game that is read.
std::optional<int> board_size(const SizeArgument& size) {
  if (!size) return std::nullopt;
  if (const int* const number = std::get_if<int>(&*size)) return *number;
  const std::string& text = std::get<std::string>(*size);
  for (const GameType* type : games::all_games()) {
    if (const auto number = type->sizes.read(text)) return number;
  }
  throw nb::value_error(concat({"size: no game has boards of size ", in_quotes(text)}).c_str());
}

nb::dict build_graph(std::vector<std::string> inputs, const std::string& folder, const nb::dict& o,
                     const nb::dict& game_options, const SizeArgument& size, nb::handle progress) {
  GraphBuildOptions options = options_of(std::move(inputs), o, game_options);
  options.folder = folder;
  options.force = option<bool>(o, "force");
  options.memory = option<std::uint64_t>(o, "memory");
  options.size = board_size(size);
  check_graph_folder(folder, options.force);
  const auto report = [&] {
    Unlocked unlocked;
    return run(options, unlocked, progress);
  }();
  if (PyErr_Occurred() != nullptr) throw nb::python_error();
  return report_of(report);
}

}  // namespace

void bind_graph_work(nb::module_& m, nb::class_<GraphObject>& graph) {
  graph.def("load", load)
      .def("merge", merge, nb::arg("other"))
      .def("save", save, nb::arg("folder"), nb::arg("force"), nb::arg("threads"))
      .def("edges", graph_edges, nb::arg("min_games"), nb::arg("has_positions"))
      .def("add_games", add_games, nb::arg("inputs"), nb::arg("options"), nb::arg("game_options"),
           nb::arg("progress").none());
  m.def("build_graph", build_graph, nb::arg("inputs"), nb::arg("folder"), nb::arg("options"),
        nb::arg("game_options"), nb::arg("size").none(), nb::arg("progress").none());
  m.attr("HAS_GRAPH_STORE") = graph::Store::is_available();
  m.attr("GRAPH_NAME") = graph::kGraphName;
  m.attr("GRAPH_MEMORY") = games::kDefaultGraphMemory;
  m.attr("MIN_GRAPH_MEMORY") = games::kMinGraphMemory;
  m.attr("MAX_PLIES") = std::numeric_limits<std::uint64_t>::max();
}

}  // namespace intarsia::bind
