#include "intarsia/base/text.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "intarsia/base/shortest.h"

namespace intarsia {

namespace {

constexpr char kHexadecimalDigits[] = "0123456789abcdef";

// Optimal string alignment distance, case ignored.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  const auto same = [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) ==
           std::tolower(static_cast<unsigned char>(y));
  };
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> now(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = last[j - 1] + (same(a[i - 1], b[j - 1]) ? 0 : 1);
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, change});
      if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1])) {
        now[j] = std::min(now[j], before_last[j - 2] + 1);
      }
    }
    std::swap(before_last, last);
    std::swap(last, now);
  }
  return last[b.size()];
}

// The bytes of the character at the start, or 0 if it is none (RFC 3629: shortest form, no
// surrogates, nothing above U+10FFFF).
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t n = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return 0;
  for (std::size_t i = 1; i < n; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  if ((first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) > 0x9f)) return 0;
  if ((first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) > 0x8f)) return 0;
  return n;
}

// As people and JSON write numbers: no sign but minus, digits before a point or behind it.
bool is_decimal(std::string_view text) {
  TextCursor in(text);
  in.take_if('-');
  bool has_digits = !in.take_while(is_digit).empty();
  if (in.take_if('.')) has_digits |= !in.take_while(is_digit).empty();
  if (!has_digits) return false;
  if (in.take_if('e') || in.take_if('E')) {
    if (!in.take_if('-')) in.take_if('+');
    if (in.take_while(is_digit).empty()) return false;
  }
  return in.at_end();
}

template <class T>
void append_shortest(std::string& out, T value) {
  char digits[internal::kMaxNumberBytes];
#ifdef __cpp_lib_to_chars
  out.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
#else
  out.append(digits, internal::write_shortest(digits, value));
#endif
}

#ifndef __cpp_lib_to_chars
bool says_zero(std::string_view decimal) {
  const std::string_view digits = decimal.substr(0, decimal.find_first_of("eE"));
  return digits.find_first_of("123456789") == std::string_view::npos;
}
#endif

}  // namespace

template <>
std::optional<double> read_number(std::string_view text) {
  if (!is_decimal(text)) return std::nullopt;
#ifdef __cpp_lib_to_chars
  double value = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc{}) {
    return std::nullopt;
  }
#else
  // For libraries that read only whole numbers, where nobody sets a locale: WebAssembly.
  const double value = std::strtod(std::string(text).c_str(), nullptr);
  if (!std::isfinite(value) || (value == 0 && !says_zero(text))) return std::nullopt;
#endif
  return value;
}

void append_number(std::string& out, float value) { append_shortest(out, value); }
void append_number(std::string& out, double value) { append_shortest(out, value); }

std::string short_number(double value, int digits) {
  char text[32];
#ifdef __cpp_lib_to_chars
  const auto [end, ec] =
      std::to_chars(text, text + sizeof text, value, std::chars_format::general, digits);
  return {text, end};
#else
  return {text, static_cast<std::size_t>(std::snprintf(text, sizeof text, "%.*g", digits, value))};
#endif
}

std::string concat(std::initializer_list<std::string_view> parts) {
  std::string out;
  for (std::string_view p : parts) out += p;
  return out;
}

std::string binary_size(std::uint64_t bytes) {
  constexpr std::uint64_t kStep = 1'024;
  if (bytes < kStep || bytes % kStep != 0) return std::to_string(bytes) + " bytes";
  const std::uint64_t kibibytes = bytes / kStep;
  if (kibibytes % kStep != 0) return std::to_string(kibibytes) + " KiB";
  return std::to_string(kibibytes / kStep) + " MiB";
}

std::string hex16(std::uint64_t value) {
  std::string out(16, '0');
  for (std::size_t i = 16; i-- > 0; value >>= 4) out[i] = kHexadecimalDigits[value & 15];
  return out;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kMaxShown = 60;
  std::string out = "\"";
  for (char c : text.substr(0, kMaxShown)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte >= 0x7f) {
      out += "\\x";
      out += kHexadecimalDigits[byte >> 4];
      out += kHexadecimalDigits[byte & 15];
    } else {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
  }
  out += text.size() > kMaxShown ? "...\"" : "\"";
  return out;
}

std::string as_utf8(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    if (const std::size_t n = utf8_length(text.substr(i)); n != 0) {
      out += text.substr(i, n);
      i += n;
      continue;
    }
    const auto byte = static_cast<unsigned char>(text[i++]);
    out += "\\x";
    out += kHexadecimalDigits[byte >> 4];
    out += kHexadecimalDigits[byte & 15];
  }
  return out;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

std::optional<std::string_view> nearest(std::string_view word,
                                        std::span<const std::string_view> choices) {
  // Beyond a third of the letters the suggestion would puzzle more than help. A hostile word of
  // any length must not cost quadratic time.
  constexpr std::size_t kMaxWord = 80;
  if (word.size() > kMaxWord) return std::nullopt;
  std::optional<std::string_view> best;
  if (word.size() < 3) return std::nullopt;  // everything is near to a letter or two
  std::size_t best_distance = word.size() / 3 + 1;
  for (std::string_view choice : choices) {
    const std::size_t distance = edit_distance(word, choice);
    if (distance < best_distance) {
      best = choice;
      best_distance = distance;
    }
  }
  return best;
}

}  // namespace intarsia
