#include "intarsia/chess/pgn/internal/comment.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "intarsia/base/text.h"
#include "intarsia/chess/record.h"

namespace intarsia::chess::internal {

namespace {

constexpr int kMaxNumber = 1'000'000;  // beyond it numbers stand still

// The digits at the front, taken away.
std::optional<int> take_digits(std::string_view& text) {
  if (text.empty() || !is_digit(text[0])) return std::nullopt;
  int n = 0;
  while (!text.empty() && is_digit(text[0])) {
    n = std::min(10 * n + (text[0] - '0'), kMaxNumber);
    text.remove_prefix(1);
  }
  return n;
}

bool take_if(std::string_view& text, char c) {
  if (text.empty() || text[0] != c) return false;
  text.remove_prefix(1);
  return true;
}

// Hundredths from the digits behind a point, the third rounding.
int take_hundredths(std::string_view& text) {
  int digits[3] = {};
  for (std::size_t i = 0; !text.empty() && is_digit(text[0]); ++i, text.remove_prefix(1)) {
    if (i < 3) digits[i] = text[0] - '0';
  }
  return 10 * digits[0] + digits[1] + (digits[2] >= 5 ? 1 : 0);
}

// A loop is faster than a call where commands begin and end after a few bytes, as nearly all do.
std::size_t find_near(std::string_view text, char c) {
  const std::size_t near = std::min<std::size_t>(text.size(), 16);
  for (std::size_t i = 0; i < near; ++i) {
    if (text[i] == c) return i;
  }
  return text.find(c, near);
}

}  // namespace

std::optional<std::string_view> find_command(std::string_view comment, std::string_view name) {
  while (true) {
    const std::size_t open = find_near(comment, '[');
    if (open == comment.npos) return std::nullopt;
    comment.remove_prefix(open + 1);
    if (!comment.starts_with('%') || !comment.substr(1).starts_with(name)) continue;
    const std::string_view value = comment.substr(1 + name.size());
    if (value.empty() || (value[0] != ' ' && value[0] != '\t' && value[0] != '\n')) continue;
    const std::size_t end = find_near(value, ']');
    // Nor has any command behind this one an end: to look for it again would take quadratic time.
    if (end == value.npos) return std::nullopt;
    return trimmed(value.substr(0, end));
  }
}

std::string without_commands(std::string_view comment) {
  std::string out;
  bool has_end = true;  // of commands: if one has none, nor has any behind it
  for (std::size_t i = 0; i < comment.size(); ++i) {
    if (has_end && comment.substr(i).starts_with("[%")) {
      const std::size_t end = comment.find(']', i);
      has_end = end != comment.npos;
      if (has_end) {
        i = end;
        continue;
      }
    }
    if (kSpace.find(comment[i]) == kSpace.npos) {
      out += comment[i];
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

bool says_more(std::string_view comment) {
  while (true) {
    comment = trimmed(comment);
    if (comment.empty()) return false;
    if (!comment.starts_with("[%eval ") && !comment.starts_with("[%clk ")) return true;
    const std::size_t end = comment.find(']');
    if (end == comment.npos) return true;
    comment.remove_prefix(end + 1);
  }
}

namespace {

constexpr int kLongestMate = kMateEval - kMaxEval - 1;  // moves

// As it is written: centipawns, or moves to mate.
struct WrittenEval {
  bool is_mate;
  bool is_negative;
  int size;

  int most() const { return is_mate ? kLongestMate : int{kMaxEval}; }
};

std::optional<WrittenEval> split_eval(std::string_view text) {
  text = text.substr(0, text.find(','));
  WrittenEval out{};
  out.is_mate = take_if(text, '#');
  out.is_negative = take_if(text, '-');
  if (!out.is_negative) take_if(text, '+');
  const auto whole = text.starts_with('.') ? 0 : take_digits(text);
  if (!whole) return std::nullopt;
  out.size = *whole;
  if (!out.is_mate) {
    const int part = take_if(text, '.') ? take_hundredths(text) : 0;
    out.size = 100 * std::min(*whole, int{kMaxEval}) + part;
  }
  return text.empty() ? std::optional(out) : std::nullopt;
}

}  // namespace

std::optional<std::int16_t> read_eval(std::string_view text) {
  const auto e = split_eval(text);
  if (!e) return std::nullopt;
  const int size = std::min(e->size, e->most());
  const int n = e->is_mate ? kMateEval - size : size;
  return static_cast<std::int16_t>(e->is_negative ? -n : n);
}

bool is_beyond_range(std::string_view text) {
  const auto e = split_eval(text);
  return e && e->size > e->most();
}

std::string eval_text(std::int16_t eval) {
  const int size = std::abs(int{eval});
  std::string out = size > kMaxEval ? "#" : "";
  if (eval < 0) out += '-';
  if (size > kMaxEval) return out + std::to_string(kMateEval - size);
  out += std::to_string(size / 100) + ".";
  return out + static_cast<char>('0' + size / 10 % 10) + static_cast<char>('0' + size % 10);
}

std::string clock_text(double seconds) {
  // As far as files say it; a number of days stands still.
  const auto thousandths =
      static_cast<std::uint64_t>(std::llround(std::clamp(seconds, 0.0, 1e9) * 1000));
  const std::uint64_t whole = thousandths / 1000;
  const auto two_digits = [](std::uint64_t n) {
    return std::string{static_cast<char>('0' + n / 10), static_cast<char>('0' + n % 10)};
  };
  std::string out = concat({std::to_string(whole / 3600), ":", two_digits(whole / 60 % 60), ":",
                            two_digits(whole % 60)});
  if (thousandths % 1000 == 0) return out;
  out += concat({".", std::to_string(1000 + thousandths % 1000).substr(1)});
  out.erase(out.find_last_not_of('0') + 1);
  return out;
}

std::optional<double> read_clock(std::string_view text) {
  double seconds = 0;
  for (int part = 0; part < 3; ++part) {
    const auto n = take_digits(text);
    if (!n) return std::nullopt;
    seconds = 60 * seconds + *n;
    if (!take_if(text, ':')) break;
  }
  if (take_if(text, '.')) {
    double unit = 1;
    for (; !text.empty() && is_digit(text[0]); text.remove_prefix(1)) {
      unit /= 10;
      seconds += unit * (text[0] - '0');
    }
  }
  if (!text.empty()) return std::nullopt;
  return seconds;
}

}  // namespace intarsia::chess::internal
