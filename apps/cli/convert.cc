// `convert`: game records from one form to another.

#include <cmath>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "apps/cli/input.h"
#include "apps/cli/print.h"
#include "apps/cli/progress.h"
#include "apps/cli/verb.h"
#include "intarsia/base/eval.h"
#include "intarsia/base/text.h"
#include "intarsia/games/registry.h"
#include "intarsia/io/atomic_file.h"
#include "intarsia/io/file_kind.h"

namespace intarsia::cli {

namespace {

struct ConvertOptions {
  Common common;
  std::string input;
  std::string output;
  std::string to;
  std::string format;
  GameOptions writing;
  bool force = false;
};

// The form that --to says, else the ending of the output; else nothing.
std::string form_of(const ConvertOptions& o) {
  if (!o.to.empty()) return o.to;
  for (const games::GameType* type : games::all_games()) {
    for (const game::Writer& w : type->writers) {
      for (const std::string_view ending : w.endings) {
        if (o.output.ends_with(ending)) return std::string(w.name);
      }
    }
  }
  return {};
}

Error wrong_form(const games::GameType& type, std::string_view wanted) {
  std::vector<std::string_view> forms;
  for (const game::Writer& w : type.writers) {
    if (w.write_game != nullptr) forms.push_back(w.name);
  }
  const std::string list = fmt::format("{}", fmt::join(forms, " or "));
  return Error{ErrorCode::kUnsupported, 0,
               wanted.empty() ? fmt::format("{} games: say the form: --to {}, or such an ending",
                                            type.words.title, list)
                              : fmt::format("{} games are written as {}, not as {}",
                                            type.words.title, list, wanted)};
}

// What the form does not name is written in the game's usual one, if it has one.
Result<const game::Writer*> writer_for(const games::GameType& type, std::string_view form) {
  bool is_other_games = false;
  for (const games::GameType* each : games::all_games()) {
    for (const game::Writer& w : each->writers) is_other_games |= w.name == form;
  }
  for (const game::Writer& w : type.writers) {
    const bool is_wanted = w.name == form || (!is_other_games && w.is_usual);
    if (is_wanted && w.write_game != nullptr) return &w;
  }
  return wrong_form(type, form);
}

// Takes games one by one and writes them.
class Converting {
 public:
  Converting(const ConvertOptions& o, std::optional<io::AtomicFile> file)
      : o_(o),
        form_(form_of(o)),
        options_(o.writing.options()),
        file_(std::move(file)),
        progress_(o.common.progress, "games", 0) {}

  int run() {
    const auto error = read();
    if (error_) return fail("convert", *error_, kUsage);
    if (error) return fail("convert", *error, kFailed);
    if (games_ == 0) return say_nothing();
    // Made before the file has its name: afterwards nothing may fail.
    const std::string json = json_text();
    const std::string summary = summary_text();
    if (file_) {
      if (const auto failure = file_->commit()) return fail("convert", *failure, kFailed);
    }
    put_text(json);
    say("{}", summary);
    return refused_ == 0 || o_.common.lenient ? kDone : kSomeRejected;
  }

 private:
  // No file is left behind.
  int say_nothing() const {
    say("intarsia convert: nothing came out{}: {} refused\n",
        file_ ? ", and nothing was written" : "", counted(refused_, "game"));
    return o_.common.lenient ? kDone : kSomeRejected;
  }

  // The games of a file, or one that stands there itself.
  std::optional<Error> read() {
    const auto kind = io::kind_of(o_.input);
    if (!kind) return kind.error();
    const bool is_file = o_.input == "-" || o_.input.starts_with('@');
    if (is_file || *kind != io::FileKind::kNone) {
      return for_each_game(
          o_.input, {.common = o_.common, .verb = "convert", .format = o_.format, .notes = true},
          [this](const GameItem& g) { take(g); });
    }
    auto read = games::read_line(o_.input, o_.common.games.options());
    if (!read) {
      return Error{ErrorCode::kNotFound, 0,
                   fmt::format("no file and no game: {}\n  as a game: {}", in_quotes(o_.input),
                               read.error().detail)};
    }
    GameItem item;
    item.source = std::make_shared<const std::string>("argument");
    item.type = &read->line->type();
    item.read = *std::move(read);
    take(item);
    return std::nullopt;
  }

  void take(const GameItem& item) {
    if (error_) return;
    for (const game::Fault& f : item.read.faults) {
      reports_.add({*item.source, f.place.line}, to_text(*item.source, f), f.error.detail);
    }
    ++(item.is_refused() ? refused_ : games_);
    progress_.update(games_ + refused_);
    if (item.is_refused()) return;
    const auto writer = find_writer(item.read);
    if (!writer) {
      error_ = writer.error();
      return;
    }
    // What this form cannot say of one game, it may say of others.
    const auto text = (*writer)->write_game(item.read, options_);
    if (!text) {
      --games_;
      ++refused_;
      const Error& e = text.error();
      const std::string line =
          fmt::format("{}:{}: {}: {}", *item.source, item.place.line, name(e.code), e.detail);
      reports_.add({*item.source, item.place.line}, line, e.detail);
    } else if (file_) {
      file_->write(*text);
    } else {
      put_text(*text);
    }
    if (text) count_unkept(item.read.recorded, **writer);
  }

  void count_unkept(const game::Recorded& r, const game::Writer& writer) {
    unkept_.comments += r.unkept.comments;
    unkept_.variations += r.unkept.variations;
    unkept_.marks += r.unkept.marks;
    if (!writer.has_outcomes && r.outcome != Outcome::kUnknown) ++outcomes_;
    if (writer.has_notes) return;
    for (const std::int16_t eval : r.evals) evals_ += eval == kNoEval ? 0 : 1;
    for (const double clock : r.clocks) clocks_ += std::isnan(clock) ? 0 : 1;
  }

  std::string json_text() const {
    if (!o_.common.json || o_.output == "-") return {};
    const nlohmann::ordered_json done = {
        {"schema", 1}, {"output", o_.output}, {"games", games_}, {"rejected", refused_}};
    return done.dump() + "\n";
  }

  std::string summary_text() const {
    return fmt::format("{} written, {} refused\n", counted(games_, "game"), refused_) +
           unkept_text();
  }

  std::string unkept_text() const {
    std::vector<std::string> parts;
    if (unkept_.comments != 0) parts.push_back(counted(unkept_.comments, "comment"));
    if (unkept_.variations != 0) parts.push_back(counted(unkept_.variations, "variation"));
    if (unkept_.marks != 0) parts.push_back(counted(unkept_.marks, "mark") + " ($1, !?)");
    if (evals_ != 0) parts.push_back(counted(evals_, "evaluation"));
    if (clocks_ != 0) parts.push_back(counted(clocks_, "clock"));
    if (outcomes_ != 0) parts.push_back(counted(outcomes_, "outcome"));
    return parts.empty() ? "" : fmt::format("not kept: {}\n", fmt::join(parts, ", "));
  }

  Result<const game::Writer*> find_writer(const game::ReadGame& read) const {
    return writer_for(read.line->type(), form_);
  }

  const ConvertOptions& o_;
  std::string form_;
  game::Options options_;
  std::optional<io::AtomicFile> file_;
  Progress progress_;
  std::optional<Error> error_;
  std::size_t games_ = 0;
  std::size_t refused_ = 0;
  game::Unkept unkept_;
  std::uint64_t evals_ = 0, clocks_ = 0, outcomes_ = 0;
  Reports reports_;
};

int convert(const ConvertOptions& o) {
  std::optional<io::AtomicFile> file;
  if (o.output != "-") {
    auto created = io::AtomicFile::create(o.output, o.force);
    if (!created) return fail("convert", created.error(), kFailed);
    file = *std::move(created);
  }
  return Converting(o, std::move(file)).run();
}

}  // namespace

void add_convert(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("convert", "Game records from one form to another");
  verb->group(kConvert);
  auto o = std::make_shared<ConvertOptions>();
  verb->add_option(
          "IN", o->input,
          "Games, also packed or in an archive; a folder of them; - for stdin; or one game itself")
      ->required();
  std::vector<std::string> forms;
  std::string endings;
  for (const games::GameType* type : games::all_games()) {
    for (const game::Writer& w : type->writers) {
      if (w.write_game == nullptr) continue;
      forms.emplace_back(w.name);
      for (const std::string_view e : w.endings) {
        endings += fmt::format("{}{}", endings.empty() ? "" : ", ", e);
      }
    }
  }
  verb->add_option("-o,--output", o->output,
                   fmt::format("File to write ({}); - for stdout", endings))
      ->required();
  verb->add_option("--to", o->to,
                   fmt::format("{}: whatever the file is called", fmt::join(forms, ", ")))
      ->check(CLI::IsMember(forms));
  add_format(*verb, o->format);
  o->writing.add_to(*verb, game::OptionInfo::Use::kWriting);
  o->writing.add_to(*verb, game::OptionInfo::Use::kPositions);
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
