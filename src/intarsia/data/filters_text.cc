// Filters from words, and as JSON.

#include <algorithm>
#include <cassert>
#include <functional>

#include "intarsia/base/expected.h"
#include "intarsia/base/text.h"
#include "intarsia/data/filters.h"
#include "intarsia/data/tag_filters.h"

namespace intarsia::data {

namespace {

// What data sets called the filter on outcomes that were written by early versions.
constexpr std::string_view kOldOutcome = "result";

Error expected(std::string_view text, std::string_view what) {
  return intarsia::expected(0, text, what);
}

std::vector<std::string_view> parts_of(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    parts.push_back(trimmed(text.substr(at, end - at)));
    at = end + 1;
  }
  return parts;
}

// A..B with either side left out.
std::optional<std::pair<std::string_view, std::string_view>> sides(std::string_view text) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos || text.size() == 2) return std::nullopt;
  return std::pair(trimmed(text.substr(0, dots)), trimmed(text.substr(dots + 2)));
}

char plain(char c) {
  if (c == '-' || c == '_') return ' ';
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

std::string plain(std::string_view text) {
  std::string out(trimmed(text));
  for (char& c : out) c = plain(c);
  return out;
}

// As JSON writes the name of a filter: min_elo.
std::string key_of(std::string_view filter) {
  std::string key(filter);
  std::replace(key.begin(), key.end(), '-', '_');
  return key;
}

void add_once(std::vector<std::string_view>& words, std::string_view word) {
  if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
}

// What all games have in a list of their words.
template <class List, class Word = std::identity>
std::vector<std::string_view> words_of(Games games, List list, Word word = {}) {
  std::vector<std::string_view> words;
  for (const game::GameType* g : games) {
    for (const auto& item : std::invoke(list, g->words)) add_once(words, std::invoke(word, item));
  }
  return words;
}

std::string list_of(std::span<const std::string_view> names) {
  std::string out;
  for (std::string_view n : names) out += concat({out.empty() ? "" : ", ", n});
  return out;
}

// Words with commas between, each of them known.
std::optional<Error> read_words(std::string_view text, std::span<const std::string_view> known,
                                std::vector<std::string>& out) {
  for (std::string_view part : parts_of(text, ',')) {
    const auto found = std::find(known.begin(), known.end(), plain(part));
    if (found == known.end()) return expected(part, concat({"one of ", list_of(known)}));
    out.emplace_back(*found);
  }
  return std::nullopt;
}

// 2013, 2013-06, 2013.06.30: the first or the last day that it can mean.
std::optional<std::uint32_t> day(std::string_view text, bool is_last) {
  std::string dotted(text);
  std::replace(dotted.begin(), dotted.end(), '-', '.');
  const auto parts = parts_of(dotted, '.');
  if (parts.empty() || parts.size() > 3) return std::nullopt;
  std::uint32_t values[3] = {0, is_last ? 12U : 1U, is_last ? 31U : 1U};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto value = read_number<std::uint32_t>(parts[i]);
    if (!value) return std::nullopt;
    values[i] = *value;
  }
  if (values[0] == 0 || values[0] > 9999 || values[1] < 1 || values[1] > 12 || values[2] < 1 ||
      values[2] > 31) {
    return std::nullopt;
  }
  return values[0] * 10'000 + values[1] * 100 + values[2];
}

}  // namespace

Result<std::vector<Split>> read_splits(std::string_view text) {
  std::vector<Split> splits;
  double sum = 0;
  for (std::string_view part : parts_of(text, ',')) {
    const std::size_t equals = part.find('=');
    const auto share = read_number<double>(part.substr(std::min(equals, part.size() - 1) + 1));
    const std::string name(part.substr(0, equals));
    if (equals == std::string_view::npos || name.empty() || !share || !(*share > 0)) {
      return expected(text, "names with shares, as in train=0.9,validation=0.1");
    }
    for (const Split& s : splits) {
      if (s.name == name) return expected(text, "each name once");
    }
    sum += *share;
    splits.push_back({name, *share});
  }
  if (sum > 1 + kShareRounding) return expected(text, "shares that sum up to at most 1");
  if (splits.size() > kMaxSplits)
    return expected(text, concat({"at most ", std::to_string(kMaxSplits), " splits"}));
  return splits;
}

std::optional<Error> read_dates(std::string_view text, Filters& f) {
  const auto ends = sides(text);
  const auto wrong = expected(text, "A..B, each a year, year-month or year-month-day, or nothing");
  if (!ends) return wrong;
  const auto from = day(ends->first, false);
  const auto to = day(ends->second, true);
  if ((!from && !ends->first.empty()) || (!to && !ends->second.empty())) return wrong;
  f.min_date = from.value_or(0);
  f.max_date = to.value_or(0);
  if (f.max_date != 0 && f.min_date > f.max_date) return expected(text, "the earlier date first");
  return std::nullopt;
}

std::optional<Error> read_plies(std::string_view text, Choices& c) {
  const auto ends = sides(text);
  const auto wrong = expected(text, "A..B, plies counted from 0, either side may be left out");
  if (!ends) return wrong;
  const auto from = read_number<std::uint32_t>(ends->first);
  const auto to = read_number<std::uint32_t>(ends->second);
  if ((!from && !ends->first.empty()) || (!to && !ends->second.empty())) return wrong;
  c.first_ply = from.value_or(0);
  c.last_ply = to.value_or(UINT32_MAX);
  if (c.first_ply > c.last_ply) return wrong;
  return std::nullopt;
}

std::optional<Error> read_lengths(std::string_view text, Filters& f) {
  Choices span;
  if (auto error = read_plies(text, span)) {
    return expected(text, "A..B, the fewest and the most plies of a game, either may be left out");
  }
  f.min_length = span.first_ply;
  f.max_length = span.last_ply;
  return std::nullopt;
}

std::vector<std::string_view> time_words(Games games) {
  return words_of(games, &game::Words::time_classes, &game::TimeClass::name);
}

std::vector<std::string_view> termination_words(Games games) {
  return words_of(games, &game::Words::terminations);
}

std::vector<std::string_view> outcome_words(Games games) {
  return words_of(games, &game::Words::outcome_words, &game::OutcomeWord::word);
}

std::vector<std::string_view> variant_words(Games games) {
  return words_of(games, &game::Words::variants);
}

std::optional<Error> read_times(std::string_view text, Games games, Filters& f) {
  const auto classes = time_words(games);
  for (std::string_view part : parts_of(text, ',')) {
    const bool is_written = std::any_of(part.begin(), part.end(), is_digit) || part == "-";
    if (!is_written && std::find(classes.begin(), classes.end(), part) == classes.end()) {
      return expected(
          part, concat({"a time control as written, such as 300+3, or one of ", list_of(classes)}));
    }
    f.time_controls.emplace_back(part);
  }
  return std::nullopt;
}

std::optional<Error> read_terminations(std::string_view text, Games games, Filters& f) {
  return read_words(text, termination_words(games), f.terminations);
}

std::optional<Error> read_outcomes(std::string_view text, Games games, Filters& f) {
  std::vector<game::OutcomeWord> known;
  for (const Outcome o : {Outcome::kFirst, Outcome::kSecond, Outcome::kDraw, Outcome::kUnknown}) {
    known.push_back({name(o), o});
  }
  for (const game::GameType* g : games) {
    known.insert(known.begin(), g->words.outcome_words.begin(), g->words.outcome_words.end());
  }
  for (std::string_view part : parts_of(text, ',')) {
    const auto found = std::find_if(known.begin(), known.end(),
                                    [&](const game::OutcomeWord& w) { return w.word == part; });
    if (found == known.end()) {
      std::vector<std::string_view> words;
      for (const game::OutcomeWord& w : known) add_once(words, w.word);
      return expected(part, concat({"one of ", list_of(words)}));
    }
    f.outcomes.push_back(found->outcome);
  }
  return std::nullopt;
}

std::optional<Error> read_variants(std::string_view text, Games games, Filters& f) {
  return read_words(text, variant_words(games), f.variants);
}

std::span<const std::string_view, 3> rating_filters(Games games) {
  const auto has_ratings = [](const game::GameType* g) {
    return !g->words.rating_filters[0].empty();
  };
  const auto found = std::find_if(games.begin(), games.end(), has_ratings);
  assert(found != games.end());
  return (*found)->words.rating_filters;
}

std::string_view current_name(std::string_view filter) {
  return filter == kOldOutcome ? "outcome" : filter;
}

void add_json(JsonText& out, Games games, const Filters& f) {
  const auto ratings = rating_filters(games);
  if (f.min_rating != 0) out.key(key_of(ratings[0])).value(f.min_rating);
  if (f.max_rating != 0) out.key(key_of(ratings[1])).value(f.max_rating);
  if (f.max_rating_difference) out.key(key_of(ratings[2])).value(*f.max_rating_difference);
  if (f.min_date != 0) out.key("min_date").value(f.min_date);
  if (f.max_date != 0) out.key("max_date").value(f.max_date);
  const auto add_list = [&out](std::string_view key, const auto& list, auto word) {
    if (list.empty()) return;
    out.key(key).begin_list();
    for (const auto& item : list) {
      const auto& text = word(item);
      out.value(std::string_view(text));
    }
    out.end_list();
  };
  const auto same = [](const std::string& s) { return std::string_view(s); };
  add_list("time_control", f.time_controls, same);
  add_list("termination", f.terminations, same);
  add_list("outcome", f.outcomes, [](Outcome o) { return name(o); });
  add_list("variant", f.variants, same);
  if (f.has_eval) out.key("has_eval").value(true);
  if (f.min_length != 0) out.key("min_length").value(f.min_length);
  if (f.max_length != UINT32_MAX) out.key("max_length").value(f.max_length);
  add_list("require", f.tags, to_text);
}

void add_json(JsonText& out, const Choices& c) {
  if (c.first_ply != 0) out.key("first_ply").value(c.first_ply);
  if (c.last_ply != UINT32_MAX) out.key("last_ply").value(c.last_ply);
  if (c.every != 1) out.key("every").value(c.every);
  if (c.quiet) out.key("quiet").value(true);
  if (c.sample < 1.0) out.key("sample").value(c.sample);
}

void read_json(JsonReader& in, Games games, Filters& f) {
  const auto ratings = rating_filters(games);
  const auto read_number = [&in](std::string_view key, std::uint32_t& out) {
    if (in.has_key(key)) out = static_cast<std::uint32_t>(in.number());
  };
  const auto read_list = [&in](std::string_view key, std::vector<std::string>& out) {
    if (!in.has_key(key)) return;
    for (in.begin_list(); in.next_item();) out.push_back(in.text());
  };
  in.begin_object();
  read_number(key_of(ratings[0]), f.min_rating);
  read_number(key_of(ratings[1]), f.max_rating);
  if (in.has_key(key_of(ratings[2]))) {
    f.max_rating_difference = static_cast<std::uint32_t>(in.number());
  }
  read_number("min_date", f.min_date);
  read_number("max_date", f.max_date);
  read_list("time_control", f.time_controls);
  read_list("termination", f.terminations);
  std::vector<std::string> outcomes;
  read_list("outcome", outcomes);
  read_list(kOldOutcome, outcomes);
  for (const std::string& word : outcomes) {
    for (const Outcome o : {Outcome::kUnknown, Outcome::kFirst, Outcome::kDraw, Outcome::kSecond}) {
      if (name(o) == word) f.outcomes.push_back(o);
    }
  }
  read_list("variant", f.variants);
  if (in.has_key("has_eval")) f.has_eval = in.truth();
  read_number("min_length", f.min_length);
  read_number("max_length", f.max_length);
  std::vector<std::string> rules;
  read_list("require", rules);
  for (const std::string& text : rules) {
    auto rule = read_tag_rule(text);
    if (!rule) return in.fail("a rule about tags that cannot be read");
    f.tags.push_back(*std::move(rule));
  }
  in.end_object();
}

void read_json(JsonReader& in, Choices& c) {
  in.begin_object();
  if (in.has_key("first_ply")) c.first_ply = static_cast<std::uint32_t>(in.number());
  if (in.has_key("last_ply")) c.last_ply = static_cast<std::uint32_t>(in.number());
  if (in.has_key("every")) c.every = static_cast<std::uint32_t>(in.number());
  if (in.has_key("quiet")) c.quiet = in.truth();
  if (in.has_key("sample")) c.sample = in.real();
  in.end_object();
}

}  // namespace intarsia::data
