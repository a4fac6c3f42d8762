#include "intarsia/chess/pgn/internal/scanner.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#ifdef INTARSIA_PEXT
#include <immintrin.h>
#endif

#include "intarsia/base/text.h"

namespace intarsia::chess::internal {

namespace {

enum ByteKind : std::uint8_t { kInSymbol, kIsBlank, kIsMark };

constexpr auto kByteKinds = [] {
  std::array<ByteKind, 256> kinds{};
  for (const char c : {' ', '\t', '\n', '\v', '\f', '\r'}) {
    kinds[static_cast<unsigned char>(c)] = kIsBlank;
  }
  for (const char c : {'{', '}', '(', ')', '[', ';', '*', '$', '\\'}) {
    kinds[static_cast<unsigned char>(c)] = kIsMark;
  }
  return kinds;
}();

ByteKind kind_of(char c) { return kByteKinds[static_cast<unsigned char>(c)]; }

constexpr bool is_line_end(char c) { return c == '\n' || c == '\r'; }

std::optional<Outcome> result_from(std::string_view text) {
  if (text == "1-0") return Outcome::kFirst;
  if (text == "0-1") return Outcome::kSecond;
  if (text == "1/2-1/2" || text == "1/2") return Outcome::kDraw;
  return std::nullopt;
}

constexpr bool is_letter(char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }

// Bytes that `skip_plain` must look at: the marks of comments, variations, tags and escapes, and what
// results are made of.
constexpr bool is_telling(char c) {
  return c == '{' || c == '(' || c == ')' || c == '[' || c == ';' || c == '*' || c == '-' ||
         c == '/' || c == '%' || c == '$';
}

// The first telling byte, or `end`.
const char* find_telling(const char* p, const char* end) {
#ifdef INTARSIA_PEXT
  // A byte is known by the rows of its two halves: `low` has a bit for each high half that, with
  // this low half, is wanted.
  //   2x: $ % ( ) * - /   3x: ;   5x: [   7x: {
  const __m256i low = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(0, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 2 | 4 | 8, 0, 1, 0, 1));
  const __m256i high =
      _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 0, 1, 2, 0, 4, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0));
  const __m256i half = _mm256_set1_epi8(15);
  for (; end - p >= 32; p += 32) {
    const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
    const __m256i by_low = _mm256_shuffle_epi8(low, _mm256_and_si256(bytes, half));
    const __m256i by_high =
        _mm256_shuffle_epi8(high, _mm256_and_si256(_mm256_srli_epi16(bytes, 4), half));
    const __m256i none =
        _mm256_cmpeq_epi8(_mm256_and_si256(by_low, by_high), _mm256_setzero_si256());
    const auto found = ~static_cast<unsigned>(_mm256_movemask_epi8(none));
    if (found != 0) return p + std::countr_zero(found);
  }
#endif
  return std::find_if(p, end, is_telling);
}

// The end of a comment, or nothing. Most are short: a call costs more than the search.
const char* find_close(const char* p, const char* end) {
#ifdef INTARSIA_PEXT
  for (int i = 0; i < 4 && end - p >= 32; ++i, p += 32) {
    const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
    const auto found = static_cast<unsigned>(
        _mm256_movemask_epi8(_mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('}'))));
    if (found != 0) return p + std::countr_zero(found);
  }
#endif
  return static_cast<const char*>(std::memchr(p, '}', static_cast<std::size_t>(end - p)));
}

// How many of the next eight bytes come before the first blank or control byte; 8 if there is none.
std::size_t bytes_before_blank(const char* p) {
  std::uint64_t bytes;
  std::memcpy(&bytes, p, sizeof bytes);
  constexpr std::uint64_t kOnes = 0x0101'0101'0101'0101;
  const std::uint64_t found = (bytes - kOnes * 0x21) & ~bytes & kOnes << 7;
  return found == 0 ? 8 : static_cast<std::size_t>(std::countr_zero(found)) / 8;
}

// e8(Q): a bracket that begins no variation. `p` stands on it, with two bytes behind.
bool is_promotion_bracket(const char* p) {
  const char piece = static_cast<char>(p[1] & ~0x20);
  return (p[-1] == '8' || p[-1] == '1') && p[2] == ')' &&
         (piece == 'Q' || piece == 'R' || piece == 'B' || piece == 'N');
}

}  // namespace

void PgnScanner::show(std::string_view window, bool is_last) {
  begin_ = at_ = window.data();
  end_ = begin_ + window.size();
  is_last_ = is_last;
}

void PgnScanner::leave() {
  if (number_offset_ && *number_offset_ >= window_offset_) number_line_ = line_of(*number_offset_);
  if (is_in_comment_ && comment_offset_ >= window_offset_) comment_line_ = line_of(comment_offset_);
  line_of(offset());
  window_offset_ = offset();
  begin_ = at_ = end_ = nullptr;
}

PgnToken PgnScanner::next() {
  while (true) {
    if (is_in_comment_) return take_comment();
    if (is_skipping_line_) skip_line();
    if (is_skipping_symbol_) skip_symbol();
    skip_blanks();
    if (at_ == end_) return {};
    switch (*at_) {
      case '{':
        is_in_comment_ = true;
        is_line_start_ = false;
        comment_offset_ = offset();
        comment_.clear();
        ++at_;
        break;
      case '}':
        return take(PgnToken::kStray, at_ + 1);
      case '\\':
        return take(PgnToken::kEscape, at_ + 1);
      case '(':
        return take(PgnToken::kOpen, at_ + 1);
      case ')':
        return take(PgnToken::kClose, at_ + 1);
      case '[':
        return take(PgnToken::kBracket, at_);
      case '*':
        return take(PgnToken::kResult, at_ + 1);
      case ';':
        ++passed_.line_comments;
        is_skipping_line_ = true;
        break;
      case '$':
        if (!skip_nag()) return {};
        break;
      case '.':
        ++at_;
        is_line_start_ = false;
        break;
      case '%':
        if (!is_line_start_ || is_indented_) return take_symbol();
        is_skipping_line_ = true;
        break;
      default:
        if (!is_digit(*at_) || !skip_number()) return take_symbol();
    }
  }
}

std::string_view PgnScanner::next_plain() {
  // Longer ones, and any that the window may cut, go the slow way.
  constexpr int kMostBytes = 32;
  const char* p = at_;
  if (is_in_comment_ || is_skipping_line_ || is_skipping_symbol_) return {};
  if (end_ - p < kMostBytes) return {};
  const char* stop = end_ - kMostBytes;
  while (p < stop && (*p == ' ' || *p == '\n')) ++p;
  if (p < stop && is_digit(*p)) {
    while (p < stop && is_digit(*p)) ++p;
    if (p >= stop || *p != '.') return {};
    while (p < stop && *p == '.') ++p;
    while (p < stop && *p == ' ') ++p;
  }
  if (p >= stop || !is_letter(*p)) return {};
  const char* q = p + bytes_before_blank(p);
  if (*q != ' ' && *q != '\n' && *q != '\r') return {};
  at_ = q;
  is_line_start_ = false;
  return {p, static_cast<std::size_t>(q - p)};
}

std::optional<std::string_view> PgnScanner::next_plain_comment() {
  const char* p = at_;
  while (p != end_ && (*p == ' ' || *p == '\n')) ++p;
  if (p == end_ || *p != '{') return std::nullopt;
  if (is_in_comment_ || is_skipping_line_ || is_skipping_symbol_) return std::nullopt;
  const auto bytes = std::min(static_cast<std::size_t>(end_ - p), kMaxPgnCommentBytes);
  const char* const close = find_close(p, p + bytes);
  if (close == nullptr) return std::nullopt;
  comment_offset_ = offset_of(p);
  at_ = close + 1;
  is_line_start_ = false;
  number_offset_.reset();
  return std::string_view(p + 1, static_cast<std::size_t>(close - p - 1));
}

void PgnScanner::skip_plain() {
  if (is_in_comment_ || is_skipping_line_ || is_skipping_symbol_) return;
  const char* p = find_telling(at_, end_);
  // Back to where its word begins, and to whether a line does.
  while (p != at_ && kind_of(p[-1]) == kInSymbol) --p;
  const char* blanks = p;
  while (blanks != at_ && kind_of(blanks[-1]) == kIsBlank && !is_line_end(blanks[-1])) --blanks;
  if (blanks != at_) is_line_start_ = is_line_end(blanks[-1]);
  if (p != at_) is_indented_ = blanks != p;
  at_ = p;
}

PgnToken PgnScanner::take(PgnToken::Kind kind, const char* end) {
  PgnToken token;
  token.kind = kind;
  token.is_line_start = is_line_start_;
  token.offset = offset();
  token.start = number_offset_.value_or(token.offset);
  number_offset_.reset();
  token.text = {at_, static_cast<std::size_t>(end - at_)};
  is_line_start_ = is_line_start_ && end == at_;
  at_ = end;
  return token;
}

void PgnScanner::skip_blanks() {
  for (; at_ != end_ && kind_of(*at_) == kIsBlank; ++at_) {
    is_indented_ = !is_line_end(*at_);
    if (is_indented_) continue;
    is_line_start_ = true;
    ++(*at_ == '\n' ? feeds_ : returns_);
  }
}

std::optional<bool> PgnScanner::goes_on_with(std::string_view text) const {
  const std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
  if (rest.size() < text.size() && !is_last_ && text.starts_with(rest)) return std::nullopt;
  return rest.starts_with(text);
}

void PgnScanner::skip_line() {
  at_ = std::find_if(at_, end_, is_line_end);
  is_skipping_line_ = at_ == end_;
}

void PgnScanner::skip_symbol() {
  at_ = std::find_if(at_, end_, [](char c) { return kind_of(c) != kInSymbol; });
  is_skipping_symbol_ = at_ == end_;
}

bool PgnScanner::take_blank_line() {
  const bool is_blank = feeds_ > 1 || returns_ > 1;
  feeds_ = returns_ = 0;
  return is_blank;
}

PgnToken PgnScanner::take_comment() {
  const auto* close =
      static_cast<const char*>(std::memchr(at_, '}', static_cast<std::size_t>(end_ - at_)));
  const char* stop = close == nullptr ? end_ : close;
  const std::uint64_t bytes = offset_of(stop) - comment_offset_ - 1;
  const bool is_too_long = bytes > kMaxPgnCommentBytes;
  std::string_view text(at_, static_cast<std::size_t>(stop - at_));
  const bool is_cut = close == nullptr || !comment_.empty();
  if (!wants_comments_ || is_too_long) {
    text = {};
    comment_.clear();
  } else if (is_cut) {
    comment_ += text;
    text = comment_;
  }
  at_ = stop;
  if (close == nullptr) return {};
  is_in_comment_ = false;
  PgnToken token = take(PgnToken::kComment, close + 1);
  token.offset = token.start = comment_offset_;
  token.text = text;
  token.is_too_long = is_too_long;
  return token;
}

// The end of the symbol that begins here; nothing while more bytes could change it.
const char* PgnScanner::end_of_symbol() const {
  const char* p = at_;
  while (true) {
    while (p != end_ && kind_of(*p) == kInSymbol) ++p;
    if (p - at_ > static_cast<std::ptrdiff_t>(kMaxPgnTokenBytes)) return p;
    if (p == end_) return is_last_ ? p : nullptr;
    if (*p != '(' || p == at_) return p;
    if (end_ - p < 3) return is_last_ ? p : nullptr;
    if (!is_promotion_bracket(p)) return p;
    p += 3;
  }
}

PgnToken PgnScanner::take_symbol() {
  const char* end = end_of_symbol();
  if (end == nullptr) return {};
  symbol_bytes_ = static_cast<std::size_t>(end - at_);
  if (symbol_bytes_ > kMaxPgnTokenBytes) {
    is_skipping_symbol_ = true;
    return take(PgnToken::kLong, at_ + kMaxPgnTokenBytes + 1);
  }
  PgnToken token = take(PgnToken::kSymbol, end);
  if (is_digit(token.text[0])) {
    if (const auto outcome = result_from(token.text)) {
      token.kind = PgnToken::kResult;
      token.outcome = *outcome;
    }
  }
  return token;
}

// A move number, unless the digits are the start of something else: a result, a castling, a null
// move, or too many.
bool PgnScanner::skip_number() {
  const char* p = std::find_if_not(at_, end_, is_digit);
  if (p - at_ > static_cast<std::ptrdiff_t>(kMaxPgnTokenBytes)) return false;
  if (p == end_ ? !is_last_ : *p == '-' || *p == '/') return false;
  const bool is_null_move = std::string_view(at_, static_cast<std::size_t>(p - at_)) == "0000";
  if (is_null_move && (p == end_ || *p != '.')) return false;
  if (!number_offset_) number_offset_ = offset();
  at_ = p;
  is_line_start_ = false;
  return true;
}

bool PgnScanner::skip_nag() {
  const char* p = at_ + 1;
  if (p != end_ && *p == '-') ++p;
  p = std::find_if_not(p, end_, is_digit);
  const bool is_long = p - at_ > static_cast<std::ptrdiff_t>(kMaxPgnTokenBytes);
  if (p == end_ && !is_last_ && !is_long) return false;
  at_ = is_long ? at_ + kMaxPgnTokenBytes : p;
  is_skipping_symbol_ = is_long;
  is_line_start_ = false;
  ++passed_.nags;
  return true;
}

std::uint64_t PgnScanner::line_of(std::uint64_t at) {
  if (at <= counted_) return line_;
  const std::string_view text(begin_ + (counted_ - window_offset_),
                              static_cast<std::size_t>(at - counted_));
  if (is_after_return_ && text[0] == '\n') --line_;
  line_ += static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  for (std::size_t p = text.find('\r'); p != text.npos; p = text.find('\r', p + 1)) {
    line_ += p + 1 == text.size() || text[p + 1] != '\n' ? 1 : 0;
  }
  is_after_return_ = text.back() == '\r';
  counted_ = at;
  return line_;
}

}  // namespace intarsia::chess::internal
