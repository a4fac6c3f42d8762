// `convert`: game records from one form to another.

#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/cli/game_files.h"
#include "apps/cli/print.h"
#include "apps/cli/progress.h"
#include "apps/cli/verb.h"
#include "intarsia/chess/pgn/write.h"
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
};

int fail(const Error& e, int code) {
  say("intarsia convert: {}\n", e.detail);
  return code;
}

// What --to says, else the ending of the output; else nothing.
std::string form_of(const ConvertOptions& o) {
  if (!o.to.empty()) return o.to;
  for (const auto& [ending, form] : {std::pair(".sgf", "sgf"),
                                     {".hsgf", "sgf"},
                                     {".trmph", "trmph"},
                                     {".pgn", "pgn"},
                                     {".uci", "uci"}}) {
    if (o.output.ends_with(ending)) return form;
  }
  return {};
}

Error wrong_form(std::string_view game, std::string_view forms, std::string_view wanted) {
  return Error{ErrorCode::kUnsupported, 0,
               wanted.empty()
                   ? fmt::format("{} games: say the form: --to {}, or such an ending", game, forms)
                   : fmt::format("{} games are written as {}, not as {}", game, forms, wanted)};
}

Result<std::string> text_of(const hex::Reading& reading, const ConvertOptions& o) {
  const std::string form = form_of(o);
  if (form != "sgf" && form != "trmph") return wrong_form("Hex", "trmph or sgf", form);
  const hex::Game g = o.normalise_swap ? hex::without_swap(reading.game) : reading.game;
  const auto alphabet = o.legacy_winners ? hex::Alphabet::kDigits : hex::Alphabet::kLetters;
  return (form == "sgf" ? hex::to_sgf(g) : hex::to_trmph(g, alphabet)) + "\n";
}

// UCI lines whatever the output is called: files of positions have no ending of their own.
Result<std::string> text_of(const chess::PgnGame& game, const ConvertOptions& o) {
  const std::string form = form_of(o);
  if (form == "sgf" || form == "trmph") return wrong_form("chess", "uci or pgn", form);
  if (form == "pgn") return chess::to_pgn(game);
  return chess::to_position_line(game.game()) + "\n";
}

Result<std::string> text_of(const chess::PositionLine& /*line*/, const ConvertOptions& /*o*/) {
  return Error{ErrorCode::kUnsupported, 0, "positions are no games; convert takes games"};
}

Result<std::string> text_of(std::monostate /*nothing*/, const ConvertOptions& /*o*/) {
  return std::string{};
}

// Takes games one by one and writes them.
class Converting {
 public:
  Converting(const ConvertOptions& o, std::optional<io::AtomicFile> file)
      : o_(o), file_(std::move(file)), progress_(o.common.progress, "games", 0) {}

  int run() {
    const auto error = for_each_game(o_.input, o_.common, [this](const GameItem& g) { take(g); });
    if (error_) return fail(*error_, kUsage);
    if (error) return fail(*error, kFailed);
    if (file_) {
      if (const auto failure = file_->commit()) return fail(*failure, kFailed);
    }
    if (o_.common.json && o_.output != "-") {
      const nlohmann::ordered_json done = {
          {"schema", 1}, {"output", o_.output}, {"games", games_}, {"rejected", refused_}};
      put("{}\n", done.dump());
    }
    say("{} games written, {} refused\n", games_, refused_);
    return refused_ == 0 || o_.common.lenient ? kDone : kSomeRejected;
  }

 private:
  void take(const GameItem& item) {
    if (error_) return;
    for (const PlacedError& fault : item.faults) {
      say("{}\n", to_text(item.source, fault));
    }
    ++(item.is_refused() ? refused_ : games_);
    progress_.update(games_ + refused_);
    if (item.is_refused()) return;
    const auto text =
        std::visit([this](const auto& record) { return text_of(record, o_); }, item.record);
    if (!text) {
      error_ = text.error();
    } else if (file_) {
      file_->write(*text);
    } else {
      put("{}", *text);
    }
  }

  const ConvertOptions& o_;
  std::optional<io::AtomicFile> file_;
  Progress progress_;
  std::optional<Error> error_;
  std::size_t games_ = 0;
  std::size_t refused_ = 0;
};

int convert(const ConvertOptions& o) {
  std::optional<io::AtomicFile> file;
  if (o.output != "-") {
    auto created = io::AtomicFile::create(o.output, o.force);
    if (!created) return fail(created.error(), kFailed);
    file = *std::move(created);
  }
  return Converting(o, std::move(file)).run();
}

}  // namespace

void add_convert(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("convert", "Game records: PGN, TRMPH, SGF, HexWorld links");
  verb->group(kConvert);
  auto o = std::make_shared<ConvertOptions>();
  verb->add_option("IN", o->input,
                   "Games: .pgn[.zst|.gz], .sgf, .hsgf, else TRMPH lines or HexWorld links; - for "
                   "stdin")
      ->required();
  verb->add_option("-o,--output", o->output,
                   "File to write (.trmph, .sgf, .uci, .pgn); - for stdout")
      ->required();
  verb->add_option("--to", o->to,
                   "trmph, sgf; uci (one position line a game), pgn: whatever the file is called")
      ->check(CLI::IsMember({"trmph", "sgf", "uci", "pgn"}));
  verb->add_flag("--normalise-swap", o->normalise_swap,
                 "Write swapped games as ordinary ones: transposed, colours and winner exchanged");
  verb->add_flag("--legacy-winners", o->legacy_winners, "TRMPH winners as 1 and 2");
  verb->add_flag("--force", o->force, "Replace a file that exists");
  o->common.add_to(*verb);
  verb->footer(
      "Examples:\n"
      "  intarsia convert games.pgn.zst -o games.uci\n"
      "  intarsia convert games.trmph -o games.sgf --normalise-swap\n"
      "  echo 'https://hexworld.org/board/#11c1,a2:sf6' | intarsia convert - -o - --to sgf");
  verb->callback([o, &run] { run = [o] { return convert(*o); }; });
}

}  // namespace intarsia::cli
