#include "intarsia/chess/pgn.h"

#include <algorithm>
#include <new>
#include <utility>
#include <vector>

#include "intarsia/base/text.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/internal/pgn_comment.h"
#include "intarsia/chess/internal/pgn_header.h"
#include "intarsia/chess/internal/pgn_scanner.h"
#include "intarsia/chess/san.h"
#include "intarsia/chess/transition.h"

namespace intarsia::chess {

namespace {

using internal::PgnHeader;
using internal::PgnScanner;
using internal::PgnTag;
using internal::PgnToken;

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

bool is_utf16(std::string_view start) {
  return start.starts_with("\xff\xfe") || start.starts_with("\xfe\xff");
}

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

class PgnParser::State {
 public:
  State(PgnVisitor& visitor, const PgnOptions& options, PgnPlace first)
      : visitor_(visitor),
        options_(options),
        scanner_(first.offset, first.line),
        is_start_(first.offset == 0),
        number_(first.game - 1) {
    scanner_.set_wants_comments(options.evals || options.clocks);
  }

  void feed(std::string_view chunk) {
    std::size_t used = 0;
    while (!kept_.empty() && used < chunk.size()) {
      // At least as many again, so that a long token costs linear time in pieces of any size.
      const std::size_t more =
          std::min(std::max<std::size_t>(kept_.size(), kStep), chunk.size() - used);
      const std::size_t before = kept_.size();
      kept_.append(chunk, used, more);
      used += more;
      const bool is_worth_trying = used < chunk.size() || kept_.size() >= 2 * tried_;
      if (!is_worth_trying) return;
      const std::size_t taken = run(kept_, false);
      if (taken >= before) {
        used -= kept_.size() - taken;
        kept_.clear();
      } else {
        kept_.erase(0, taken);
        tried_ = kept_.size();
      }
    }
    if (used == chunk.size()) return;
    const std::string_view rest = chunk.substr(used);
    keep(rest.substr(run(rest, false)));
  }

  void finish() {
    const std::string last = std::exchange(kept_, {});
    run(last, true);
    if (scanner_.is_in_comment()) refuse_open_comment();
    if (phase_ != kBetween) end_game(std::nullopt, scanner_.offset());
  }

  bool is_border() const {
    if (!kept_.empty() || !scanner_.is_at_line_start() || is_start_ || is_unreadable_) {
      return false;
    }
    return phase_ != kTags || header_.has_event();
  }

  PgnPlace next_place() {
    return {scanner_.offset(), scanner_.line_of(scanner_.offset()), number_ + 1};
  }

 private:
  enum Phase : std::uint8_t {
    kBetween,  // no game has begun
    kTags,
    kMoves,
    kRest,  // what follows until the game's end is not read: skipped or refused
  };

  static constexpr std::size_t kStep = 256;

  void keep(std::string_view tail) {
    kept_ = tail;
    tried_ = tail.size();
  }

  // Takes what is complete; answers how many bytes.
  std::size_t run(std::string_view window, bool is_last) {
    scanner_.show(window, is_last);
    if (is_unreadable_) scanner_.drop_all();
    if (!is_start_ || take_start(window, is_last)) take_all();
    const std::size_t taken = scanner_.taken();
    scanner_.leave();
    return taken;
  }

  void take_all() {
    while (true) {
      if (phase_ == kRest || depth_ > 0) {
        scanner_.skip_plain();
      } else if (phase_ == kMoves) {
        take_plain_moves();
      }
      const PgnToken token = scanner_.next();
      if (token.kind == PgnToken::kMore || !take(token)) return;
    }
  }

  // The first bytes of the input: a byte order mark, or an encoding that is none of ours. False
  // while more bytes are needed.
  bool take_start(std::string_view window, bool is_last) {
    if (window.size() < kByteOrderMark.size() && !is_last) return false;
    is_start_ = false;
    if (window.starts_with(kByteOrderMark)) scanner_.drop(kByteOrderMark.size());
    if (!is_utf16(window)) return true;
    begin_game(scanner_.offset());
    refuse(ErrorCode::kUnsupported, scanner_.offset(), "UTF-16 text: convert it to UTF-8");
    is_unreadable_ = true;
    scanner_.drop_all();
    return true;
  }

  // Most of what there is, without the detour over tokens and tolerance.
  void take_plain_moves() {
    while (ply_ < kMaxPgnPlies) {
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

  // False if the window ends inside it.
  bool take(const PgnToken& token) {
    if (token.kind == PgnToken::kBracket) return take_bracket(token);
    if (token.kind == PgnToken::kComment) {
      take_comment(token);
      return true;
    }
    if (phase_ == kBetween) {
      if (token.kind == PgnToken::kSymbol && token.text.starts_with(kByteOrderMark)) {
        scanner_.shorten_symbol(kByteOrderMark.size());
        return true;
      }
      begin_game_at({token.start, scanner_.start_line(token), number_});
    }
    if (phase_ == kTags) end_tags();
    if (token.kind == PgnToken::kOpen) {
      open_variation(token.offset);
    } else if (token.kind == PgnToken::kClose) {
      close_variation(token.offset);
    } else if (depth_ == 0) {
      take_main_line(token);
    }
    return true;
  }

  void take_main_line(const PgnToken& token) {
    if (token.kind == PgnToken::kResult) {
      end_game(token.score, token.offset + token.text.size(), token.offset);
    } else if (phase_ != kMoves) {
      return;
    } else if (token.kind == PgnToken::kSymbol) {
      take_move(token);
    } else if (token.kind == PgnToken::kLong) {
      refuse(ErrorCode::kLimit, token.offset, "a word of more than 255 bytes");
    } else {
      refuse(ErrorCode::kSyntax, token.offset, "a } without its {");
    }
  }

  void take_move(const PgnToken& token) {
    const Result<Move> m = read_san(position(), token.text);
    if (!m) return take_other(token, m.error());
    if (has_room(token.offset)) play(*m);
  }

  void play(Move m) {
    visitor_.move(position(), m);
    // Made in its place: a copy would load what was stored just now, in another shape.
    ::new (&positions_[(ply_ + 1) % 2]) Position(position().after(m));
    ++ply_;
  }

  const Position& position() const { return positions_[ply_ % 2]; }

  bool has_room(std::uint64_t offset) {
    if (ply_ < kMaxPgnPlies) return true;
    refuse(ErrorCode::kLimit, offset, "more than 65535 half-moves");
    return false;
  }

  void take_other(const PgnToken& token, const Error& as_move) {
    if (is_annotation(token.text)) return;
    if (is_null_move(token.text)) return take_null_move(token);
    Error e = as_move;
    e.detail += concat({" (", to_fen(position()), ")"});
    refuse(e.code, token.offset + e.offset, std::move(e.detail));
  }

  void take_null_move(const PgnToken& token) {
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

  void open_variation(std::uint64_t offset) {
    if (depth_++ > 0 || phase_ != kMoves) return;
    variation_ = {offset, scanner_.line_of(offset), number_};
  }

  void close_variation(std::uint64_t offset) {
    if (depth_ > 0) {
      --depth_;
    } else if (phase_ == kMoves) {
      note(ErrorCode::kSyntax, offset, "a ) without its (");
    }
  }

  void take_comment(const PgnToken& token) {
    if (phase_ == kBetween) return;
    if (phase_ == kTags) end_tags();
    if (phase_ != kMoves || depth_ > 0) return;
    if (token.is_too_long) {
      note_comment(ErrorCode::kLimit, "a comment of more than 1 MiB: skipped");
    } else if (!token.text.empty()) {
      take_commands(token.text);
    }
  }

  void take_commands(std::string_view comment) {
    if (!options_.evals && !options_.clocks) return;
    const auto tell = [&](bool is_wanted, std::string_view name, auto read, auto hear) {
      const auto text = is_wanted ? internal::find_command(comment, name) : std::nullopt;
      if (!text) return;
      if (const auto value = read(*text)) return hear(*value);
      note_comment(ErrorCode::kSyntax,
                   concat({in_quotes(*text), " is nothing that %", name, " could say"}));
    };
    tell(options_.evals, "eval", internal::read_eval, [&](auto v) { visitor_.eval(v); });
    tell(options_.clocks, "clk", internal::read_clock, [&](auto v) { visitor_.clock(v); });
  }

  bool take_bracket(const PgnToken& token) {
    const bool is_moves = phase_ == kMoves || phase_ == kRest;
    if (is_moves && !token.is_line_start) {
      if (phase_ == kMoves && depth_ == 0) {
        refuse(ErrorCode::kSyntax, token.offset, "a [ inside the moves");
      }
      scanner_.drop(1);
      return true;
    }
    if (is_moves) end_game(std::nullopt, token.offset);
    return take_tag(token.offset);
  }

  bool take_tag(std::uint64_t offset) {
    const PgnTag tag = scanner_.read_tag();
    if (tag.status == PgnTag::kMore) return false;
    const bool is_after_blank = scanner_.take_blank_line();
    if (phase_ == kTags && is_next_game(tag.name, is_after_blank)) {
      end_game(std::nullopt, offset);
    }
    if (phase_ == kBetween) begin_game(offset);
    if (header_.count() == kMaxPgnTags) {
      refuse(ErrorCode::kLimit, offset, "more than 1024 tags");
      return true;
    }
    const std::uint64_t line = PgnHeader::matters(tag.name) ? scanner_.line_of(offset) : 0;
    header_.add(tag.name, tag.value, tag.value_offset, line);
    if (tag.status == PgnTag::kRead) {
      visitor_.tag(tag.name, tag.value);
    } else {
      refuse_tag(tag);
    }
    return true;
  }

  // Tags that follow on tags without moves between: another game's, if they begin anew.
  bool is_next_game(std::string_view name, bool is_after_blank) const {
    if (name == "Event") return header_.has_event();
    return is_after_blank && header_.has(name);
  }

  void refuse_tag(const PgnTag& tag) {
    if (tag.status == PgnTag::kTooLong) {
      refuse(ErrorCode::kLimit, tag.fault_offset, "a tag value of more than 64 KiB");
    } else if (tag.status == PgnTag::kUnclosed) {
      refuse(ErrorCode::kSyntax, tag.fault_offset, "a tag that is not closed");
    } else {
      refuse(ErrorCode::kSyntax, tag.fault_offset, "not a tag such as [White \"Anderssen\"]");
    }
  }

  void begin_game(std::uint64_t offset) {
    begin_game_at({offset, scanner_.line_of(offset), number_});
  }

  void begin_game_at(PgnPlace place) {
    phase_ = kTags;
    depth_ = 0;
    ply_ = 0;
    notes_ = 0;
    is_refused_ = is_skipped_ = false;
    header_.clear();
    positions_[0] = Position{};
    place.game = ++number_;
    visitor_.begin_game(place);
  }

  void end_tags() {
    phase_ = kRest;
    if (is_refused_) return;
    std::vector<Error> notes;
    Result<Position> start = header_.start(options_.chess960, notes);
    const auto place = [&](const Error& e) {
      return PgnPlace{e.offset, header_.line_at(e.offset), number_};
    };
    if (!start) return refuse_at(start.error().code, place(start.error()), start.error().detail);
    for (const Error& e : notes) note_at(e.code, place(e), e.detail);
    positions_[0] = *start;
    is_skipped_ = !visitor_.end_tags(position());
    if (!is_skipped_) phase_ = kMoves;
  }

  // `marker`: the result behind the moves, at `at`.
  void end_game(std::optional<Score> marker, std::uint64_t end, std::uint64_t at = 0) {
    if (phase_ == kTags) end_tags();
    if (phase_ == kMoves && depth_ > 0) refuse_open_variation();
    if (phase_ == kMoves) {
      if (!marker) {
        note(ErrorCode::kSyntax, end, "the moves end without a result");
      } else if (header_.score() && header_.score() != marker) {
        note(ErrorCode::kInvalid, at,
             concat({"the tag says ", pgn_result(*header_.score()), ", the moves end in ",
                     pgn_result(*marker)}));
      }
    }
    PgnEnd e;
    e.score = marker ? *marker : header_.score().value_or(Score::kUnknown);
    e.plies = ply_;
    e.is_refused = is_refused_;
    e.is_skipped = is_skipped_;
    e.offset = end;
    visitor_.end_game(e, position());
    phase_ = kBetween;
    scanner_.take_blank_line();
  }

  void refuse_open_comment() {
    if (phase_ == kBetween) begin_game_at(comment_place());
    if (phase_ == kTags) end_tags();
    const std::uint64_t start = scanner_.comment_offset();
    const bool is_long = scanner_.offset() - start > kMaxPgnCommentBytes;
    refuse_at(is_long ? ErrorCode::kLimit : ErrorCode::kSyntax, comment_place(),
              is_long ? "a comment of more than 1 MiB that is not closed"
                      : "a comment that is not closed");
  }

  void refuse_open_variation() {
    refuse_at(ErrorCode::kSyntax, variation_, "a variation that is not closed");
  }

  void refuse(ErrorCode code, std::uint64_t offset, std::string detail) {
    refuse_at(code, {offset, scanner_.line_of(offset), number_}, std::move(detail));
  }

  void refuse_at(ErrorCode code, PgnPlace place, std::string detail) {
    if (std::exchange(is_refused_, true)) return;
    if (phase_ == kMoves) phase_ = kRest;
    visitor_.fault({code, place, ply_, true, std::move(detail)});
  }

  void note(ErrorCode code, std::uint64_t offset, std::string detail) {
    note_at(code, {offset, scanner_.line_of(offset), number_}, std::move(detail));
  }

  void note_comment(ErrorCode code, std::string detail) {
    note_at(code, comment_place(), std::move(detail));
  }

  PgnPlace comment_place() { return {scanner_.comment_offset(), scanner_.comment_line(), number_}; }

  void note_at(ErrorCode code, PgnPlace place, std::string detail) {
    if (notes_++ >= kMaxPgnNotes) return;
    visitor_.fault({code, place, ply_, false, std::move(detail)});
  }

  PgnVisitor& visitor_;
  PgnOptions options_;
  PgnScanner scanner_;
  std::string kept_;       // what the last window's end has cut
  std::size_t tried_ = 0;  // how much of it did not suffice

  Phase phase_ = kBetween;
  bool is_start_;
  bool is_unreadable_ = false;
  bool is_refused_ = false;
  bool is_skipped_ = false;
  int notes_ = 0;
  int ply_ = 0;
  std::uint64_t depth_ = 0;  // of variations
  std::uint64_t number_;
  PgnPlace variation_;
  PgnHeader header_;
  Position positions_[2];  // by turns: that after `ply_` moves, and the one before or after
};

PgnParser::PgnParser(PgnVisitor& visitor, const PgnOptions& options, PgnPlace first)
    : state_(std::make_unique<State>(visitor, options, first)) {}
PgnParser::~PgnParser() = default;

void PgnParser::feed(std::string_view chunk) { state_->feed(chunk); }
void PgnParser::finish() { state_->finish(); }
bool PgnParser::is_border() const { return state_->is_border(); }
PgnPlace PgnParser::next_place() const { return state_->next_place(); }

std::size_t last_game_start(std::string_view text) {
  const std::size_t at = text.rfind("\n[Event ");
  return at == text.npos ? 0 : at + 1;
}

std::string_view pgn_result(Score s) {
  switch (s) {
    case Score::kWhite:
      return "1-0";
    case Score::kDraw:
      return "1/2-1/2";
    case Score::kBlack:
      return "0-1";
    case Score::kUnknown:
      break;
  }
  return "*";
}

}  // namespace intarsia::chess
