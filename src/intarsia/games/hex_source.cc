// Hex games into batches.

#include <utility>

#include "intarsia/base/text.h"
#include "intarsia/games/internal/line_counter.h"
#include "intarsia/games/internal/line_parser.h"
#include "intarsia/games/internal/sources.h"
#include "intarsia/hex/game_text.h"
#include "intarsia/hex/position_line.h"
#include "intarsia/hex/record.h"
#include "intarsia/hex/sgf.h"
#include "intarsia/hex/trmph.h"
#include "intarsia/io/hash.h"

namespace intarsia::games {

namespace {

std::uint64_t hash_of_hex(const hex::Game& g, std::uint64_t seed) {
  std::string bytes = std::to_string(g.size) + "\n";
  for (hex::Move m : g.moves) {
    const auto stored = static_cast<std::uint16_t>(m.index(g.size));
    bytes.append(reinterpret_cast<const char*>(&stored), sizeof stored);
  }
  return io::xxh3(bytes, seed);
}

std::vector<std::uint8_t> records_of(const hex::Game& g, bool with_final) {
  const std::size_t each = hex::record_shape(g.size).bytes;
  const std::size_t count = g.moves.size() + (with_final ? 1 : 0);
  std::vector<std::uint8_t> out(count * each);
  hex::Position p = g.start();
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_last = i == g.moves.size();
    hex::pack(
        p,
        {.outcome = g.winner, .is_first = i == 0, .move = is_last ? hex::Move::none() : g.moves[i]},
        {out.data() + i * each, each});
    if (!is_last) p = p.after(g.moves[i]);
  }
  return out;
}

data::Winner winner_of(std::optional<hex::Color> c) {
  return !c                 ? data::Winner::kUnknown
         : *c == hex::kBlue ? data::Winner::kFirst
                            : data::Winner::kSecond;
}

void accept(data::BatchBuilder& builder, const data::Place& place, const hex::Game& g) {
  const data::Rules& rules = builder.rules();
  data::GameFacts facts;
  facts.row.size = static_cast<std::uint8_t>(g.size);
  for (const hex::Tag& t : g.tags) {
    if (const auto i = data::required_index(rules.filters, t.name)) {
      facts.tags |= std::uint64_t{1} << *i;
    }
    if (t.name == "DT") {
      std::string dotted = t.value.substr(0, 10);
      for (char& c : dotted) c = c == '-' ? '.' : c;
      facts.row.date = data::date_of(dotted);
    }
  }
  if (const auto filter = data::dropped_by_tags(rules.filters, facts)) {
    return builder.drop(place, *filter);
  }
  facts.row.outcome = winner_of(g.winner);
  facts.row.hash = hash_of_hex(g, rules.seed);
  const std::vector<std::uint8_t> records = records_of(g, rules.with_final);
  builder.accept(place, facts, std::as_bytes(std::span(records)), hex::record_shape(g.size).bytes,
                 [](std::uint32_t) { return true; });
}

// A position alone, as a game of one record without a move.
void accept(data::BatchBuilder& builder, const data::Place& place, const hex::Position& p) {
  const data::Rules& rules = builder.rules();
  data::GameFacts facts;
  facts.row.size = static_cast<std::uint8_t>(p.size());
  if (const auto filter = data::dropped_by_tags(rules.filters, facts)) {
    return builder.drop(place, *filter);
  }
  const auto winner = hex::winner(p);
  std::vector<std::uint8_t> record(hex::record_shape(p.size()).bytes);
  hex::pack(p, {.outcome = winner, .is_first = true, .move = hex::Move::none()}, record);
  const std::string_view bytes(reinterpret_cast<const char*>(record.data()), record.size());
  facts.row.outcome = winner_of(winner);
  facts.row.hash = io::xxh3(bytes, rules.seed);
  builder.accept(place, facts, std::as_bytes(std::span(record)), record.size(),
                 [](std::uint32_t) { return true; });
}

// Games; a line of words is a position (hex 11 moves a2 swap).
class TrmphLines final : public LineParser {
 public:
  TrmphLines(const FormatOptions& o, const data::Rules& rules, const data::Place& first)
      : LineParser(rules, first), options_(o.hex) {}

 private:
  void line(std::string_view text) override {
    if (hex::is_trmph_header(text)) return;
    const data::Place place = next_game();
    if (TextCursor(text).word() == "hex") {
      const auto line = hex::read_position_line(text, options_);
      return line ? accept(builder(), place, line->position()) : reject(place, line.error());
    }
    const auto reading = hex::read_game_line(text, options_);
    if (!reading) return reject(place, reading.error());
    accept(builder(), place, reading->game);
  }

  hex::ReadOptions options_;
};

class SgfText final : public data::GameParser {
 public:
  SgfText(const FormatOptions& o, const data::Rules& rules, const data::Place& first)
      : builder_(rules), options_(o.hex), first_(first), game_(first.game) {}

  void feed(std::string_view text) override {
    is_long_ = is_long_ || text_.size() + text.size() > hex::kMaxSgfBytes;
    if (!is_long_) text_ += text;
  }
  bool is_full() const override { return builder_.is_full(); }
  bool is_border() const override { return false; }  // a text is not cut
  // The reader refuses a game that is cut, and gives those before it.
  void abandon() override { finish(); }
  std::uint64_t begun() const override { return game_ - first_.game; }
  data::Place next_place() const override { return first_; }
  data::Batch take() override { return builder_.take(); }
  void reuse(data::Batch used) override { builder_.reuse(std::move(used)); }

  void finish() override {
    if (is_long_) {
      ++game_;
      return builder_.reject(
          first_, {ErrorCode::kLimit, first_, 0,
                   concat({"more than ", std::to_string(hex::kMaxSgfBytes), " bytes of SGF"})});
    }
    reader_.emplace(text_, options_);
    lines_.emplace(text_);
    go_on();
  }

  bool go_on() override {
    if (!reader_) return false;
    for (; !builder_.is_full(); ++game_) {
      const auto reading = reader_->next();
      if (!reading) {
        reader_.reset();
        return true;
      }
      const data::Place start = place(reader_->start());
      if (*reading) {
        accept(builder_, start, (*reading)->game);
      } else {
        const Error& e = reading->error();
        builder_.reject(start, {e.code, place(e.offset), 0, e.detail});
      }
    }
    return true;
  }

 private:
  data::Place place(std::size_t offset) {
    return {first_.source, first_.offset + offset, first_.line + lines_->spot(offset).line - 1,
            game_};
  }

  data::BatchBuilder builder_;
  hex::ReadOptions options_;
  data::Place first_;
  std::string text_;
  bool is_long_ = false;
  std::optional<hex::SgfReader> reader_;  // from `finish` to the last game
  std::optional<LineCounter> lines_;
  std::uint64_t game_;
};

}  // namespace

ParserPtr trmph_parser(const FormatOptions& o, const data::Rules& rules, const data::Place& first) {
  return std::make_unique<TrmphLines>(o, rules, first);
}

ParserPtr sgf_parser(const FormatOptions& o, const data::Rules& rules, const data::Place& first) {
  return std::make_unique<SgfText>(o, rules, first);
}

}  // namespace intarsia::games
