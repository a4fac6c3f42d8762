// PGN games into batches: tags into rows, moves into records.

#include <charconv>
#include <cstring>

#include "intarsia/base/text.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/pgn/parser.h"
#include "intarsia/chess/recorder.h"
#include "intarsia/games/internal/sources.h"
#include "intarsia/io/hash.h"

namespace intarsia::games {

namespace {

std::uint16_t rating_of(std::string_view tag) {
  std::uint16_t rating = 0;
  const std::string_view digits = trimmed(tag);
  std::from_chars(digits.data(), digits.data() + digits.size(), rating);
  return rating;
}

class PgnSource final : public data::GameParser, private chess::PgnVisitor {
 public:
  PgnSource(const FormatOptions& o, const data::Rules& rules, const data::Place& first)
      : builder_(rules),
        source_(first.source),
        parser_(*this, {.evals = true, .chess960 = o.chess960},
                {first.offset, first.line, first.game}) {}

  void feed(std::string_view text) override { parser_.feed(text); }
  bool is_full() const override { return builder_.is_full(); }
  void finish() override { parser_.finish(); }
  std::uint64_t begun() const override { return begun_; }
  bool is_border() const override { return parser_.is_border(); }
  data::Place next_place() const override { return to_place(parser_.next_place()); }
  data::Batch take() override { return builder_.take(); }
  void reuse(data::Batch used) override { builder_.reuse(std::move(used)); }

 private:
  data::Place to_place(const chess::PgnPlace& p) const {
    return {source_, p.offset, p.line, p.game};
  }

  void begin_game(const chess::PgnPlace& place) override {
    ++begun_;
    place_ = to_place(place);
    facts_ = {};
    facts_.row.size = 8;
    refusal_.reset();
    filter_.reset();
    has_utc_date_ = false;
    recorder_.begin();
    quiet_.clear();
  }

  void tag(std::string_view name, std::string_view value) override {
    data::GameRow& row = facts_.row;
    if (const auto i = data::required_index(builder_.rules().filters, name)) {
      facts_.tags |= std::uint64_t{1} << *i;
    }
    if (name == "WhiteElo") row.ratings[0] = rating_of(value);
    if (name == "BlackElo") row.ratings[1] = rating_of(value);
    if (name == "Termination") row.termination = data::termination_of(value);
    if (name == "UTCDate" || (name == "Date" && !has_utc_date_)) {
      if (const std::uint32_t date = data::date_of(value); date != 0) row.date = date;
      has_utc_date_ = name == "UTCDate" && row.date != 0;
    }
    if (name == "TimeControl") {
      facts_.time_control = value;
      data::set_time_control(value, row);
    }
  }

  bool end_tags(const chess::Position& start) override {
    start_ = start;
    facts_.row.variant = start.is_chess960() ? data::Variant::kChess960 : data::Variant::kStandard;
    filter_ = data::dropped_by_tags(builder_.rules().filters, facts_);
    return !filter_;
  }

  void move(const chess::Position& before, chess::Move m) override {
    recorder_.move(before, m);
    if (builder_.rules().choices.quiet) quiet_.push_back(is_quiet(before, m));
  }

  void eval(std::int16_t eval) override {
    recorder_.eval(eval);
    facts_.row.has_eval = 1;
  }

  void fault(const chess::PgnFault& f) override {
    if (f.is_refusal && !refusal_) {
      refusal_ = data::Refusal{f.code, to_place(f.place), f.ply, f.detail};
    }
  }

  void end_game(const chess::PgnEnd& end, const chess::Position& last) override {
    if (refusal_) return builder_.reject(place_, *std::move(refusal_));
    if (filter_) return builder_.drop(place_, *filter_);
    const data::Rules& rules = builder_.rules();
    recorder_.end(last, end.score, rules.with_final);
    if (rules.with_final && rules.choices.quiet) quiet_.push_back(!last.is_check());
    const auto records = recorder_.records();
    facts_.row.outcome = winner_of(end.score);
    facts_.row.hash = hash_of_game(start_, records, rules.seed, buffer_);
    builder_.accept(place_, facts_, std::as_bytes(records), sizeof(chess::Record),
                    [this](std::uint32_t ply) { return quiet_[ply]; });
  }

  data::BatchBuilder builder_;
  std::uint32_t source_;
  std::uint64_t begun_ = 0;
  data::Place place_;
  data::GameFacts facts_;
  std::optional<data::Refusal> refusal_;
  std::optional<std::string_view> filter_;
  bool has_utc_date_ = false;
  chess::Position start_;
  chess::Recorder recorder_;
  std::vector<bool> quiet_;  // by ply, if it is asked for
  std::string buffer_;
  chess::PgnParser parser_;
};

}  // namespace

ParserPtr pgn_parser(const FormatOptions& o, const data::Rules& rules, const data::Place& first) {
  return std::make_unique<PgnSource>(o, rules, first);
}

bool is_quiet(const chess::Position& p, chess::Move m) {
  if (p.is_check()) return false;
  if (m == chess::Move::none()) return true;
  const chess::Board& board = p.board();
  const bool is_pawn = board.kinds[chess::kPawn].contains(m.from());
  const bool takes = board.pieces(!p.turn()).contains(m.to()) ||
                     (is_pawn && chess::file_of(m.from()) != chess::file_of(m.to()));
  return !takes && !m.is_promotion();
}

std::uint64_t hash_of_game(const chess::Position& start, std::span<const chess::Record> records,
                           std::uint64_t seed, std::string& buffer) {
  buffer.clear();
  chess::append_fen(buffer, start);
  buffer += '\n';
  for (const chess::Record& r : records) {
    if (r.move == 0) continue;
    buffer.append(reinterpret_cast<const char*>(&r.move), sizeof r.move);
  }
  return io::xxh3(buffer, seed);
}

data::Winner winner_of(chess::Score s) {
  switch (s) {
    case chess::Score::kWhite:
      return data::Winner::kFirst;
    case chess::Score::kDraw:
      return data::Winner::kDraw;
    case chess::Score::kBlack:
      return data::Winner::kSecond;
    case chess::Score::kUnknown:
      break;
  }
  return data::Winner::kUnknown;
}

}  // namespace intarsia::games
