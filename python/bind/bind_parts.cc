// Data sets made part by part: plans, parts of them, what joins them.

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "intarsia/base/text.h"
#include "intarsia/data/collection.h"
#include "intarsia/data/files.h"
#include "intarsia/data/plan.h"
#include "intarsia/data/seal.h"
#include "intarsia/games/part_choice.h"
#include "intarsia/games/parts.h"
#include "intarsia/games/registry.h"
#include "intarsia/io/logical_name.h"
#include "python/bind/bind.h"
#include "python/bind/build_options.h"
#include "python/bind/callback.h"
#include "python/bind/errors.h"
#include "python/bind/rules.h"

namespace intarsia::bind {

namespace {

template <class T>
T os_value(Result<T> result) {
  if (!result) raise_os(result.error());
  return *std::move(result);
}

using Sources = std::optional<std::vector<std::pair<std::string, std::uint64_t>>>;

games::PlanOptions plan_options(std::vector<std::string> inputs, const nb::dict& o,
                                const nb::dict& game_options, const Sources& sources) {
  games::PlanOptions options{.build = build_options_in(o, game_options)};
  options.build.inputs = std::move(inputs);
  options.build.root = option<std::optional<std::string>>(o, "root").value_or("");
  options.part_bytes = option<std::uint64_t>(o, "part_bytes");
  options.append = option<bool>(o, "append");
  if (!sources) return options;
  options.sources.emplace();
  for (const auto& [name, bytes] : *sources) {
    if (const auto error = io::refuse_logical_name(name)) raise(*error);
    options.sources->push_back({name, bytes});
  }
  return options;
}

// (number of parts, was there already, what holds no games), into the folder.
nb::tuple make_plan(std::vector<std::string> inputs, std::string folder, const nb::dict& o,
                    const nb::dict& game_options) {
  auto options = plan_options(std::move(inputs), o, game_options, std::nullopt);
  options.build.folder = std::move(folder);
  const auto report = os_value([&] {
    const Unlocked unlocked;
    return games::make_plan(options);
  }());
  return nb::make_tuple(report.plan.parts.size(), report.was_there, report.skipped);
}

// The text of plan.json, for sources that lie elsewhere.
std::string plan_text(const nb::dict& o, const nb::dict& game_options, const Sources& sources) {
  std::vector<std::string> skipped;
  return to_json(os_value(games::plan_of(plan_options({}, o, game_options, sources), skipped)));
}

games::BuildOptions how_in(const nb::dict& o) {
  games::BuildOptions how;
  how.root = option<std::optional<std::string>>(o, "root").value_or("");
  how.skip_damage = option<bool>(o, "lenient");
  how.run.threads = threads_or_cores(option<unsigned>(o, "threads"));
  return how;
}

// A reader of Python's: read(n) gives at most n bytes, none at the end.
class PythonBytes final : public io::ByteSource {
 public:
  explicit PythonBytes(nb::handle reader) : reader_(reader) {}

  Result<std::size_t> read(std::span<char> out) override {
    std::size_t count = 0;
    auto error = reader_.call([&](const nb::object& reader) {
      const auto bytes = nb::cast<nb::bytes>(reader.attr("read")(out.size()));
      count = std::min(bytes.size(), out.size());
      std::copy_n(bytes.c_str(), count, out.data());
    });
    if (error) return *std::move(error);
    return count;
  }

 private:
  Callback reader_;
};

// open(name) gives (reader, bytes).
io::StreamOpener opener(nb::handle open) {
  return [call = Callback(open)](const std::string& name) -> Result<io::OpenStream> {
    io::OpenStream stream;
    auto error = call.call([&](const nb::object& function) {
      const auto [reader, bytes] = nb::cast<std::pair<nb::object, std::uint64_t>>(function(name));
      stream = {std::make_unique<PythonBytes>(reader), bytes};
    });
    if (error) return *std::move(error);
    return stream;
  };
}

// Whether it was there already. Sources that lie elsewhere are read by `open`.
bool build_part(const std::string& folder, std::size_t part, nb::handle open, const nb::dict& o,
                nb::handle progress) {
  auto how = how_in(o);
  if (!open.is_none()) how.stream = opener(open);
  const auto report = run_watched(how.run, progress, [&]() -> Result<games::PartReport> {
    const auto plan = data::read_plan_of(folder);
    if (!plan) return plan.error();
    return games::build_part(*plan, folder, part, how);
  });
  return os_value(report).was_there;
}

// Tells stored(names) which files of a data set are on the disk, and will not be read again.
class Stored final : public data::Beside {
 public:
  explicit Stored(nb::handle stored) : stored_(stored) {}

  std::optional<Error> begin(const io::Folder&, const data::Manifest&) override {
    return std::nullopt;
  }
  void close_shards() override {}
  std::optional<Error> write(const io::Folder&, const data::Manifest& m) override {
    std::vector<std::string> names;
    for (; told_ < m.shards.size(); ++told_) {
      names.push_back(data::numbered_name("shard", told_));
      names.push_back(data::numbered_name("games", told_));
      for (const auto& s : m.shards[told_].selections) names.push_back(s.name());
    }
    return stored_.call([&](const nb::object& function) { function(names); });
  }
  std::optional<Error> publish(const io::Folder&, const data::Manifest&, std::uint64_t) override {
    return std::nullopt;
  }

 private:
  Callback stored_;
  std::size_t told_ = 0;
};

// The data set of a part into a folder of its own, its sources read by `open` (or below `root`), its
// files handed to `stored`, if there is one.
void build_into(const std::string& plan, std::size_t part, std::string folder, nb::handle open,
                nb::handle stored, const nb::dict& o, nb::handle progress) {
  auto options = os_value(games::part_options(os_value(data::read_plan(plan)), part));
  const auto how = how_in(o);
  options.folder = std::move(folder);
  options.root = how.root;
  options.skip_damage = how.skip_damage;
  options.run.threads = how.run.threads;
  if (open.is_none()) {
    for (std::string& input : options.inputs) input = io::path_below(*how.root, input);
  } else {
    options.stream = opener(open);
  }
  std::optional<Stored> beside;
  if (!stored.is_none()) options.beside = &beside.emplace(stored);
  os_value(run_watched(options.run, progress, [&] { return games::build(options); }));
}

// (the manifest's text or None, missing parts, was there already).
nb::tuple finish(const std::string& folder) {
  const auto report = os_value([&] {
    const Unlocked unlocked;
    return games::finish(folder);
  }());
  std::optional<std::string> text;
  if (report.collection) text = to_json(*report.collection);
  return nb::make_tuple(text, report.missing, report.was_there);
}

std::string collect(const std::string& plan, const std::vector<std::string>& manifests) {
  return to_json(os_value(games::collect(os_value(data::read_plan(plan)), manifests)));
}

// Why the text is not the manifest of that part, if it is so.
void check_part(const std::string& plan, std::size_t part, const std::string& manifest) {
  const auto error = games::refuse_part(os_value(data::read_plan(plan)), part,
                                        os_value(data::read_manifest(manifest)));
  if (error) raise_os(*error);
}

std::vector<std::size_t> missing_parts(const std::string& folder) {
  return os_value(games::missing_parts(os_value(data::read_plan_of(folder)), folder));
}

// (parts, what decided).
nb::tuple choose_parts(const std::string& text, std::size_t count) {
  const auto choice = os_value(games::choose_parts(text, count));
  return nb::make_tuple(choice.parts, choice.from);
}

// The hash that ends a text of ours, as it stands there; None if it is not that of the text.
std::optional<std::string> seal_of(const std::string& text) {
  const auto seal = data::seal_of(text);
  return seal ? std::optional(hex16(*seal)) : std::nullopt;
}

}  // namespace

void bind_parts(nb::module_& m) {
  m.def("make_plan", make_plan, nb::arg("inputs"), nb::arg("folder"), nb::arg("options"),
        nb::arg("game_options"));
  m.def("plan_text", plan_text, nb::arg("options"), nb::arg("game_options"),
        nb::arg("sources").none());
  m.def("build_part", build_part, nb::arg("folder"), nb::arg("part"), nb::arg("open").none(),
        nb::arg("options"), nb::arg("progress").none());
  m.def("build_into", build_into, nb::arg("plan"), nb::arg("part"), nb::arg("folder"),
        nb::arg("open").none(), nb::arg("stored").none(), nb::arg("options"),
        nb::arg("progress").none());
  m.def("finish", finish, nb::arg("folder"));
  m.def("collect", collect, nb::arg("plan"), nb::arg("manifests"));
  m.def("check_part", check_part, nb::arg("plan"), nb::arg("part"), nb::arg("manifest"));
  m.def("missing_parts", missing_parts, nb::arg("folder"));
  m.def("choose_parts", choose_parts, nb::arg("text"), nb::arg("count"));
  m.def("seal_of", seal_of, nb::arg("text"));
  m.attr("PART_BYTES") = data::kPartBytes;
}

}  // namespace intarsia::bind
