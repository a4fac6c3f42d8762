// `check`: every fault of files with games or positions.

#include <memory>

#include "apps/cli/input.h"
#include "apps/cli/print.h"
#include "apps/cli/progress.h"
#include "apps/cli/verb.h"
#include "intarsia/base/json_text.h"
#include "intarsia/base/text.h"

namespace intarsia::cli {

namespace {

struct CheckOptions {
  Common common;
  std::vector<std::string> files;
  std::string format;
  GameOptions writing;
};

void add_faults(const game::ReadGame& read, JsonText& out) {
  out.key("faults").begin_list();
  for (const game::Fault& f : read.faults) {
    out.begin_object().key("code").value(name(f.error.code));
    out.key("offset").value(f.place.offset).key("line").value(f.place.line);
    out.key("column");
    f.column > 0 ? out.value(f.column) : out.null();
    out.key("ply");
    f.ply ? out.value(*f.ply) : out.null();
    out.key("refused").value(f.is_refusal).key("detail").value(as_utf8(f.error.detail));
    out.end_object();
  }
  out.end_list();
}

std::string game_json(const GameItem& item, const game::Options& writing) {
  JsonText out;
  out.begin_object().key("schema").value(1).key("file").value(as_utf8(*item.source));
  out.key("game").value(item.place.game);
  out.key("offset").value(item.place.offset).key("line").value(item.place.line);
  if (item.type != nullptr) {
    item.type->describe_game(item.read, out, writing);
  } else {  // a line that no game claims has the keys all the same
    add_nulls(out, game::kGameKeys);
  }
  add_faults(item.read, out);
  return out.end_object().text();
}

// Counts over all files.
struct Tally {
  std::size_t games = 0, refused = 0, noted = 0;

  void add(const GameItem& item) {
    ++games;
    refused += item.is_refused() ? 1 : 0;
    noted += !item.is_refused() && !item.read.faults.empty() ? 1 : 0;
  }
};

int check(const CheckOptions& o) {
  const InputOptions input{.common = o.common, .verb = "check", .format = o.format, .notes = true};
  const game::Options writing = o.writing.options();
  Tally tally;
  Progress progress(o.common.progress, "games", 0);
  bool has_failed = false;  // a file that cannot be read does not keep the others from it
  warn_of_repeated(o.files, "check");
  for (const std::string& file : o.files) {
    const auto visit = [&](const GameItem& item) {
      tally.add(item);
      progress.update(tally.games);
      if (o.common.json) put("{}\n", game_json(item, writing));
      for (const game::Fault& fault : item.read.faults) {
        if (!o.common.json) {
          put("{} (game {}{})\n", to_text(*item.source, fault), item.place.game,
              fault.is_refusal ? ", refused" : "");
        }
      }
    };
    if (const auto error = for_each_game(file, input, visit)) {
      say("intarsia check: {}\n", error->detail);
      has_failed = true;
    }
  }
  say("{}: {} refused, {} put right\n", counted(tally.games, "game"), tally.refused, tally.noted);
  if (has_failed) return kFailed;
  return tally.refused == 0 || o.common.lenient ? kDone : kSomeRejected;
}

}  // namespace

void add_check(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("check", "Every fault of games and positions, with its place");
  verb->group(kLook);
  auto o = std::make_shared<CheckOptions>();
  verb->add_option(
          "FILE", o->files,
          "Games, or positions, one a line; - is stdin. What a file is follows from its name "
          "or its first bytes")
      ->required();
  add_format(*verb, o->format);
  o->common.add_to(*verb);
  o->writing.add_to(*verb, game::OptionInfo::Use::kPositions);
  verb->footer(
      "Examples:\n"
      "  intarsia check games.pgn.zst\n"
      "  intarsia check *.sgf --json | jq .result\n"
      "  intarsia check old.trmph --swap literal");
  verb->callback([o, &run] { run = [o] { return check(*o); }; });
}

}  // namespace intarsia::cli
