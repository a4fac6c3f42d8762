// `export`: a data set for other tools.

#include "intarsia/games/export.h"

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>

#include <fmt/format.h>
#include <unistd.h>

#include "apps/cli/print.h"
#include "apps/cli/set_json.h"
#include "apps/cli/verb.h"
#include "intarsia/base/text.h"
#include "intarsia/data/set.h"
#include "intarsia/games/registry.h"
#include "intarsia/io/atomic_file.h"

namespace intarsia::cli {

namespace {

struct ExportFlags {
  Common common;
  GameOptions writing;
  std::string folder, to, output = "-", split;
  bool force = false;
};

Result<games::ExportReport> write_to(const ExportFlags& o, data::Set& set,
                                     const games::ExportSink& sink) {
  if (o.to == "npz") return games::export_npz(set, sink);
  if (o.to == "jsonl") return games::export_lines(set, sink, o.writing.options());
  return games::export_text(set, o.to, sink, o.writing.options());
}

Result<games::ExportReport> write_file(const ExportFlags& o, data::Set& set) {
  auto file = io::AtomicFile::create(o.output, o.force);
  if (!file) return file.error();
  auto report = write_to(o, set, [&](std::string_view bytes) { file->write(bytes); });
  if (!report || report->written == 0) return report;  // without a file
  if (auto error = file->commit()) return *std::move(error);
  return report;
}

int run_export(const ExportFlags& o) {
  const auto set =
      data::Set::open(o.folder, games::find_record_type, {.split = o.split, .cache_bytes = 0});
  if (!set) return fail("export", set.error(), kFailed);
  const bool to_stdout = o.output == "-";
  if (to_stdout && o.to == "npz" && isatty(STDOUT_FILENO) != 0) {
    say("intarsia export: an .npz file is nothing for a terminal: -o FILE\n");
    return kUsage;
  }
  note_selection("export", **set, o.split);
  if (const auto error = note_columns("export", o.folder)) return fail("export", *error, kFailed);
  // What cannot be written is found out at the end (main.cc).
  const auto to_screen = [](std::string_view bytes) {
    std::fwrite(bytes.data(), 1, bytes.size(), stdout);
  };
  const auto report = to_stdout ? write_to(o, **set, to_screen) : write_file(o, **set);
  if (!report) return fail("export", report.error(), kFailed);
  if (o.common.json && !to_stdout) {
    put("{{\"schema\":1,\"written\":{},\"left_out\":{}}}\n", report->written, report->left_out);
  }
  say("{} written", counted(report->written, report->unit));
  if (report->left_out != 0) say(", {} left out: {}", report->left_out, report->why);
  say("\n");
  if (report->written != 0) return kDone;
  say("intarsia export: nothing came out{}\n", to_stdout ? "" : ", and nothing was written");
  return o.common.lenient ? kDone : kSomeRejected;
}

}  // namespace

void add_export(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("export", "A data set for other tools");
  verb->group(kData);
  auto o = std::make_shared<ExportFlags>();
  verb->add_option("DIR", o->folder, "The folder of a data set")->required();
  std::vector<std::string> forms = {"npz", "jsonl"};
  std::string help = "npz: an array for each field; jsonl: a JSON object a line for each position";
  for (const games::GameType* type : games::all_games()) {
    for (const game::Writer& w : type->writers) {
      forms.emplace_back(w.name);
      help += fmt::format("; {}: {} ({})", w.name, w.help, type->words.title);
    }
  }
  verb->add_option("--to", o->to, help)->required()->check(CLI::IsMember(forms));
  verb->add_option("-o,--output", o->output, "A file; standard output without it");
  verb->add_option("--split", o->split, "This split alone");
  verb->add_flag("--force", o->force, "Replace a file that is there");
  o->writing.add_to(*verb, game::OptionInfo::Use::kPositions);
  o->common.add_to(*verb);
  verb->footer(
      "Examples:\n"
      "  intarsia export data --to plain > train.plain\n"
      "  intarsia export data --to jsonl --split train | head -3\n"
      "  intarsia export data --to pgn --split validation -o validation.pgn");
  verb->callback([o, &run] { run = [o] { return run_export(*o); }; });
}

}  // namespace intarsia::cli
