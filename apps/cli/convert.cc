// `convert`: game records from one form to another.

#include <memory>

#include <fmt/format.h>

#include "apps/cli/game_files.h"
#include "apps/cli/verb.h"
#include "intarsia/hex/sgf.h"
#include "intarsia/hex/trmph.h"
#include "intarsia/io/atomic_file.h"

namespace intarsia::cli {

namespace {

struct ConvertOptions {
  Common common;
  std::string input;
  std::string output;
  std::string to;
  bool normalise_swap = false;
  bool legacy_winners = false;
  bool force = false;

  // What --to says, else the ending of the output.
  bool is_sgf() const {
    return to == "sgf" || (to.empty() && (output.ends_with(".sgf") || output.ends_with(".hsgf")));
  }
  bool is_known() const { return !to.empty() || is_sgf() || output.ends_with(".trmph"); }
};

int fail(const Error& e, int code) {
  fmt::print(stderr, "intarsia convert: {}\n", e.detail);
  return code;
}

std::string line_of(const hex::Game& game, const ConvertOptions& o) {
  const hex::Game g = o.normalise_swap ? hex::without_swap(game) : game;
  const auto alphabet = o.legacy_winners ? hex::Alphabet::kDigits : hex::Alphabet::kLetters;
  return (o.is_sgf() ? hex::to_sgf(g) : hex::to_trmph(g, alphabet)) + "\n";
}

int convert(const ConvertOptions& o) {
  if (!o.is_known()) {
    return fail({ErrorCode::kSyntax, 0, "say the form: --to trmph or sgf, or such an ending"},
                kUsage);
  }
  std::optional<io::AtomicFile> file;
  if (o.output != "-") {
    auto created = io::AtomicFile::create(o.output, o.force);
    if (!created) return fail(created.error(), kFailed);
    file = *std::move(created);
  }
  std::size_t games = 0;
  std::size_t refused = 0;
  const auto visit = [&](const GameItem& item) {
    for (const PlacedError& fault : item.faults) {
      fmt::print(stderr, "{}\n", to_text(item.source, fault));
    }
    ++(item.reading ? games : refused);
    if (!item.reading) return;
    const std::string line = line_of(item.reading->game, o);
    if (file) {
      file->write(line);
    } else {
      fmt::print("{}", line);
    }
  };
  if (const auto error = for_each_game(o.input, o.common.hex_options(), visit)) {
    return fail(*error, kFailed);
  }
  if (file) {
    if (const auto error = file->commit()) return fail(*error, kFailed);
  }
  fmt::print(stderr, "{} games written, {} refused\n", games, refused);
  return refused == 0 || o.common.lenient ? kDone : kSomeRejected;
}

}  // namespace

void add_convert(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("convert", "Game records: TRMPH, SGF, HexWorld links");
  verb->group(kConvert);
  auto o = std::make_shared<ConvertOptions>();
  verb->add_option("IN", o->input,
                   "Hex games: .sgf, .hsgf, else TRMPH lines or HexWorld links; - for stdin")
      ->required();
  verb->add_option("-o,--output", o->output, "File to write (.trmph, .sgf); - for stdout")
      ->required();
  verb->add_option("--to", o->to, "trmph or sgf, whatever the file is called")
      ->check(CLI::IsMember({"trmph", "sgf"}));
  verb->add_flag("--normalise-swap", o->normalise_swap,
                 "Write swapped games as ordinary ones: transposed, colours and winner exchanged");
  verb->add_flag("--legacy-winners", o->legacy_winners, "TRMPH winners as 1 and 2");
  verb->add_flag("--force", o->force, "Replace a file that exists");
  o->common.add_to(*verb);
  verb->footer(
      "Examples:\n"
      "  intarsia convert games.hsgf -o games.trmph\n"
      "  intarsia convert games.trmph -o games.sgf --normalise-swap\n"
      "  echo 'https://hexworld.org/board/#11c1,a2:sf6' | intarsia convert - -o - --to sgf");
  verb->callback([o, &run] { run = [o] { return convert(*o); }; });
}

}  // namespace intarsia::cli
