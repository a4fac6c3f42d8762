// `inspect`: everything the rules say about positions, one JSON object a line.

#include <memory>

#include "apps/cli/input.h"
#include "apps/cli/print.h"
#include "apps/cli/verb.h"
#include "intarsia/base/json_text.h"
#include "intarsia/base/text.h"

namespace intarsia::cli {

namespace {

struct InspectOptions {
  Common common;
  GameOptions writing;
  std::vector<std::string> inputs;
  std::string format;
};

void print(const game::ReadGame& read, const game::Options& writing) {
  JsonText out;
  out.begin_object().key("schema").value(1);
  read.line->at(read.shown)->inspect(out, writing);
  out.key("faults").begin_list();
  for (const game::Fault& f : read.faults) {
    out.begin_object().key("code").value(f.code());
    out.key("offset").value(f.error.offset).key("detail").value(f.error.detail).end_object();
  }
  put("{}\n", out.end_list().end_object().text());
}

void print_refused(std::size_t line, const Error& e) {
  JsonText out;
  out.begin_object().key("line").value(line);
  out.key("error").begin_object().key("code").value(name(e.code));
  out.key("offset").value(e.offset).key("detail").value(as_utf8(e.detail)).end_object();
  put("{}\n", out.end_object().text());
}

int inspect(const InspectOptions& o) {
  const game::Options writing = o.writing.options();
  return read_positions(
      o.inputs, {.common = o.common, .verb = "inspect", .format = o.format},
      [&writing](const game::ReadGame& read) {
        print(read, writing);
        return std::nullopt;
      },
      [](const PositionPlace& place, const Error& e) { print_refused(place.line, e); });
}

}  // namespace

void add_inspect(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("inspect", "What the rules say about positions, as JSON Lines");
  verb->group(kLook);
  auto o = std::make_shared<InspectOptions>();
  verb->add_option("INPUT", o->inputs, "Positions, files with one a line, games, or - for stdin")
      ->required();
  add_format(*verb, o->format);
  o->writing.add_to(*verb, game::OptionInfo::Use::kPositions);
  o->common.add_to(*verb);
  verb->footer(
      "Examples:\n"
      "  intarsia inspect startpos\n"
      "  intarsia inspect \"startpos moves e2e4 e7e5\"\n"
      "  intarsia inspect \"hex 11 moves a2 swap f6\" | jq .stones");
  verb->callback([o, &run] { run = [o] { return inspect(*o); }; });
}

}  // namespace intarsia::cli
