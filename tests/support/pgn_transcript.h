// Everything that a PGN parser tells, as text: two readings are the same if their transcripts are.

#pragma once

#include <string>
#include <string_view>

#include "intarsia/base/text.h"
#include "intarsia/chess/pgn/parser.h"
#include "intarsia/chess/uci.h"

namespace intarsia::test {

class PgnTranscript : public chess::PgnVisitor {
 public:
  std::string text;

  void begin_game(const chess::PgnPlace& place) override { line({"game ", at(place)}); }
  void tag(std::string_view name, std::string_view value) override {
    line({"tag ", name, "=", value});
  }
  bool end_tags(const chess::Position& start) override {
    line({"start ", hex16(start.key())});
    return true;
  }
  void move(const chess::Position& before, chess::Move m) override {
    line({"move ", m == chess::Move::none() ? "null" : chess::to_uci(before, m)});
  }
  void eval(std::int16_t eval) override { line({"eval ", std::to_string(eval)}); }
  void clock(double seconds) override { line({"clock ", short_number(seconds, 12)}); }
  void comment(std::string_view said) override { line({"comment ", said}); }
  void fault(const chess::PgnFault& f) override {
    line({f.is_refusal ? "refused " : "note ", name(f.code), " ", at(f.place), " ply ",
          std::to_string(f.ply), ": ", f.detail});
  }
  void end_game(const chess::PgnEnd& end, const chess::Position& last) override {
    line({"end ", chess::pgn_result(end.outcome), " ", std::to_string(end.plies), " ",
          std::to_string(end.offset), " ", hex16(last.key()), end.is_refused ? " refused" : "",
          end.is_skipped ? " skipped" : "", " unkept ", std::to_string(end.unkept.comments), " ",
          std::to_string(end.unkept.variations), " ", std::to_string(end.unkept.marks)});
  }

 private:
  static std::string at(const chess::PgnPlace& p) {
    return concat(
        {std::to_string(p.game), "@", std::to_string(p.offset), ":", std::to_string(p.line)});
  }
  void line(std::initializer_list<std::string_view> parts) { text += concat(parts) + "\n"; }
};

// Hears everything there is.
inline constexpr chess::PgnOptions kAllPgn = {.evals = true, .clocks = true, .comments = true};

// Fed in pieces of the given size.
inline std::string transcript(std::string_view pgn, std::size_t piece = std::string_view::npos,
                              const chess::PgnOptions& options = kAllPgn) {
  PgnTranscript t;
  chess::PgnParser parser(t, options);
  for (std::size_t at = 0; at < pgn.size();) {
    const std::string_view chunk = pgn.substr(at, piece);
    // Its own memory, so that a look past the end is seen by the sanitizers.
    const std::string copy(chunk);
    parser.feed(copy);
    at += chunk.size();
  }
  parser.finish();
  return std::move(t.text);
}

}  // namespace intarsia::test
