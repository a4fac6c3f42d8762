// `info`: what a file or a data set is, and whence a record came.

#include <memory>
#include <span>
#include <string>

#include "apps/cli/build_progress.h"
#include "apps/cli/collection_info.h"
#include "apps/cli/graph.h"
#include "apps/cli/input.h"
#include "apps/cli/input_kind.h"
#include "apps/cli/print.h"
#include "apps/cli/set_json.h"
#include "apps/cli/tensor_input.h"
#include "apps/cli/verb.h"
#include "intarsia/base/json_text.h"
#include "intarsia/base/text.h"
#include "intarsia/data/collection.h"
#include "intarsia/data/files.h"
#include "intarsia/data/game_sources.h"
#include "intarsia/data/set.h"
#include "intarsia/games/formats.h"
#include "intarsia/games/registry.h"
#include "intarsia/io/file_kind.h"

namespace intarsia::cli {

namespace {

using Json = nlohmann::ordered_json;

struct InfoFlags {
  Common common;
  GameOptions writing;
  std::vector<std::string> paths;
  std::optional<std::uint64_t> record;
  std::string split;
};

std::string column_text(const Json& column) {
  const std::string name = column["name"].get<std::string>();
  if (column.contains("problem")) {
    return fmt::format("{}: {}", name, column["problem"].get<std::string>());
  }
  const std::string shape = column["shape"].empty() ? "" : " " + column["shape"].dump();
  const std::string meaning = column["meaning"].get<std::string>();
  return fmt::format("{}: {}{}{}, {}{}{}", name, column["dtype"].get<std::string>(), shape,
                     column["ragged"].get<bool>() ? ", any number a record" : "",
                     short_bytes(column["bytes"].get<double>()), meaning.empty() ? "" : ", ",
                     meaning);
}

void print_set(const std::string& folder, std::uint64_t bytes, const data::Manifest& m,
               const Json& columns) {
  put("{}: {} data set, {}, made by {}\n", folder, m.game.empty() ? "empty" : m.game,
      m.is_complete ? "complete" : "not complete (build --resume)", m.tool);
  put("  games     {} of {} read\n", m.games, m.read);
  put("  positions {} in {} shard{}, {} in all, {:.1f} bytes each\n", m.positions, m.shards.size(),
      m.shards.size() == 1 ? "" : "s", short_bytes(static_cast<double>(bytes)),
      bytes_per_position(bytes, m));
  if (const std::string sizes = sizes_text(m); !sizes.empty()) {
    put("  sizes     {}\n", sizes);
  }
  for (const auto& [split, records] : data::selected_in(m)) {
    put("  {:9} {}\n", split.empty() ? "chosen" : split, counted(records, "position"));
  }
  for (const Json& column : columns) put("  column    {}\n", column_text(column));
  for (const data::SourceEntry& s : m.sources) {
    put("  from      {}, {}, xxh3 {}\n", s.name, short_bytes(static_cast<double>(s.bytes)),
        hex16(s.hash));
  }
  put("  options   {}, seed {}\n", m.options, m.seed);
  for (const auto& [filter, games] : m.dropped) put("  dropped   {} by {}\n", games, filter);
  for (const auto& [reason, r] : m.mended) put("  mended    {} {}\n", r.games, reason);
  for (const auto& [reason, r] : m.rejected) put("  rejected  {} {}\n", r.games, reason);
}

int describe_set(const std::string& folder, bool as_json) {
  const auto m = data::read_manifest_of(folder);
  if (!m) return fail("info", m.error(), kFailed);
  const auto bytes = set_bytes(folder, *m);
  if (!bytes) return fail("info", bytes.error(), kFailed);
  const auto columns = columns_json(folder, *m);
  if (!columns) return fail("info", columns.error(), kFailed);
  if (as_json) {
    Json out = set_json(folder, *bytes, *m);
    out["columns"] = *columns;
    put("{}\n", out.dump());
  } else {
    print_set(folder, *bytes, *m, *columns);
  }
  return kDone;
}

void print_trace(const Json& j) {
  put("record {} of {}: {}, row {}\n", j["record"].dump(), j["folder"].get<std::string>(),
      j["shard"].get<std::string>(), j["row"].dump());
  put("  from      {}, byte {}, game {}, ply {}\n", j["source"].get<std::string>(),
      j["offset"].dump(), j["game"].dump(), j["ply"].dump());
  for (const auto& [key, value] : j["state"].items()) {
    put("  {:9} {}\n", key, value.is_string() ? value.get<std::string>() : value.dump());
  }
}

// Counted through all folders, as if they were one data set.
int trace(const InfoFlags& o) {
  // Without a split every record has a number, chosen or not: as np.load finds them.
  const auto set =
      data::Set::open(o.paths, games::find_record_type,
                      {.split = o.split, .all_records = o.split.empty(), .cache_bytes = 0});
  if (!set) return fail("info", set.error(), kFailed);
  if (*o.record >= (*set)->size()) {
    say("intarsia info: {} has {}, counted from 0\n", (*set)->name(),
        counted((*set)->size(), "record"));
    return kFailed;
  }
  const auto t = (*set)->trace(*o.record);
  if (!t) return fail("info", t.error(), kFailed);
  const auto bytes = (*set)->record(*o.record);
  if (!bytes) return fail("info", bytes.error(), kFailed);
  const games::GameType& type = **games::find_game((*set)->manifest().game);
  if (const auto error = type.record_type(t->game.size).check(t->game.size, *bytes)) {
    return fail("info", *error, kFailed);
  }
  JsonText state;
  state.begin_object();
  type.describe_record(t->game.size, *bytes, state, o.writing.options());
  state.end_object();
  const Json out = {{"schema", 1},
                    {"folder", as_utf8(t->folder)},
                    {"record", *o.record},
                    {"shard", data::numbered_name("shard", t->shard)},
                    {"row", t->record},
                    {"source", t->source},
                    {"offset", t->game.offset},
                    {"game", t->game.number},
                    {"ply", t->ply},
                    {"ratings", t->game.ratings},
                    {"date", t->game.date},
                    {"state", Json::parse(state.text())}};
  if (o.common.json) {
    put("{}\n", out.dump());
  } else {
    print_trace(out);
  }
  return kDone;
}

int describe_tensor(const std::string& path, bool as_json) {
  const auto in = io::NpyReader::open(path);
  if (!in) return fail("info", {in.error().code, 0, path + ": " + in.error().detail}, kFailed);
  Json out = {{"schema", 1},
              {"path", as_utf8(path)},
              {"type", in->header().type},
              {"shape", in->header().shape}};
  const std::string passport = passport_path(path);
  const auto kind = io::kind_of(passport);
  if (!kind) return fail("info", kind.error(), kFailed);
  if (*kind != io::FileKind::kNone) {
    const auto layout = find_layout(passport);
    if (!layout) return fail("info", layout.error(), kFailed);
    out["layout"] = layout->id;
  }
  if (as_json) {
    put("{}\n", out.dump());
  } else {
    put("{}: array {} of {}, layout {}\n", path, out["shape"].dump(), in->header().type,
        out.value("layout", "not said"));
  }
  return kDone;
}

void print_source(const data::GameSource& source, bool as_json) {
  const std::string_view format = source.format.format.name;
  const std::string_view game = source.format.type->name;
  const auto packing = io::kPackings[static_cast<std::size_t>(source.in.packing())].name;
  const std::uint64_t bytes = source.in.bytes_total().value_or(0);
  if (as_json) {
    const Json out = {{"schema", 1},  {"path", as_utf8(source.name)}, {"format", format},
                      {"game", game}, {"packing", packing},           {"bytes", bytes}};
    put("{}\n", out.dump());
    return;
  }
  const std::string size =
      bytes == 0 ? "" : fmt::format(", {}", short_bytes(static_cast<double>(bytes)));
  put("{}: {}, {} ({}{})\n", source.name, game, format, packing, size);
}

// Whether a packed file is cut or damaged shows only where it is read to its end.
std::optional<Error> read_to_end(io::InputStream& in) {
  if (in.packing() == io::Packing::kPlain) return std::nullopt;
  std::vector<char> block(std::size_t{1} << 16);
  while (true) {
    const auto n = in.read(block);
    if (!n) return n.error();
    if (*n == 0) return std::nullopt;
  }
}

// A file of games or positions, or an archive of them: what `build` would take it for.
int describe_source(const std::string& path, bool as_json) {
  const auto find = [](const std::string& name, std::string_view start) {
    return games::find_format({}, name, start);
  };
  auto sources = data::GameSources::open({path}, find);
  if (!sources) return fail("info", sources.error(), kFailed);
  int code = kDone;
  while (true) {
    auto source = sources->next();
    if (!source) code = fail("info", source.error(), kFailed);
    if (source && !*source) break;
    if (!source) continue;
    print_source(**source, as_json);
    if (const auto error = read_to_end((*source)->in)) code = fail("info", *error, kFailed);
  }
  print_skipped("info", sources->skipped());
  return code;
}

// What graph.json says; `graph stats` counts.
int describe_graph(const std::string& folder, bool as_json) {
  const auto about = graph::read_about_of(folder);
  if (!about) return fail("info", about.error(), kFailed);
  if (as_json) {
    put("{}\n", Json::parse(graph::to_json(*about)).dump());
    return kDone;
  }
  const auto type = games::find_game(about->game);
  if (!type) return fail("info", type.error(), kFailed);
  put("{}: a graph of positions, {}, by {}\n", folder, game_text({*type, about->size}),
      about->tool);
  put("  nodes     {}\n  games     {} with {}\n  origin    {}\n", about->nodes, about->games,
      counted(about->plies, "move"), about->origin);
  return kDone;
}

int info(const InfoFlags& o) {
  for (const std::string& path : o.paths) {
    if (const auto is_graph = graph::is_graph(path); is_graph && *is_graph && !o.record) {
      if (const int code = describe_graph(path, o.common.json); code != kDone) return code;
      continue;
    }
    const auto kind = kind_of_input(path);
    if (!kind) return fail("info", kind.error(), kFailed);
    const bool is_folder = *kind == InputKind::kDataSet;
    if (!o.record && has_plan(path)) {
      if (const int code = describe_collection(path, o.common.json); code != kDone) return code;
      continue;
    }
    if (o.record && !is_folder) {
      say("intarsia info: --record is for data sets, and {} is no folder\n", path);
      return kUsage;
    }
    if (o.record) continue;
    const int code = is_folder                      ? describe_set(path, o.common.json)
                     : *kind == InputKind::kTensors ? describe_tensor(path, o.common.json)
                                                    : describe_source(path, o.common.json);
    if (code != kDone) return code;
  }
  return o.record ? trace(o) : kDone;
}

}  // namespace

void add_info(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("info", "Describe a data set, a graph or a file; trace a record");
  verb->group(kData);
  auto o = std::make_shared<InfoFlags>();
  verb->add_option("PATH", o->paths, "Folders of data sets and graphs, tensors, files of games")
      ->required();
  verb->add_option("--record", o->record,
                   "Trace this record, from 0 through all DATA SETS, to its game and byte");
  verb->add_option("--split", o->split, "Count the records of this split");
  o->writing.add_to(*verb, game::OptionInfo::Use::kPositions);
  o->common.add_to(*verb);
  verb->footer(
      "Examples:\n"
      "  intarsia info data\n"
      "  intarsia info data --record 1000000\n"
      "  intarsia info data --record 17 --split validation --json");
  verb->callback([o, &run] { run = [o] { return info(*o); }; });
}

}  // namespace intarsia::cli
