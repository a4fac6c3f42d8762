#include "intarsia/game/tags.h"

#include <algorithm>
#include <optional>

#include "intarsia/base/text.h"

namespace intarsia::game {

namespace {

// The part up to a dot, taken off the text; nothing if no number stands there.
std::uint32_t take_part(std::string_view& text, std::uint32_t most) {
  const std::size_t end = std::min(text.find('.'), text.size());
  const auto value = read_number<std::uint32_t>(trimmed(text.substr(0, end)));
  text.remove_prefix(std::min(end + 1, text.size()));
  return value && *value <= most ? *value : 0;
}

}  // namespace

std::uint32_t date_of(std::string_view tag) {
  if (std::count(tag.begin(), tag.end(), '.') != 2) return 0;
  const std::uint32_t year = take_part(tag, 9'999);
  const std::uint32_t month = take_part(tag, 12);
  const std::uint32_t day = take_part(tag, 31);
  if (year == 0) return 0;
  return year * 10'000 + month * 100 + (month == 0 ? 0 : day);
}

void set_time_control(std::string_view tag, GameRow& row) {
  std::string_view first = tag.substr(0, tag.find(':'));
  if (const std::size_t slash = first.find('/'); slash != std::string_view::npos) {
    first.remove_prefix(slash + 1);
  }
  const std::size_t plus = first.find('+');
  const auto base = read_number<std::uint32_t>(first.substr(0, plus));
  if (!base) return;
  row.time_base = *base;
  if (plus == std::string_view::npos) return;
  row.time_increment = read_number<std::uint16_t>(first.substr(plus + 1)).value_or(0);
}

namespace {

// Where the letter that begins at `at` ends. (A letter may have several bytes.)
std::size_t letter_end(std::string_view text, std::size_t at) {
  const auto is_inner = [&] { return (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80; };
  ++at;
  while (at < text.size() && is_inner()) ++at;
  return at;
}

// A * that was taken for too little takes one letter more; only the last one has to be tried again.
bool fits_one(std::string_view text, std::string_view pattern) {
  const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  std::size_t at = 0, next = 0;  // in the text, in the pattern
  std::optional<std::size_t> star;
  std::size_t star_at = 0;
  while (at < text.size()) {
    const bool is_star = next < pattern.size() && pattern[next] == '*';
    if (is_star) {
      star = next++;
      star_at = at;
    } else if (next < pattern.size() && pattern[next] == '?') {
      at = letter_end(text, at);
      ++next;
    } else if (next < pattern.size() && small(pattern[next]) == small(text[at])) {
      ++at;
      ++next;
    } else if (star) {
      next = *star + 1;
      at = ++star_at;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', next) == pattern.npos;
}

}  // namespace

bool fits(std::string_view text, std::string_view pattern) {
  while (true) {
    const std::size_t bar = pattern.find('|');
    if (fits_one(text, pattern.substr(0, bar))) return true;
    if (bar == pattern.npos) return false;
    pattern.remove_prefix(bar + 1);
  }
}

void note_tag(std::string_view name, std::string_view value, std::span<const TagRule> rules,
              GameFacts& facts) {
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const auto& names = rules[i].names;
    const bool is_meant = std::find(names.begin(), names.end(), name) != names.end();
    if (is_meant && fits(value, rules[i].pattern)) facts.tags |= std::uint64_t{1} << i;
  }
}

std::string dotted_date(std::uint32_t date) {
  const auto part = [](std::uint32_t n, std::size_t digits) {
    std::string text = n == 0 ? std::string(digits, '?') : std::to_string(n);
    return text.size() < digits ? std::string(digits - text.size(), '0') + text : text;
  };
  return concat({part(date / 10'000, 4), ".", part(date / 100 % 100, 2), ".", part(date % 100, 2)});
}

}  // namespace intarsia::game
