#include "intarsia/games/build.h"

#include "intarsia/base/json_text.h"
#include "intarsia/base/text.h"
#include "intarsia/data/files.h"
#include "intarsia/games/registry.h"
#include "intarsia/io/file_kind.h"
#include "intarsia/io/input_stream.h"

namespace intarsia::games {

namespace {

// Of all games.
std::vector<game::OptionInfo> reading_options() {
  std::vector<game::OptionInfo> options;
  for (const GameType* type : all_games()) {
    for (const game::OptionInfo& o : type->options) {
      if (o.use == game::OptionInfo::Use::kReading) options.push_back(o);
    }
  }
  return options;
}

// Everything that decides about the bytes, and nothing else: not the number of threads.
std::string options_json(const BuildOptions& o) {
  JsonText out;
  out.begin_object();
  out.key("inputs").begin_list();
  for (const std::string& input : o.inputs) out.value(as_utf8(input));
  out.end_list();
  if (!o.format.empty()) out.key("from").value(o.format);
  for (const game::OptionInfo& option : reading_options()) {
    const std::string_view value = o.game.value(option.name);
    if (!o.game.has(option.name)) continue;
    if (option.choices.empty()) {
      out.key(option.name).value(true);
    } else if (value != option.choices.front()) {
      out.key(option.name).value(value);
    }
  }
  out.key("filters").begin_object();
  data::add_json(out, o.rules.filters);
  out.end_object();
  out.key("choices").begin_object();
  data::add_json(out, o.rules.choices);
  out.end_object();
  out.key("final").value(o.rules.with_final);
  if (o.limit != 0) out.key("limit").value(o.limit);
  out.key("shard_records").value(o.shard_records);
  out.end_object();
  return out.text();
}

std::optional<Error> check_inputs(const BuildOptions& o) {
  if (o.inputs.empty()) return Error{ErrorCode::kNotFound, 0, "nothing to read"};
  for (const std::string& input : o.inputs) {
    if (input == "-") continue;
    const auto kind = io::kind_of(input);
    if (!kind) return kind.error();
    if (*kind == io::FileKind::kOther) continue;  // a pipe can be opened once only
    auto in = io::InputStream::open(input);
    if (!in) return in.error();
    const auto found = find_format(o.format, input, in->peek());
    if (!found) return found.error();
  }
  return std::nullopt;
}

// What a run before this one found and stored is damage of the set all the same.
void add_earlier_damage(BuildReport& report) {
  const std::uint64_t earlier = report.manifest.damaged_sources() - report.damage.size();
  if (earlier == 0) return;
  report.damage.push_back(
      {ErrorCode::kInvalid, 0,
       concat({std::to_string(earlier), earlier == 1 ? " input was" : " inputs were",
               " damaged when the data set was begun (rejected.jsonl)"})});
}

}  // namespace

game::Options game_options_of(const data::Manifest& m) {
  game::Options options;
  for (const game::OptionInfo& o : reading_options()) {
    if (o.choices.empty()) {
      if (m.options.find(concat({"\"", o.name, "\":true"})) != std::string::npos) {
        options.set(o.name);
      }
      continue;
    }
    for (const std::string_view choice : o.choices) {
      if (m.options.find(concat({"\"", o.name, "\":\"", choice, "\""})) != std::string::npos) {
        options.set(o.name, choice);
      }
    }
  }
  return options;
}

Result<BuildReport> build(const BuildOptions& o) {
  if (auto error = check_inputs(o)) return *std::move(error);
  auto writer = data::Writer::open({.folder = o.folder,
                                    .may_resume = o.resume,
                                    .may_replace = o.force,
                                    .may_trust = o.trust,
                                    .threads = o.run.threads,
                                    .checking = o.run.checking,
                                    .shard_records = o.shard_records,
                                    .limit = o.limit,
                                    .has_choices = !o.rules.choices.is_all(),
                                    .stop = o.run.stop,
                                    .head = {.tool = "intarsia " INTARSIA_VERSION,
                                             .options = options_json(o),
                                             .seed = o.rules.seed,
                                             .splits = o.rules.splits},
                                    .find = find_record_type,
                                    .fault = o.fault});
  if (!writer) return writer.error();
  data::Writer& w = **writer;
  if (w.is_complete()) {
    BuildReport report{.manifest = w.manifest(), .was_complete = true};
    add_earlier_damage(report);
    return report;
  }
  const auto find = [&o](const std::string& name, std::string_view start) {
    return find_format(o.format, name, start);
  };
  std::vector<Error> damage;
  data::PipelineOptions run = o.run;
  run.rules = &o.rules;
  run.game = o.game;
  if (o.skip_damage) run.skip_damage = [&damage](const Error& e) { damage.push_back(e); };
  const auto is_done = data::run_pipeline(o.inputs, find, w, run);
  if (!is_done) return is_done.error();
  if (*is_done) {
    BuildReport report{.manifest = w.manifest(), .damage = std::move(damage)};
    add_earlier_damage(report);
    return report;
  }
  // What counts after an interruption is what is on the disk.
  auto kept = data::read_manifest_of(o.folder);
  if (!kept) return kept.error();
  return BuildReport{.manifest = *std::move(kept), .is_interrupted = true};
}

}  // namespace intarsia::games
