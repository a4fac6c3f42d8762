#include "intarsia/games/formats.h"

#include <algorithm>

#include "intarsia/base/text.h"
#include "intarsia/games/internal/position_lines.h"
#include "intarsia/games/registry.h"
#include "intarsia/io/packing.h"

namespace intarsia::games {

namespace {

using game::Format;
using game::FoundFormat;

// Whatever the case: .PGN comes from older systems.
bool ends_with(std::string_view name, std::string_view ending) {
  if (name.size() < ending.size()) return false;
  const std::string_view end = name.substr(name.size() - ending.size());
  return std::equal(end.begin(), end.end(), ending.begin(), [](char a, char b) {
    return a == b || (a >= 'A' && a <= 'Z' && a - 'A' + 'a' == b);
  });
}

std::string_view unpacked_name(std::string_view name) {
  for (const io::PackingInfo& packed : io::kPackings) {
    if (ends_with(name, packed.ending)) name.remove_suffix(packed.ending.size());
  }
  return name;
}

// The next line that says something, taken off the text.
std::string_view take_line(std::string_view& text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!is_comment(line)) return trimmed(line);
  }
  return {};
}

bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

// JSON, or HTML and its kin. They may begin like a comment or a tag, and hold what looks like a position.
bool is_markup(std::string_view line) {
  const std::string_view inside = trimmed(line.substr(1));
  const char c = inside.empty() ? '\0' : inside[0];
  if (line[0] == '{') return c == '\0' || c == '"' || c == '}';
  if (line[0] == '[') return !is_letter(c);
  return line[0] == '<' && (is_letter(c) || c == '!' || c == '?');
}

Error unknown(std::string_view name, std::string_view line, std::string_view names) {
  constexpr std::size_t kShown = 40;
  return Error{ErrorCode::kUnsupported, 0,
               concat({name, " is no format that is known (it begins with ",
                       in_quotes(line.substr(0, kShown)), "); --from says which it is: ", names})};
}

// The first format for which the test holds.
template <class Test>
const Format* find_if(Test test) {
  for (const GameType* type : all_games()) {
    for (const Format& f : type->formats) {
      if (test(f)) return &f;
    }
  }
  return nullptr;
}

const Format* by_name(std::string_view name) {
  const std::string_view plain = unpacked_name(name);
  return find_if([&](const Format& f) {
    return std::any_of(f.endings.begin(), f.endings.end(),
                       [&](std::string_view ending) { return ends_with(plain, ending); });
  });
}

FoundFormat found(const Format& f) { return {f, *find_game(f.game)}; }

// A line without the columns behind its position.
std::string_view position_in(std::string_view line) { return line.substr(0, line.find('|')); }

// Whether there are positions that the format has not.
bool holds_other_lines(const Format& f, std::string_view text) {
  for (std::string_view line = take_line(text); !line.empty(); line = take_line(text)) {
    if (!f.is_text(line, {}) && game_of_line(position_in(line)) != nullptr) return true;
  }
  return false;
}

// Lines of positions, of the game of the first of them.
FoundFormat lines_of(std::string_view first) {
  const GameType* type = game_of_line(position_in(first));
  return {position_lines(), type == nullptr ? all_games().front() : type};
}

std::string list_of(const std::vector<std::string_view>& names) {
  std::string list;
  for (const std::string_view name : names) list += concat({list.empty() ? "" : ", ", name});
  return list;
}

}  // namespace

std::vector<std::string_view> format_names() {
  std::vector<std::string_view> names;
  for (const GameType* type : all_games()) {
    for (const Format& f : type->formats) names.push_back(f.name);
  }
  names.push_back(position_lines().name);
  return names;
}

bool has_game_name(std::string_view name) { return by_name(name) != nullptr; }

Result<FoundFormat> find_format(std::string_view wanted, std::string_view name,
                                std::string_view start, Reading reading) {
  std::string_view rest = without_byte_order_mark(start);
  const std::string_view line = take_line(rest);
  if (wanted == position_lines().name) return lines_of(line);
  if (!wanted.empty()) {
    const Format* f = find_if([&](const Format& each) { return each.name == wanted; });
    if (f != nullptr) return found(*f);
    return Error{
        ErrorCode::kInvalid, 0,
        concat({"no format ", in_quotes(wanted), "; there are: ", list_of(format_names())})};
  }
  if (const Format* f = by_name(name)) return found(*f);
  if (line.empty()) return lines_of(line);  // nothing that would have to be understood
  if (is_markup(line)) return unknown(name, line, list_of(format_names()));
  const Format* f = find_if([&](const Format& each) { return each.is_text(line, rest); });
  const bool is_line = game_of_line(position_in(line)) != nullptr;
  const bool may_be_lines = is_line && f != nullptr && f->has_position_lines &&
                            (reading == Reading::kPositions || holds_other_lines(*f, rest));
  if (f != nullptr && !may_be_lines) return found(*f);
  if (is_line) return lines_of(line);
  // One line that cannot be read does not make a file of positions something else.
  for (std::string_view next = take_line(rest); !next.empty(); next = take_line(rest)) {
    if (game_of_line(position_in(next)) != nullptr) return lines_of(next);
  }
  return unknown(name, line, list_of(format_names()));
}

}  // namespace intarsia::games
