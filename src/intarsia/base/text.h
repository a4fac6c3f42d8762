// Reading text byte by byte, and the few ways in which the core writes it.

#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "intarsia/base/result.h"

namespace intarsia {

// A place in a text. Bytes are plain chars: a reader that meets UTF-8 sees bytes above 127.
class TextCursor {
 public:
  explicit constexpr TextCursor(std::string_view text) : text_(text) {}

  constexpr std::size_t offset() const { return offset_; }
  constexpr bool at_end() const { return offset_ == text_.size(); }
  constexpr std::string_view rest() const { return text_.substr(offset_); }

  // The byte here, or NUL at the end: a real NUL is told apart by `at_end`.
  constexpr char peek() const { return at_end() ? '\0' : text_[offset_]; }

  constexpr bool take_if(char c) {
    if (at_end() || text_[offset_] != c) return false;
    ++offset_;
    return true;
  }

  // The next `size` bytes, which must be there.
  constexpr std::string_view take(std::size_t size) {
    offset_ += size;
    return text_.substr(offset_ - size, size);
  }

  template <std::predicate<char> Wanted>
  constexpr std::string_view take_while(Wanted wanted) {
    const std::size_t start = offset_;
    while (!at_end() && wanted(text_[offset_])) ++offset_;
    return text_.substr(start, offset_ - start);
  }

  static constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }
  constexpr void skip_blanks() { take_while(is_blank); }

  // The next run of bytes that are not blank, after skipping blanks; empty at the end.
  constexpr std::string_view word() {
    skip_blanks();
    return take_while([](char c) { return !is_blank(c); });
  }

  Error fail(ErrorCode code, std::string detail) const {
    return Error{code, offset_, std::move(detail)};
  }

 private:
  std::string_view text_;
  std::size_t offset_ = 0;
};

// What never matters around a text: programs hand over lines with their ends, people paste.
inline constexpr std::string_view kSpace = " \t\r\n\v\f";

// How every reader of a line or a link begins: at the first byte that is no white space, with none at
// the end either. Offsets stay those of the line.
constexpr TextCursor cursor_on(std::string_view line) {
  TextCursor in(line.substr(0, line.find_last_not_of(kSpace) + 1));  // none: npos + 1 is 0
  in.take_while([](char c) { return kSpace.find(c) != std::string_view::npos; });
  return in;
}

// What some programs put before UTF-8 text. It says nothing.
inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::string_view without_byte_order_mark(std::string_view text) {
  return text.starts_with(kByteOrderMark) ? text.substr(kByteOrderMark.size()) : text;
}

// Of text that is read line by line; a longer one is an error.
inline constexpr std::size_t kMaxLineBytes = std::size_t{1} << 20;

// Whether a line says nothing: it is blank, or begins with # and a blank. (TRMPH is #13,a1.)
constexpr bool is_comment(std::string_view line) {
  const std::size_t start = line.find_first_not_of(kSpace);
  if (start == std::string_view::npos) return true;
  if (line[start] != '#' || start != 0) return false;
  return line.size() == 1 || line[1] == ' ' || line[1] == '\t' || line[1] == '\r';
}

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// All of the text as a number; nothing if it is anything else.
template <class T>
std::optional<T> read_number(std::string_view text) {
  T value{};
  const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (ec != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// The nearest one to a decimal number, with or without a point and an exponent. One that is too large
// or so small that it would be 0 is refused, as are the words inf and nan.
template <>
std::optional<double> read_number(std::string_view text);

// In the shortest form that reads back as the same number.
void append_number(std::string& out, float value);
void append_number(std::string& out, double value);
template <std::integral T>
void append_number(std::string& out, T value) {
  char digits[32];
  const auto [end, ec] = std::to_chars(digits, digits + sizeof digits, value);
  out.append(digits, end);
}

// A number as people write it: at most `digits` of them.
std::string short_number(double value, int digits = 6);

// The texts one after the other.
std::string concat(std::initializer_list<std::string_view> parts);

// A limit in bytes as people write it: 64 KiB, 1 MiB; 100 bytes.
std::string binary_size(std::uint64_t bytes);

// Sixteen lower-case hexadecimal digits: how keys are written everywhere.
std::string hex16(std::uint64_t value);

// The text in double quotes, fit for one line of a terminal: control bytes and bytes above 127
// as \xNN, long texts cut with "...".
std::string in_quotes(std::string_view text);

// The text as valid UTF-8, which JSON wants: bytes that are none as \xNN.
std::string as_utf8(std::string_view text);

// `text` without white space on either side.
std::string_view trimmed(std::string_view text);

// The choice that differs from `word` by the fewest inserted, deleted, changed or exchanged
// letters, if it is near enough to be a slip of the hand.
std::optional<std::string_view> nearest(std::string_view word,
                                        std::span<const std::string_view> choices);

}  // namespace intarsia
