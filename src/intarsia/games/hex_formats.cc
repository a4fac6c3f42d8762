// The formats of Hex: TRMPH lines and SGF, read into records and lines, and written.

#include <utility>

#include "intarsia/base/text.h"
#include "intarsia/game/line_counter.h"
#include "intarsia/game/line_parser.h"
#include "intarsia/game/tags.h"
#include "intarsia/games/hex.h"
#include "intarsia/games/internal/hex_parts.h"
#include "intarsia/hex/game_text.h"
#include "intarsia/hex/hexworld.h"
#include "intarsia/hex/position_line.h"
#include "intarsia/hex/sgf.h"
#include "intarsia/hex/trmph.h"

namespace intarsia::games {

namespace {

using game::Place;

// What the hash of a game is made of. `setup`: stones that stand there at its start; null: none.
std::string content_of(const hex::Position* setup, int size, std::span<const hex::Move> moves) {
  std::string bytes =
      (setup != nullptr ? hex::to_position_line(*setup) : std::to_string(size)) + "\n";
  for (const hex::Move m : moves) {
    const auto stored = static_cast<std::uint16_t>(m.index(size));
    bytes.append(reinterpret_cast<const char*>(&stored), sizeof stored);
  }
  return bytes;
}

void keep_tag(std::string_view name, std::string_view value, game::GameFacts& facts) {
  if (name != "DT") return;
  std::string dotted(value.substr(0, 10));
  for (char& c : dotted) c = c == '-' ? '.' : c;
  facts.row.date = game::date_of(dotted);
}

std::vector<std::byte> records_of(const hex::Game& g, bool with_final) {
  const std::size_t each = hex::record_shape(g.size).bytes;
  const std::size_t count = g.moves.size() + (with_final ? 1 : 0);
  std::vector<std::byte> out(count * each);
  hex::Position p = g.start();
  const game::RecordTargets targets{.outcome = outcome_of(g.winner)};
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_last = i == g.moves.size();
    Hex::pack({p}, is_last ? hex::Move::none() : g.moves[i], i == 0, targets,
              out.data() + i * each);
    if (!is_last) p = p.after(g.moves[i]);
  }
  return out;
}

// Reports a game. `faults` are those that the parser has placed.
void report(const game::ParserOptions& o, const Place& place, const hex::Reading& reading,
            std::vector<game::Fault> faults, game::GameSink& sink) {
  const hex::Game& g = reading.game;
  if (g.setup && g.moves.empty()) {  // a position, as puzzles are
    game::ReadGame read = to_read_game(reading);
    read.is_game = false;
    read.faults = std::move(faults);
    return game::report_position(o, place, std::move(read), sink);
  }
  game::ParsedGame game{.place = place, .type = &hex_game()};
  game.facts.row.size = static_cast<std::uint8_t>(g.size);
  game.facts.row.outcome = outcome_of(g.winner);
  for (const hex::Tag& t : g.tags) {
    game::note_tag(t.name, t.value, o.tags, game.facts);
    keep_tag(t.name, t.value, game.facts);
  }
  std::vector<std::byte> records;
  std::string content;
  if (o.wants_records && sink.wants_moves(hex_game(), game.facts)) {
    records = records_of(g, o.with_final);
    content = content_of(g.setup ? &*g.setup : nullptr, g.size, g.moves);
    game.records = records;
    game.record_bytes = hex::record_shape(g.size).bytes;
    game.content = content;
  }
  if (o.wants_lines) game.read = to_read_game(reading);
  game.read.faults = std::move(faults);
  sink.take(game);
}

bool is_words(std::string_view line) { return cursor_on(line).word() == "hex"; }

// A position, perhaps with columns behind it: hex 11 moves a2 swap; #11,a2b3 | | red.
bool is_position(std::string_view line) { return is_words(line) || line.find('|') != line.npos; }

// Games, a line each: TRMPH or a HexWorld link. A line may be a position all the same.
class TrmphLines final : public game::LineParser {
 public:
  TrmphLines(const game::ParserOptions& o, const Place& first, game::GameSink& sink)
      : LineParser(first, sink), options_(o), read_options_(read_options(o.game)) {}

 private:
  void line(std::string_view text) override {
    if (is_position(text)) return report_position_line(options_, text, hex_game().read_line);
    const Place place = next_game();
    const auto reading = hex::read_game_line(text, read_options_);
    if (!reading) return refuse(place, reading.error());
    std::vector<game::Fault> faults;
    for (const Error& e : reading->notes) faults.push_back(fault(place, e, false));
    if (const auto mixed = alphabets_.add(*reading)) faults.push_back(fault(place, *mixed, false));
    report(options_, place, *reading, std::move(faults), sink());
  }

  game::ParserOptions options_;
  hex::ReadOptions read_options_;
  hex::AlphabetCheck alphabets_;
};

// A text is read when all of it is there: games of SGF have no sure border.
class SgfText final : public game::GameParser {
 public:
  SgfText(const game::ParserOptions& o, const Place& first, game::GameSink& sink)
      : options_(o), sink_(sink), first_(first), game_(first.game) {}

  void feed(std::string_view text) override {
    is_long_ = is_long_ || text_.size() + text.size() > hex::kMaxSgfBytes;
    if (!is_long_) text_ += text;
  }
  bool is_border() const override { return false; }
  // The reader refuses a game that is cut, and gives those before it.
  void abandon() override { finish(); }
  std::uint64_t begun() const override { return game_ - first_.game; }
  Place next_place() const override { return first_; }

  void finish() override {
    if (is_long_) {
      ++game_;
      return refuse(first_,
                    {ErrorCode::kLimit, hex::kMaxSgfBytes,
                     concat({"more than ", std::to_string(hex::kMaxSgfBytes), " bytes of SGF"})});
    }
    reader_.emplace(text_, read_options(options_.game));
    lines_.emplace(text_);
    go_on();
  }

  bool go_on() override {
    if (!reader_) return false;
    for (; !sink_.is_full(); ++game_) {
      const auto reading = reader_->next();
      if (!reading) {
        reader_.reset();
        return true;
      }
      const Place start = fault_at({ErrorCode::kInvalid, reader_->start(), {}}, false).place;
      if (!*reading) {
        refuse(start, reading->error());
        continue;
      }
      std::vector<game::Fault> faults;
      for (const Error& e : (*reading)->notes) faults.push_back(fault_at(e, false));
      report(options_, start, **reading, std::move(faults), sink_);
    }
    return true;
  }

 private:
  game::Fault fault_at(const Error& e, bool is_refusal) {
    const auto spot = lines_ ? lines_->spot(e.offset) : game::LineCounter::Spot{1, 0};
    return {{first_.source, first_.offset + e.offset, first_.line + spot.line - 1, game_},
            e,
            is_refusal,
            spot.column};
  }
  void refuse(const Place& place, const Error& e) {
    game::ParsedGame game{.place = place, .type = &hex_game()};
    game.read.faults.push_back(fault_at(e, true));
    sink_.take(game);
  }

  game::ParserOptions options_;
  game::GameSink& sink_;
  Place first_;
  std::string text_;
  bool is_long_ = false;
  std::optional<hex::SgfReader> reader_;  // from `finish` to the last game
  std::optional<game::LineCounter> lines_;
  std::uint64_t game_;
};

template <class Parser>
game::ParserPtr make_parser(const game::ParserOptions& o, const Place& first,
                            game::GameSink& sink) {
  return std::make_unique<Parser>(o, first, sink);
}

bool looks_like_trmph(std::string_view line, std::string_view) {
  return hex::is_position_line(line);
}
bool looks_like_sgf(std::string_view line, std::string_view) { return line.starts_with("("); }

constexpr std::string_view kTrmphEndings[] = {".trmph"};
constexpr std::string_view kSgfEndings[] = {".sgf", ".hsgf"};

constexpr game::Format kFormats[] = {
    {.name = "trmph",
     .game = "hex",
     .endings = kTrmphEndings,
     .is_text = looks_like_trmph,
     .has_position_lines = true,
     .make_parser = make_parser<TrmphLines>,
     .last_start = game::after_last_line},
    {.name = "sgf",
     .game = "hex",
     .endings = kSgfEndings,
     .is_text = looks_like_sgf,
     .make_parser = make_parser<SgfText>,
     .last_start = game::nowhere},
};

constexpr std::string_view kNormaliseSwap = "normalise-swap";
constexpr std::string_view kLegacyWinners = "legacy-winners";

hex::Game game_to_write(const game::ReadGame& game, const game::Options& options) {
  hex::Game g = to_hex_game(game);
  return options.has(kNormaliseSwap) ? hex::without_swap(g) : g;
}

Result<std::string> to_trmph(const game::ReadGame& game, const game::Options& options) {
  const hex::Game g = game_to_write(game, options);
  if (auto error = hex::refuse_setup(g, "TRMPH")) return *std::move(error);
  const auto alphabet =
      options.has(kLegacyWinners) ? hex::Alphabet::kDigits : hex::Alphabet::kLetters;
  return hex::to_trmph(g, alphabet) + "\n";
}

Result<std::string> to_sgf(const game::ReadGame& game, const game::Options& options) {
  return hex::to_sgf(game_to_write(game, options)) + "\n";
}

Result<std::string> to_hexworld(const game::ReadGame& game, const game::Options& options) {
  auto link = hex::to_hexworld(game_to_write(game, options));
  if (!link) return std::move(link).error();
  return *std::move(link) + "\n";
}

constexpr game::Writer kWriters[] = {
    {.name = "trmph", .endings = kTrmphEndings, .help = "the games", .write_game = to_trmph},
    {.name = "sgf", .endings = kSgfEndings, .help = "the games", .write_game = to_sgf},
    {.name = "hexworld", .help = "a link a game", .write_game = to_hexworld},
};

constexpr std::string_view kSwaps[] = {"transposed", "literal"};
constexpr std::pair<std::string_view, std::string_view> kOtherSwaps[] = {{"pieces", "transposed"}};

constexpr game::OptionInfo kOptions[] = {
    {.name = kSwap,
     .help =
         "What a repeated first cell means in TRMPH: the opening was transposed, or literal: it "
         "changed its owner alone",
     .choices = kSwaps,
     .aliases = kOtherSwaps},
    {.name = kNormaliseSwap,
     .help = "Write swapped games as ordinary ones: transposed, colours and winner exchanged",
     .use = game::OptionInfo::Use::kWriting},
    {.name = kLegacyWinners,
     .help = "TRMPH winners as 1 and 2",
     .use = game::OptionInfo::Use::kWriting},
};

}  // namespace

std::span<const game::Format> hex_formats() { return kFormats; }
std::span<const game::Writer> hex_writers() { return kWriters; }
std::span<const game::OptionInfo> hex_options() { return kOptions; }

game::ReadGame to_read_game(const hex::Reading& reading) {
  const hex::Game& g = reading.game;
  game::ReadGame out{.shown = reading.shown};
  out.recorded.outcome = outcome_of(g.winner);
  out.recorded.has_swapped_sides = g.has_swapped_sides;
  out.recorded.unkept = {.comments = reading.comments, .variations = reading.variations};
  for (const hex::Tag& t : g.tags) out.recorded.tags.emplace_back(t.name, t.value);
  out.line = std::make_unique<HexLine>(hex::replay_of(g, static_cast<int>(g.moves.size())));
  return out;
}

hex::Game to_hex_game(const game::ReadGame& game) {
  const HexLine& line = HexLine::of(*game.line);
  const hex::Position& start = line.replay().start();
  hex::Game g{.size = start.size(),
              .swap_rule = start.swap_rule(),
              .moves = {line.played().begin(), line.played().end()},
              .winner = winner_of(game.recorded.outcome),
              .has_swapped_sides = game.recorded.has_swapped_sides};
  if (start != g.start()) g.setup = start;
  for (const game::Tag& t : game.recorded.tags) g.tags.push_back({t.first, t.second});
  return g;
}

namespace {

// Where a game began whose first record is this. Records do not say what a swap would do.
hex::Position start_of(const hex::Position& first, hex::Game& g) {
  const hex::Position start =
      *hex::Position::from_stones(g.size, first.stones(hex::kBlue), first.stones(hex::kRed),
                                  first.turn(), first.first(), g.swap_rule);
  if (start != g.start()) g.setup = start;
  return start;
}

}  // namespace

// Records may have been changed on the disk: each must follow from the one before.
std::string hex_content(const game::Line& line) {
  const HexLine& game = HexLine::of(line);
  const hex::Position& start = game.replay().start();
  return content_of(start.ply() == 0 ? nullptr : &start, start.size(), game.played());
}

void keep_hex_tags(std::span<const game::Tag> tags, game::GameFacts& facts) {
  for (const auto& [name, value] : tags) keep_tag(name, value, facts);
}

Result<game::ReadGame> unpack_hex_game(const game::GameRow& row, std::span<const std::byte> records,
                                       const game::Options& options) {
  const std::size_t each = hex::record_shape(row.size).bytes;
  hex::Reading reading{
      .game = {.size = row.size, .swap_rule = read_options(options).swap_rule, .moves = {}}};
  hex::Game& g = reading.game;
  std::optional<hex::Replay> replay;
  for (std::size_t at = 0; at < records.size(); at += each) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(records.data()) + at;
    const auto u = hex::unpack(row.size, {bytes, each});
    if (!u) return Error(u.error()).moved_by(at);
    if (!replay) replay.emplace(start_of(u->position, g));
    const hex::Move m = u->targets.move;
    const hex::Position& now = replay->position();
    if (u->position.stones(hex::kBlue) != now.stones(hex::kBlue) ||
        u->position.stones(hex::kRed) != now.stones(hex::kRed) ||
        (!m.is_none() && !replay->is_legal(m))) {
      return Error{ErrorCode::kInvalid, at, "the record does not follow from the one before"};
    }
    g.winner = u->targets.outcome;
    if (m.is_none()) continue;
    g.moves.push_back(m);
    replay->play(m);
  }
  reading.shown = static_cast<int>(g.moves.size());
  return to_read_game(reading);
}

}  // namespace intarsia::games
