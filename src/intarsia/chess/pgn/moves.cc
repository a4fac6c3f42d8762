#include <new>
#include <utility>

#include "intarsia/base/text.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/pgn/internal/comment.h"
#include "intarsia/chess/pgn/internal/state.h"
#include "intarsia/chess/san.h"
#include "intarsia/chess/transition/transition.h"

namespace intarsia::chess {

using internal::PgnToken;

namespace {

// The word of annotators that stands alone: !?, +-, =, e.p. Says nothing about what is played.
bool is_annotation(std::string_view text) {
  constexpr std::string_view kMarks = "!?+-=/~#";
  if (text == "e.p." || text == "ep") return true;
  return text != "--" && text.find_first_not_of(kMarks) == text.npos;
}

bool is_null_move(std::string_view text) {
  return text == "--" || text == "Z0" || text == "0000" || text == "@@@@";
}

}  // namespace

void PgnParser::State::play(Move m) {
  visitor_.move(position(), m);
  // Made in its place: a copy would load what was stored just now, in another shape.
  ::new (&positions_[(ply_ + 1) % 2]) Position(position().after(m));
  ++ply_;
}

void PgnParser::State::take_plain_moves() {
  while (ply_ < kMaxPlies) {
    const std::string_view text = scanner_.next_plain();
    if (text.empty()) {
      const auto comment = scanner_.next_plain_comment();
      if (!comment) return;
      take_commands(*comment);
      continue;
    }
    const Move m = read_plain_san(position(), text);
    if (m == Move::none()) return scanner_.put_back(text);
    play(m);
  }
}

void PgnParser::State::take_main_line(const PgnToken& token) {
  if (token.kind == PgnToken::kResult) {
    end_game(token.outcome, token.offset + token.text.size(), token.offset);
  } else if (phase_ != kMoves) {
    return;
  } else if (token.kind == PgnToken::kSymbol) {
    take_move(token);
  } else if (token.kind == PgnToken::kLong) {
    refuse(ErrorCode::kLimit, token.offset,
           concat({"a word of more than ", binary_size(kMaxPgnTokenBytes)}));
  } else {
    refuse(ErrorCode::kSyntax, token.offset, "a } without its {");
  }
}

void PgnParser::State::take_move(const PgnToken& token) {
  const Result<Move> m = read_san(position(), token.text);
  if (!m) return take_other(token, m.error());
  if (token.text.ends_with('!') || token.text.ends_with('?')) ++unkept_.marks;
  if (has_room(token.offset)) play(*m);
}

bool PgnParser::State::has_room(std::uint64_t offset) {
  if (ply_ < kMaxPlies) return true;
  refuse(ErrorCode::kLimit, offset,
         concat({"more than ", std::to_string(kMaxPlies), " half-moves"}));
  return false;
}

void PgnParser::State::take_other(const PgnToken& token, const Error& as_move) {
  if (is_annotation(token.text)) {
    ++unkept_.marks;
    return;
  }
  if (is_null_move(token.text)) return take_null_move(token);
  Error e = as_move;
  e.detail += concat({" (", to_fen(position()), ")"});
  refuse(e.code, token.offset + e.offset, std::move(e.detail));
}

void PgnParser::State::take_null_move(const PgnToken& token) {
  if (!options_.null_moves) {
    return refuse(ErrorCode::kUnsupported, token.offset,
                  concat({"a null move, ", in_quotes(token.text)}));
  }
  const auto step = Transition::null_move(position());
  if (!step) return refuse(step.error().code, token.offset, step.error().detail);
  if (!has_room(token.offset)) return;
  visitor_.move(position(), Move::none());
  positions_[(ply_ + 1) % 2] = step->apply(position());
  ++ply_;
}

void PgnParser::State::count_passed() {
  const auto passed = scanner_.take_passed();
  unkept_.marks += passed.nags;
  if (options_.comments) unkept_.comments += passed.line_comments;
}

void PgnParser::State::open_variation(std::uint64_t offset) {
  if (depth_++ > 0 || phase_ != kMoves) return;
  count_passed();
  ++unkept_.variations;
  variation_ = {offset, scanner_.line_of(offset), number_};
}

void PgnParser::State::close_variation(std::uint64_t offset) {
  if (depth_ > 0) {
    if (--depth_ == 0) scanner_.take_passed();  // it went with the variation
  } else if (phase_ == kMoves) {
    note(ErrorCode::kSyntax, offset, "a ) without its (");
  }
}

void PgnParser::State::take_comment(const PgnToken& token) {
  if (phase_ == kBetween) return;
  if (phase_ == kTags) end_tags();
  if (phase_ != kMoves || depth_ > 0) return;
  if (token.is_too_long) {
    note_comment(ErrorCode::kLimit, concat({"a comment of more than ",
                                            binary_size(kMaxPgnCommentBytes), ": skipped"}));
    if (options_.comments) ++unkept_.comments;
  } else if (!token.text.empty()) {
    take_commands(token.text);
  }
}

void PgnParser::State::take_commands(std::string_view comment) {
  if (options_.comments) {
    const std::string words = internal::without_commands(comment);
    if (!words.empty()) visitor_.comment(words);
    if (internal::says_more(comment)) ++unkept_.comments;
  }
  if (!options_.evals && !options_.clocks) return;
  const auto tell = [&](bool is_wanted, std::string_view name, auto read, auto hear) {
    const auto text = is_wanted ? internal::find_command(comment, name) : std::nullopt;
    if (!text) return;
    if (const auto value = read(*text)) return hear(*value, *text);
    note_comment(ErrorCode::kSyntax,
                 concat({in_quotes(*text), " is nothing that %", name, " could say"}));
  };
  tell(options_.evals, "eval", internal::read_eval, [&](auto v, std::string_view text) {
    if (internal::is_beyond_range(text)) {
      note_comment(ErrorCode::kLimit, concat({"the evaluation ", text, " is read as ",
                                              internal::eval_text(v), ", the most that is kept"}));
    }
    visitor_.eval(v);
  });
  tell(options_.clocks, "clk", internal::read_clock,
       [&](auto v, std::string_view) { visitor_.clock(v); });
}

}  // namespace intarsia::chess
