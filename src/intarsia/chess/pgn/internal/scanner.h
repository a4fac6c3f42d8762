// PGN bytes to tokens, from windows that end anywhere.
//
// What means nothing to a reader of games never leaves the scanner: blanks, move
// numbers, NAGs, line comments, escaped lines. A token is handed out once enough bytes
// are there to know what it is, so windows of any size give the same tokens. What can
// be of any length (comments, blanks, skipped lines) is state, not text: the bytes that
// the caller must keep for the next window are bounded by the limits of pgn.h.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "intarsia/chess/pgn/parser.h"

namespace intarsia::chess::internal {

struct PgnToken {
  enum Kind : std::uint8_t {
    kMore,     // the window ends before the next token does
    kSymbol,   // a move, or what else stands there
    kLong,     // a symbol beyond the limit, whose rest is skipped
    kResult,   // `outcome`
    kComment,  // `text`, or nothing if it was too long
    kOpen,     // (
    kClose,    // )
    kBracket,  // [: read_tag comes next, or drop
    kStray,    // }
    kEscape,   // a backslash, which means nothing in PGN
  };

  Kind kind = kMore;
  Outcome outcome = Outcome::kUnknown;
  bool is_line_start = false;  // only blanks stand before it on its line
  bool is_too_long = false;    // a comment whose text is left out
  std::uint64_t offset = 0;    // of its first byte
  std::uint64_t start = 0;     // the same, or that of the move numbers before it
  std::string_view text;       // until the next call
};

struct PgnTag {
  enum Status : std::uint8_t { kMore, kRead, kUnclosed, kTooLong, kMalformed };

  Status status = kMore;
  std::string_view name;
  std::string_view value;          // without escapes
  std::uint64_t value_offset = 0;  // of its first byte
  std::uint64_t fault_offset = 0;
};

class PgnScanner {
 public:
  PgnScanner(std::uint64_t offset, std::uint64_t line)
      : window_offset_(offset), line_(line), counted_(offset) {}

  // Shows the bytes from `offset()` on. `is_last`: nothing follows them. They must stay until
  // `leave`.
  void show(std::string_view window, bool is_last);
  void leave();
  // The first byte that was not taken yet.
  std::uint64_t offset() const { return offset_of(at_); }
  std::size_t taken() const { return static_cast<std::size_t>(at_ - begin_); }

  // Comments are copied together if windows cut them, only when somebody wants their text.
  void set_wants_comments(bool wants) { wants_comments_ = wants; }

  PgnToken next();
  // The next token if it is a symbol with nothing but blanks and a move number before it, well
  // inside the window; else nothing is taken. What `next` would say, only sooner.
  std::string_view next_plain();
  // Gives such a symbol back.
  void put_back(std::string_view symbol) { at_ = symbol.data(); }
  // A comment, in the same way.
  std::optional<std::string_view> next_plain_comment();
  // Passes over moves and numbers up to the next token that could be something else.
  void skip_plain();

  // From a kBracket on; if it says kMore, again from there in the next window. After a fault the
  // rest of the line is skipped.
  PgnTag read_tag();
  // Whether the text goes on so; nothing while the window ends before that is known.
  std::optional<bool> goes_on_with(std::string_view text) const;
  void drop(std::size_t bytes) { at_ += bytes; }
  void drop_all() { at_ = end_; }
  // Gives back all but the first `bytes` of the symbol that was handed out last.
  void shorten_symbol(std::size_t bytes) { at_ -= symbol_bytes_ - bytes; }

  // What was passed over since the last call: NAGs, and comments to the end of their line.
  struct Passed {
    std::uint64_t nags = 0;
    std::uint64_t line_comments = 0;
  };
  Passed take_passed() { return std::exchange(passed_, {}); }

  // Line ends since the last call: two of a kind are a blank line.
  bool take_blank_line();

  bool is_in_comment() const { return is_in_comment_; }
  // Where the last comment began, in whatever window.
  std::uint64_t comment_offset() const { return comment_offset_; }
  std::uint64_t comment_line() {
    return comment_offset_ < window_offset_ ? comment_line_ : line_of(comment_offset_);
  }
  bool is_at_line_start() const { return is_line_start_ && !is_in_comment_ && !is_skipping_line_; }

  // The line of a token's `start`, which may lie in an earlier window.
  std::uint64_t start_line(const PgnToken& token) {
    return token.start < window_offset_ ? number_line_ : line_of(token.start);
  }
  // The line of a byte in the window; of bytes before the last one asked for, that one's.
  std::uint64_t line_of(std::uint64_t at);

 private:
  std::uint64_t offset_of(const char* p) const {
    return window_offset_ + static_cast<std::uint64_t>(p - begin_);
  }

  PgnToken take(PgnToken::Kind kind, const char* end);
  PgnToken take_comment();
  PgnToken take_symbol();
  void skip_blanks();
  bool skip_number();
  bool skip_nag();
  void skip_line();
  void skip_symbol();
  const char* end_of_symbol() const;
  bool read_plain_tag(PgnTag& tag);
  PgnTag give_up_tag(PgnTag tag, PgnTag::Status status, const char* at);

  const char* begin_ = nullptr;
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  std::uint64_t window_offset_;
  bool is_last_ = false;

  bool is_line_start_ = true;
  bool is_indented_ = false;  // the last blank was no line end
  bool is_skipping_line_ = false;
  bool is_skipping_symbol_ = false;
  int feeds_ = 0, returns_ = 0;
  Passed passed_;
  std::size_t symbol_bytes_ = 0;
  std::optional<std::uint64_t> number_offset_;  // of a move number before the next token
  std::uint64_t number_line_ = 0;

  bool wants_comments_ = false;
  bool is_in_comment_ = false;
  std::uint64_t comment_offset_ = 0;
  std::uint64_t comment_line_ = 0;
  std::string comment_;  // the part in earlier windows
  std::string value_;    // of the last tag

  std::uint64_t line_ = 1;
  std::uint64_t counted_;  // bytes up to here have their line ends in line_
  bool is_after_return_ = false;
};

}  // namespace intarsia::chess::internal
