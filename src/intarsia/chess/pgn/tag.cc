// One tag pair, [Name "value"], as tolerantly as it can be read without guessing.

#include <algorithm>
#include <array>

#include "intarsia/chess/pgn/internal/scanner.h"

namespace intarsia::chess::internal {

namespace {

// No tag is longer, whatever blanks and escapes it has: what must be kept while its end is unknown.
constexpr std::size_t kMaxRawBytes = 2 * kMaxPgnTagBytes + 4'096;

constexpr bool is_line_end(char c) { return c == '\n' || c == '\r'; }
constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }

constexpr auto kInName = [] {
  std::array<bool, 256> in_name{};
  for (unsigned c = 0; c < 128; ++c) {
    in_name[c] = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }
  for (const char c : {'_', '+', '#', '=', ':', '-'}) in_name[static_cast<unsigned char>(c)] = true;
  return in_name;
}();
bool is_in_name(char c) { return kInName[static_cast<unsigned char>(c)]; }

// Walks over one tag. Where the text ends before the answer is known, `is_open` says so.
class TagReader {
 public:
  TagReader(const char* begin, const char* end, bool is_last)
      : at_(begin + 1), end_(end), is_last_(is_last) {}

  bool is_open() const { return is_open_; }
  const char* at() const { return at_; }

  std::string_view name() {
    skip([](char c) { return is_blank(c) || is_line_end(c); });
    const char* start = at_;
    skip(is_in_name);
    const std::string_view text(start, static_cast<std::size_t>(at_ - start));
    is_open_ |= at_ == end_;
    return text.size() <= kMaxPgnTokenBytes ? text : std::string_view{};
  }

  bool opening_quote() {
    skip([](char c) { return is_blank(c) || is_line_end(c); });
    is_open_ |= at_ == end_;
    if (is_open_ || *at_ != '"') return false;
    ++at_;
    return true;
  }

  // Up to the closing quote and bracket. False where the line ends, and with it the tag; or, with
  // more than the limit in `out`, at once.
  bool value(std::string& out) {
    out.clear();
    while (true) {
      const char* start = at_;
      skip([](char c) { return c != '"' && c != '\\' && !is_line_end(c); });
      out.append(start, at_);
      if (out.size() > kMaxPgnTagBytes) return false;
      if (at_ == end_) return open();
      if (is_line_end(*at_) ? !line_end(out) : *at_ == '"' ? quote(out) : escape(out)) {
        return is_closed_;
      }
    }
  }

 private:
  template <class Wanted>
  void skip(Wanted wanted) {
    at_ = std::find_if_not(at_, end_, wanted);
  }

  bool open() {
    is_open_ = true;
    return false;
  }

  // A value goes on in the next line, with a blank between, unless a tag or a blank line comes.
  // False ends the tag.
  bool line_end(std::string& out) {
    const char* p = at_ + 1;
    if (*at_ == '\r' && p != end_ && *p == '\n') ++p;
    if (p == end_) return open();
    if (*p == '[' || is_line_end(*p)) return false;
    out += ' ';
    at_ = p;
    return true;
  }

  // A quote that no bracket follows is one that somebody forgot to escape. True ends the tag.
  bool quote(std::string& out) {
    const char* p = std::find_if_not(at_ + 1, end_, is_blank);
    if (p == end_) return !open();
    if (*p == ']') return close(p);
    out += '"';
    ++at_;
    return false;
  }

  // \" before the bracket that ends the line is a value's last backslash and the closing quote.
  bool escape(std::string& out) {
    if (at_ + 1 == end_) return !open();
    if (at_[1] == '"') {
      const char* p = std::find_if_not(at_ + 2, end_, is_blank);
      if (p == end_) return !open();
      const char* after = *p == ']' ? std::find_if_not(p + 1, end_, is_blank) : p;
      if (*p == ']' && after == end_ && !is_last_) return !open();
      if (*p == ']' && (after == end_ || is_line_end(*after))) {
        out += '\\';
        return close(p);
      }
    }
    const bool is_escape = at_[1] == '"' || at_[1] == '\\';
    out += is_escape ? at_[1] : '\\';
    at_ += is_escape ? 2 : 1;
    return false;
  }

  bool close(const char* bracket) {
    at_ = bracket + 1;
    return is_closed_ = true;
  }

  const char* at_;
  const char* end_;
  bool is_last_;
  bool is_open_ = false;
  bool is_closed_ = false;
};

}  // namespace

// What follows a fault on its line belongs to it; a tag on the next line does not.
PgnTag PgnScanner::give_up_tag(PgnTag tag, PgnTag::Status status, const char* at) {
  tag.status = status;
  tag.fault_offset = status == PgnTag::kMalformed ? offset_of(at) : offset();
  const bool is_next_tag = at != end_ && *at == '[';
  is_line_start_ = is_next_tag;
  is_skipping_line_ = !is_next_tag;
  at_ = at;
  return tag;
}

// [Name "value"] as programs write it, all of it in the window.
bool PgnScanner::read_plain_tag(PgnTag& tag) {
  const char* p = at_ + 1;
  while (p != end_ && is_in_name(*p)) ++p;
  const auto name_bytes = static_cast<std::size_t>(p - at_ - 1);
  if (name_bytes == 0 || name_bytes > kMaxPgnTokenBytes) return false;
  if (end_ - p < 2 || p[0] != ' ' || p[1] != '"') return false;
  const char* value = p += 2;
  while (p != end_ && *p != '"' && *p != '\\' && !is_line_end(*p)) ++p;
  const auto value_bytes = static_cast<std::size_t>(p - value);
  if (end_ - p < 2 || p[0] != '"' || p[1] != ']' || value_bytes > kMaxPgnTagBytes) return false;
  tag.status = PgnTag::kRead;
  tag.name = {at_ + 1, name_bytes};
  tag.value = {value, value_bytes};
  tag.value_offset = offset_of(value);
  at_ = p + 2;
  is_line_start_ = false;
  return true;
}

PgnTag PgnScanner::read_tag() {
  PgnTag tag;
  if (read_plain_tag(tag)) return tag;
  const std::size_t shown = static_cast<std::size_t>(end_ - at_);
  const bool is_cut = shown >= kMaxRawBytes;
  TagReader reader(at_, is_cut ? at_ + kMaxRawBytes : end_, is_last_ && !is_cut);
  tag.name = reader.name();
  const bool has_value = !tag.name.empty() && !reader.is_open() && reader.opening_quote();
  tag.value_offset = offset_of(reader.at());
  const bool is_read = has_value && reader.value(value_);
  if (has_value && value_.size() > kMaxPgnTagBytes)
    return give_up_tag(tag, PgnTag::kTooLong, at_ + 1);
  if (reader.is_open() && is_cut) return give_up_tag(tag, PgnTag::kTooLong, at_ + 1);
  if (reader.is_open() && !is_last_) return {};
  if (!has_value && !reader.is_open()) return give_up_tag(tag, PgnTag::kMalformed, reader.at());
  if (!is_read) return give_up_tag(tag, PgnTag::kUnclosed, reader.at());
  tag.status = PgnTag::kRead;
  tag.value = value_;
  at_ = reader.at();
  is_line_start_ = false;
  return tag;
}

}  // namespace intarsia::chess::internal
