#include "intarsia/games/graph_build.h"

#include <algorithm>
#include <span>

#include "intarsia/base/json_text.h"
#include "intarsia/base/text.h"
#include "intarsia/data/files.h"
#include "intarsia/data/inputs.h"
#include "intarsia/data/narrow.h"
#include "intarsia/data/pipeline.h"
#include "intarsia/data/plan.h"
#include "intarsia/data/set.h"
#include "intarsia/games/build.h"
#include "intarsia/games/formats.h"
#include "intarsia/games/graph_sink.h"
#include "intarsia/games/registry.h"
#include "intarsia/io/file_kind.h"

namespace intarsia::games {

namespace {

bool is_data_set(const std::string& input) {
  const auto kind = io::kind_of(concat({input, "/", data::kManifestName}));
  if (kind && *kind == io::FileKind::kFile) return true;
  const auto plan =
      io::kind_of(concat({input, "/", data::kPlanName}));  // which says what is missing
  return plan && *plan == io::FileKind::kFile;
}

bool is_stopped(const GraphBuildOptions& o) { return o.run.stop != nullptr && o.run.stop->load(); }

// False if it was stopped.
Result<bool> add_files(const GraphBuildOptions& o, std::span<const std::string> names,
                       GraphSink& sink, GraphBuildReport& report) {
  auto paths = io::find_inputs(names);
  if (!paths) return paths.error();
  if (!o.split.empty() && std::none_of(o.inputs.begin(), o.inputs.end(), is_data_set)) {
    return Error{
        ErrorCode::kInvalid, 0,
        concat({"there is no split ", in_quotes(o.split),
                " of these inputs: data sets alone have splits, and none of them is one"})};
  }
  report.twice.insert(report.twice.end(), paths->twice.begin(), paths->twice.end());
  report.skipped.insert(report.skipped.end(), paths->skipped.begin(), paths->skipped.end());
  data::Inputs inputs(std::move(paths->paths),
                      [&](const std::string& name, std::string_view start) {
                        return find_format(o.format, name, start);
                      });
  if (auto error = inputs.check(o.skip_damage)) return *std::move(error);
  data::Rules rules;
  rules.filters = o.filters;
  data::PipelineOptions run = o.run;
  run.rules = &rules;
  run.game = o.game;
  if (o.skip_damage) run.skip_damage = [&](const Error& e) { report.damage.push_back(e); };
  auto done = data::run_pipeline(inputs, sink, run);
  report.skipped.insert(report.skipped.end(), inputs.skipped().begin(), inputs.skipped().end());
  return done;
}

// What lies on a disk may be anything, and a graph follows its moves.
std::optional<Error> check_records(const game::RecordType& type,
                                   std::span<const std::byte> records) {
  for (std::size_t at = 0; at < records.size(); at += type.bytes) {
    if (auto error = type.check(type.size, records.subspan(at, type.bytes))) return error;
  }
  return std::nullopt;
}

// The errors that end it without being one: there is enough, or it was stopped.
Error ended() { return {ErrorCode::kIo, 0, "ended"}; }

Result<bool> add_set(const GraphBuildOptions& o, const std::string& folder, GraphSink& sink) {
  if (!o.filters.tags.empty()) {
    return Error{ErrorCode::kUnsupported, 0,
                 concat({folder,
                         " is a data set, which keeps no tags to filter by: name the games "
                         "that it was built from"})};
  }
  auto set = data::Set::open(folder, find_record_type, {.split = o.split, .all_records = true});
  if (!set) return set.error();
  const data::Manifest& m = (*set)->manifest();
  if (auto error = sink.set_game(m.game)) return data::about_file(folder, *std::move(error));
  const auto type = find_game(m.game);
  if (!type) return type.error();
  const bool with_final = has_final_positions(m);
  bool is_ended = false;
  auto error = (*set)->for_each_game(
      [&](const game::GameRow& row, std::span<const std::byte> records) -> std::optional<Error> {
        is_ended = is_stopped(o) || sink.has_enough();
        if (is_ended) return ended();
        if (const auto filter = data::dropped_by(o.filters, (*type)->words, row, with_final)) {
          sink.drop(*filter);
          return std::nullopt;
        }
        if (auto bad = check_records((*type)->record_type(row.size), records)) {
          return data::about_file(folder, *std::move(bad));
        }
        if (o.run.progress) o.run.progress({0, sink.accepted(), sink.positions(), 0});
        return sink.add_game(row, records);
      });
  if (error && !is_ended) return *std::move(error);
  if (is_stopped(o)) return false;
  sink.end_source(
      {.name = as_utf8(o.input_name.empty() ? folder : o.input_name), .content = m.positions});
  if (auto last = sink.finish()) return *std::move(last);
  return true;
}

// The inputs in their order: data sets one by one, the files between them together.
Result<bool> add_all(const GraphBuildOptions& o, GraphSink& sink, GraphBuildReport& report) {
  std::span<const std::string> rest = o.inputs;
  while (!rest.empty() && !sink.has_enough()) {
    const auto files = static_cast<std::size_t>(
        std::find_if(rest.begin(), rest.end(), is_data_set) - rest.begin());
    auto done =
        files > 0 ? add_files(o, rest.first(files), sink, report) : add_set(o, rest.front(), sink);
    if (!done || !*done) return done;
    rest = rest.subspan(std::max<std::size_t>(files, 1));
  }
  return true;
}

// Bytes of names of inputs that are kept, and about what the hash of each takes beside its name. Quoted,
// a byte can become six.
constexpr std::size_t kMaxNamed = std::size_t{64} << 10;
constexpr std::size_t kHashBytes = 40;
static_assert(6 * kMaxNamed < graph::kMaxOrigin);

// How the graph was made, for those who look at graph.json.
std::string origin_of(const GraphBuildOptions& o, const GraphSink& sink) {
  const data::Manifest& m = sink.manifest();
  JsonText out;
  out.begin_object();
  out.key("inputs").begin_list();
  std::size_t named = 0;
  for (std::size_t bytes = 0; named < m.sources.size() && bytes < kMaxNamed; ++named) {
    const data::SourceEntry& s = m.sources[named];
    bytes += s.name.size() + kHashBytes;
    out.begin_object();
    out.key("name").value(s.name);
    if (s.hash != 0) out.key("xxh3").value(hex16(s.hash));
    out.end_object();
  }
  out.end_list();
  if (named < m.sources.size()) out.key("more_inputs").value(m.sources.size() - named);
  out.key("filters").begin_object();
  data::add_json(out, all_games(), o.filters);
  out.end_object();
  if (!o.split.empty()) out.key("split").value(o.split);
  if (o.limit != 0) out.key("limit").value(o.limit);
  if (o.max_ply != UINT64_MAX) out.key("max_ply").value(o.max_ply);
  out.key("read").value(m.read);
  out.key("games").value(sink.accepted());
  out.key("rejected").value(m.rejected_games());
  out.end_object();
  return out.text();
}

std::optional<Error> check_options(const GraphBuildOptions& o) {
  if (o.inputs.empty()) return Error{ErrorCode::kNotFound, 0, "nothing to read"};
  for (const std::string& input : o.inputs) {
    if (auto error = graph::refuse_as_input(input)) return error;
  }
  if (o.into != nullptr) return std::nullopt;
  return refuse_graph_folder(o.folder, o.force);
}

}  // namespace

std::optional<Error> refuse_graph_folder(const std::string& folder, bool may_replace) {
  if (!graph::Store::is_available()) return graph::no_store();
  if (is_data_set(folder)) {
    return Error{ErrorCode::kIo, 0,
                 concat({folder, " holds a data set: choose another folder for the graph"})};
  }
  return graph::refuse_folder(folder, may_replace);
}

Result<GraphBuildReport> build_graph(const GraphBuildOptions& options) {
  if (auto error = check_options(options)) return *std::move(error);
  GraphBuildReport report;
  GraphSink sink(options);
  auto done = add_all(options, sink, report);
  std::optional<Error> error;
  if (!done) {
    error = done.error();
  } else if (*done) {
    error = sink.store("intarsia " INTARSIA_VERSION, origin_of(options, sink));
  }
  report.is_interrupted = is_stopped(options) && (error || !*done);
  if (error || report.is_interrupted) sink.discard();
  if (error && !report.is_interrupted) return *std::move(error);
  sink.report(report);
  return report;
}

}  // namespace intarsia::games
