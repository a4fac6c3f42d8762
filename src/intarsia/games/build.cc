#include "intarsia/games/build.h"

#include "intarsia/base/json_text.h"
#include "intarsia/base/text.h"
#include "intarsia/data/files.h"
#include "intarsia/games/record_types.h"
#include "intarsia/io/file_kind.h"
#include "intarsia/io/input_stream.h"

namespace intarsia::games {

namespace {

// Everything that decides about the bytes, and nothing else: not the number of threads.
std::string options_json(const BuildOptions& o) {
  JsonText out;
  out.begin_object();
  out.key("inputs").begin_list();
  for (const std::string& input : o.inputs) out.value(as_utf8(input));
  out.end_list();
  if (!o.format.name.empty()) out.key("from").value(o.format.name);
  if (o.format.chess960) out.key("chess960").value(true);
  if (o.format.hex.swap_rule == hex::SwapRule::kInPlace) out.key("swap").value("literal");
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
    if (const auto in = io::InputStream::open(input); !in) return in.error();
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

hex::SwapRule swap_rule_of(const data::Manifest& m) {
  const bool is_literal = m.options.find(R"("swap":"literal")") != std::string::npos;
  return is_literal ? hex::SwapRule::kInPlace : hex::SwapRule::kTransposed;
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
    return find_format(o.format, o.rules, name, start);
  };
  std::vector<Error> damage;
  data::PipelineOptions run = o.run;
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
