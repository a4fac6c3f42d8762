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

void note_tag(std::string_view name, std::span<const std::string> require, GameFacts& facts) {
  const auto found = std::find(require.begin(), require.end(), name);
  if (found != require.end()) facts.tags |= std::uint64_t{1} << (found - require.begin());
}

std::string dotted_date(std::uint32_t date) {
  const auto part = [](std::uint32_t n, std::size_t digits) {
    std::string text = n == 0 ? std::string(digits, '?') : std::to_string(n);
    return text.size() < digits ? std::string(digits - text.size(), '0') + text : text;
  };
  return concat({part(date / 10'000, 4), ".", part(date / 100 % 100, 2), ".", part(date % 100, 2)});
}

}  // namespace intarsia::game
