#include "intarsia/chess/pgn/parser.h"

#include <utility>
#include <vector>

#include "intarsia/base/text.h"
#include "intarsia/chess/pgn/internal/state.h"

namespace intarsia::chess {

using internal::PgnHeader;
using internal::PgnTag;
using internal::PgnToken;

namespace {

bool is_utf16(std::string_view start) {
  return start.starts_with("\xff\xfe") || start.starts_with("\xfe\xff");
}

}  // namespace

void PgnParser::State::feed(std::string_view chunk) {
  tail_.feed(chunk, [this](std::string_view window) { return run(window, false); });
}

void PgnParser::State::finish() {
  const std::string last = tail_.take();
  run(last, true);
  if (scanner_.is_in_comment()) refuse_open_comment();
  if (phase_ != kBetween) end_game(std::nullopt, scanner_.offset());
}

bool PgnParser::State::is_border() const {
  if (!tail_.empty() || !scanner_.is_at_line_start() || is_start_ || is_unreadable_) {
    return false;
  }
  return phase_ != kTags || header_.has_event();
}

PgnPlace PgnParser::State::next_place() {
  return {scanner_.offset(), scanner_.line_of(scanner_.offset()), number_ + 1};
}

std::size_t PgnParser::State::run(std::string_view window, bool is_last) {
  scanner_.show(window, is_last);
  if (is_unreadable_) scanner_.drop_all();
  if (!is_start_ || take_start(window, is_last)) take_all();
  const std::size_t taken = scanner_.taken();
  scanner_.leave();
  return taken;
}

void PgnParser::State::take_all() {
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

bool PgnParser::State::take_start(std::string_view window, bool is_last) {
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

bool PgnParser::State::take(const PgnToken& token) {
  if (token.kind == PgnToken::kBracket) return take_bracket(token);
  if (token.kind == PgnToken::kComment) {
    take_comment(token);
    return true;
  }
  if (token.kind == PgnToken::kEscape) {
    const bool is_read = phase_ == kTags || (phase_ == kMoves && depth_ == 0);
    if (is_read) note(ErrorCode::kSyntax, token.offset, "a stray \\: skipped");
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

bool PgnParser::State::take_bracket(const PgnToken& token) {
  const bool is_moves = phase_ == kMoves || phase_ == kRest;
  if (is_moves && !token.is_line_start) {
    // Games without line ends between them: the first tag of another is hardly part of the moves.
    const auto is_event = scanner_.goes_on_with("[Event \"");
    if (!is_event) return false;
    if (*is_event) {
      end_game(std::nullopt, token.offset);
      return take_tag(token.offset);
    }
    if (phase_ == kMoves && depth_ == 0) {
      refuse(ErrorCode::kSyntax, token.offset, "a [ inside the moves");
    }
    scanner_.drop(1);
    return true;
  }
  if (is_moves) end_game(std::nullopt, token.offset);
  return take_tag(token.offset);
}

bool PgnParser::State::take_tag(std::uint64_t offset) {
  const PgnTag tag = scanner_.read_tag();
  if (tag.status == PgnTag::kMore) return false;
  const bool is_after_blank = scanner_.take_blank_line();
  if (phase_ == kTags && is_next_game(tag.name, is_after_blank)) {
    end_game(std::nullopt, offset);
  }
  if (phase_ == kBetween) begin_game(offset);
  if (header_.count() == kMaxPgnTags) {
    refuse(ErrorCode::kLimit, offset, concat({"more than ", std::to_string(kMaxPgnTags), " tags"}));
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

bool PgnParser::State::is_next_game(std::string_view name, bool is_after_blank) const {
  if (name == "Event") return header_.has_event();
  return is_after_blank && header_.has(name);
}

void PgnParser::State::begin_game(std::uint64_t offset) {
  begin_game_at({offset, scanner_.line_of(offset), number_});
}

void PgnParser::State::begin_game_at(PgnPlace place) {
  phase_ = kTags;
  depth_ = 0;
  ply_ = 0;
  notes_ = 0;
  is_refused_ = is_skipped_ = false;
  header_.clear();
  unkept_ = {};
  scanner_.take_passed();
  positions_[0] = Position{};
  place.game = ++number_;
  visitor_.begin_game(place);
}

void PgnParser::State::end_tags() {
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

void PgnParser::State::end_game(std::optional<Outcome> marker, std::uint64_t end,
                                std::uint64_t at) {
  if (phase_ == kTags) end_tags();
  if (phase_ == kMoves && depth_ > 0) refuse_open_variation();
  if (phase_ == kMoves) {
    if (!marker) {
      note(ErrorCode::kSyntax, end, "the moves end without a result");
    } else if (header_.outcome() && header_.outcome() != marker) {
      note(ErrorCode::kInvalid, at,
           concat({"the tag says ", pgn_result(*header_.outcome()), ", the moves end in ",
                   pgn_result(*marker)}));
    }
  }
  PgnEnd e;
  e.outcome = marker ? *marker : header_.outcome().value_or(Outcome::kUnknown);
  e.plies = ply_;
  e.is_refused = is_refused_;
  e.is_skipped = is_skipped_;
  e.offset = end;
  if (depth_ == 0) count_passed();
  e.unkept = unkept_;
  visitor_.end_game(e, position());
  phase_ = kBetween;
  scanner_.take_blank_line();
}

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

std::string_view pgn_result(Outcome s) {
  switch (s) {
    case Outcome::kFirst:
      return "1-0";
    case Outcome::kDraw:
      return "1/2-1/2";
    case Outcome::kSecond:
      return "0-1";
    case Outcome::kUnknown:
      break;
  }
  return "*";
}

}  // namespace intarsia::chess
