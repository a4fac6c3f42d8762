// What every row promises of its formats: chunks change nothing, and what is written is read back.

#include <gtest/gtest.h>

#include "intarsia/games/formats.h"
#include "tests/support/any_game.h"

namespace intarsia::test {
namespace {

using game::LinePtr;
using game::ParsedGame;
using game::ReadGame;

std::string said_of(const game::Place& p) {
  return concat({std::to_string(p.source), ":", std::to_string(p.offset), ":",
                 std::to_string(p.line), ":", std::to_string(p.game)});
}

std::string said_of(const game::Fault& f) {
  return concat({said_of(f.place), " ", f.code(), " ", f.error.detail, " ",
                 std::to_string(f.error.offset), " ", std::to_string(f.column), " ",
                 std::to_string(f.ply.value_or(-1)), f.is_refusal ? " refused" : ""});
}

// Everything that a parser reports of a game.
std::string said_of(const ParsedGame& g) {
  std::string out = concat({said_of(g.place), " ", g.type == nullptr ? "?" : g.type->name, " ",
                            g.facts.time_control, " ", std::to_string(g.facts.tags), " "});
  const auto* row = reinterpret_cast<const char*>(&g.facts.row);
  out.append(row, sizeof g.facts.row);
  out.append(reinterpret_cast<const char*>(g.records.data()), g.records.size());
  out.append(g.content);
  if (g.read.line) out += concat({" ", g.read.line->text(), " ", name(g.read.recorded.outcome)});
  for (const std::int16_t e : g.read.recorded.evals) append_number(out += ' ', e);
  for (const auto& [name, value] : g.read.recorded.tags) out += concat({" ", name, "=", value});
  append_number(out += ' ', g.read.shown);
  for (const game::Fault& f : g.read.faults) out += "\n  " + said_of(f);
  return out + "\n";
}

// Keeps what is reported; one that `waits` wants one game at a time.
class Kept : public game::GameSink {
 public:
  explicit Kept(bool waits = false) : waits_(waits) {}
  void take(ParsedGame& game) override {
    is_full_ = waits_;
    said += said_of(game);
    if (!game.read.refusal()) lines.push_back(std::move(game.read));
  }
  bool is_full() const override { return is_full_; }
  void drain() { is_full_ = false; }

  std::string said;
  std::vector<ReadGame> lines;

 private:
  bool waits_;
  bool is_full_ = false;
};

struct Wish {
  bool lines = true;
  bool records = true;
};

game::ParserOptions parser_options(const game::Options& options, Wish wish = {}) {
  static const std::vector<game::TagRule> kRules = {{.names = {"Event"}}, {.names = {"DT"}}};
  return {.game = options,
          .wants_records = wish.records,
          .with_final = true,
          .wants_quiet = true,
          .wants_lines = wish.lines,
          .tags = kRules};
}

Kept read(const game::Format& format, const game::Options& options, std::string_view text,
          std::size_t chunk, Wish wish = {}, bool waits = false) {
  Kept kept(waits);
  const auto parser = format.make_parser(parser_options(options, wish), {.source = 3}, kept);
  for (std::size_t at = 0; at < text.size(); at += chunk) {
    parser->feed(text.substr(at, chunk));
    kept.drain();
  }
  parser->finish();
  kept.drain();
  while (parser->go_on()) kept.drain();
  kept.said += std::to_string(parser->begun());
  return kept;
}

class RowFormats : public AnyGame {
 protected:
  ReadGame random_game() {
    ReadGame g{.line = random_line(60)};
    g.shown = g.line->ply();
    const auto end = g.line->end();
    g.recorded.outcome = end ? end->outcome : below(2) == 0 ? Outcome::kFirst : Outcome::kSecond;
    return g;
  }
  // As text in a form, if it has one of the game's.
  std::string written(const game::Writer& w, const ReadGame& g) {
    if (w.write_game != nullptr) {
      const auto text = w.write_game(g, game().options);
      EXPECT_TRUE(text) << w.name << ": " << text.error().detail;
      return text ? *text : "";
    }
    const auto records = records_of(*g.line, g.recorded.outcome);
    const std::size_t bytes = type().record_type(size()).bytes;
    std::string text;
    for (std::size_t at = 0; at < records.size(); at += bytes) {
      w.append_record(size(), std::span(records).subspan(at, bytes), game().options, text);
    }
    return text;
  }
  const game::Format* format_named(std::string_view name) const {
    for (const game::Format& f : type().formats) {
      if (f.name == name) return &f;
    }
    return nullptr;
  }
};

// Whatever the text is, and whatever the format thinks of it.
TEST_P(RowFormats, ReportTheSameInChunksOfAnySize) {
  std::vector<std::string> texts = {"", "\n\n", "[{(;#\"", std::string(3, '\0') + "x\n"};
  std::string positions = "# a comment\r\n";
  for (int i = 0; i < 3; ++i) {
    const ReadGame g = random_game();
    positions += g.line->text() + "\n" + g.line->position_text() + " | 12 | 1-0\r\n";
    for (const game::Writer& w : type().writers) texts.push_back(written(w, g));
  }
  texts.push_back(positions);
  std::string all;
  for (const std::string& t : texts) all += t + "\nrubbish\n";
  texts.push_back(all);
  for (std::size_t i = 0; i < all.size(); i += 11) all[i] = static_cast<char>(below(256));
  texts.push_back(all);
  std::vector<game::Format> formats(type().formats.begin(), type().formats.end());
  formats.push_back(games::find_format("lines", "", "")->format);
  for (const game::Format& f : formats) {
    for (const std::string& text : texts) {
      for (const Wish wish : {Wish{}, Wish{.lines = false}, Wish{.records = false}}) {
        const std::string whole = read(f, game().options, text, text.size() + 1, wish).said;
        for (const std::size_t chunk : {std::size_t{1}, std::size_t{7}, std::size_t{1} << 16}) {
          ASSERT_EQ(read(f, game().options, text, chunk, wish).said, whole)
              << f.name << " in chunks of " << chunk;
        }
        ASSERT_EQ(read(f, game().options, text, 1000, wish, /*waits=*/true).said, whole) << f.name;
      }
    }
  }
}

TEST_P(RowFormats, ReadWhatIsWritten) {
  for (const game::Writer& w : type().writers) {
    ASSERT_TRUE((w.write_game != nullptr) != (w.append_record != nullptr)) << w.name;
    const game::Format* format = format_named(w.name);
    if (format == nullptr || w.write_game == nullptr) continue;
    std::vector<ReadGame> games;
    std::string text;
    for (int i = 0; i < kLines; ++i) {
      games.push_back(random_game());
      text += written(w, games.back());
    }
    const Kept kept = read(*format, game().options, text, text.size());
    ASSERT_EQ(kept.lines.size(), games.size()) << w.name << "\n" << text << kept.said;
    for (std::size_t i = 0; i < games.size(); ++i) {
      ASSERT_TRUE(kept.lines[i].is_game);
      ASSERT_EQ(kept.lines[i].line->moves(), games[i].line->moves()) << w.name;
      ASSERT_EQ(kept.lines[i].line->text(), games[i].line->text()) << w.name;
      ASSERT_EQ(kept.lines[i].recorded.outcome, games[i].recorded.outcome) << w.name;
    }
  }
}

TEST_P(RowFormats, ReadGamesThatAreLinesAsLines) {
  for (const game::Writer& w : type().writers) {
    if (w.write_game == nullptr || format_named(w.name) != nullptr) continue;
    const ReadGame g = random_game();
    const std::string text = written(w, g);
    const auto found = games::find_format("", "", text);
    ASSERT_TRUE(found) << w.name;
    const Kept kept = read(found->format, game().options, text, 7);
    ASSERT_EQ(kept.lines.size(), 1U) << w.name;
    EXPECT_EQ(kept.lines[0].line->text(), g.line->text()) << w.name;
  }
}

// Records that follow from each other are a game again.
TEST_P(RowFormats, ReadRecordsThatAreWrittenOneByOne) {
  for (const game::Writer& w : type().writers) {
    const game::Format* format = format_named(w.name);
    if (format == nullptr || w.append_record == nullptr) continue;
    const ReadGame g = random_game();
    const Kept kept = read(*format, game().options, written(w, g), 64);
    ASSERT_EQ(kept.lines.size(), g.line->ply() > 0 ? 1U : 0U);
    if (kept.lines.empty()) continue;
    EXPECT_EQ(kept.lines[0].is_game, g.line->ply() > 1);
    EXPECT_EQ(kept.lines[0].line->text(), g.line->text());
    EXPECT_EQ(kept.lines[0].recorded.outcome, g.recorded.outcome);
  }
}

// As sources are split for threads: where a parser finds a border, another one may go on.
TEST_P(RowFormats, MayBeSplitAtTheirBorders) {
  for (const game::Writer& w : type().writers) {
    const game::Format* format = format_named(w.name);
    if (format == nullptr) continue;
    std::string text;
    for (int i = 0; i < 4; ++i) text += written(w, random_game());
    const std::string whole = read(*format, game().options, text, text.size()).said;
    const game::ParserOptions o = parser_options(game().options);
    for (std::size_t cut = 0; cut <= text.size(); cut += 1 + text.size() / 300) {
      const std::size_t start = format->last_start(std::string_view(text).substr(0, cut));
      ASSERT_LE(start, cut);
      Kept kept;
      const auto first = format->make_parser(o, {.source = 3}, kept);
      first->feed(std::string_view(text).substr(0, start));
      if (start == 0 || !first->is_border()) continue;
      first->finish();
      const auto second = format->make_parser(o, first->next_place(), kept);
      second->feed(std::string_view(text).substr(start));
      second->finish();
      while (second->go_on()) kept.drain();
      ASSERT_EQ(kept.said + std::to_string(first->begun() + second->begun()), whole) << w.name;
    }
  }
}

INTARSIA_FOR_ALL_GAMES(RowFormats);

}  // namespace
}  // namespace intarsia::test
