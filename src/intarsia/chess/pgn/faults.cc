#include <utility>

#include "intarsia/base/text.h"
#include "intarsia/chess/pgn/internal/state.h"

namespace intarsia::chess {

using internal::PgnTag;

void PgnParser::State::refuse(ErrorCode code, std::uint64_t offset, std::string detail) {
  refuse_at(code, {offset, scanner_.line_of(offset), number_}, std::move(detail));
}

void PgnParser::State::refuse_at(ErrorCode code, PgnPlace place, std::string detail) {
  if (std::exchange(is_refused_, true)) return;
  if (phase_ == kMoves) phase_ = kRest;
  visitor_.fault({code, place, ply_, true, std::move(detail)});
}

void PgnParser::State::refuse_tag(const PgnTag& tag) {
  if (tag.status == PgnTag::kTooLong) {
    refuse(ErrorCode::kLimit, tag.fault_offset,
           concat({"a tag value of more than ", binary_size(kMaxPgnTagBytes)}));
  } else if (tag.status == PgnTag::kUnclosed) {
    refuse(ErrorCode::kSyntax, tag.fault_offset, "a tag that is not closed");
  } else {
    refuse(ErrorCode::kSyntax, tag.fault_offset, "not a tag such as [White \"Anderssen\"]");
  }
}

void PgnParser::State::refuse_open_comment() {
  if (phase_ == kBetween) begin_game_at(comment_place());
  if (phase_ == kTags) end_tags();
  const std::uint64_t start = scanner_.comment_offset();
  const bool is_long = scanner_.offset() - start > kMaxPgnCommentBytes;
  refuse_at(is_long ? ErrorCode::kLimit : ErrorCode::kSyntax, comment_place(),
            concat({"a comment ",
                    is_long ? concat({"of more than ", binary_size(kMaxPgnCommentBytes), " "}) : "",
                    "that is not closed"}));
}

void PgnParser::State::refuse_open_variation() {
  refuse_at(ErrorCode::kSyntax, variation_, "a variation that is not closed");
}

void PgnParser::State::note(ErrorCode code, std::uint64_t offset, std::string detail) {
  note_at(code, {offset, scanner_.line_of(offset), number_}, std::move(detail));
}

void PgnParser::State::note_at(ErrorCode code, PgnPlace place, std::string detail) {
  if (notes_++ >= kMaxPgnNotes) return;
  visitor_.fault({code, place, ply_, false, std::move(detail)});
}

void PgnParser::State::note_comment(ErrorCode code, std::string detail) {
  note_at(code, comment_place(), std::move(detail));
}

PgnPlace PgnParser::State::comment_place() {
  return {scanner_.comment_offset(), scanner_.comment_line(), number_};
}

}  // namespace intarsia::chess
