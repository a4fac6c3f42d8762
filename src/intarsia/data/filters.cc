#include "intarsia/data/filters.h"

#include <algorithm>
#include <array>

#include "intarsia/data/tag_filters.h"
#include "intarsia/io/hash.h"

namespace intarsia::data {

namespace {

template <class T>
bool contains(const std::vector<T>& list, const T& wanted) {
  return std::find(list.begin(), list.end(), wanted) != list.end();
}

std::string_view time_class(const game::Words& words, const GameRow& row) {
  const std::uint64_t estimate = row.time_base + 40ULL * row.time_increment;
  for (const game::TimeClass& c : words.time_classes) {
    if (estimate <= c.most) return c.name;
  }
  return {};
}

bool is_rating_outside(const Filters& f, std::uint32_t rating) {
  if (rating == 0) return false;
  return rating < f.min_rating || (f.max_rating != 0 && rating > f.max_rating);
}

bool are_ratings_apart(const Filters& f, const GameRow& row) {
  const auto [a, b] = std::minmax(row.ratings[0], row.ratings[1]);
  return f.max_rating_difference && a != 0 &&
         static_cast<std::uint32_t>(b - a) > *f.max_rating_difference;
}

// A date without month or day fits wherever some day of it does.
bool is_date_outside(const Filters& f, std::uint32_t date) {
  if (date == 0) return false;
  const std::uint32_t last = date % 10'000 == 0 ? date + 1231 : date % 100 == 0 ? date + 31 : date;
  return (f.min_date != 0 && last < f.min_date) || (f.max_date != 0 && date > f.max_date);
}

bool is_time_outside(const Filters& f, const game::Words& words, const GameFacts& g) {
  if (f.time_controls.empty() || g.time_control.empty()) return false;
  if (contains(f.time_controls, g.time_control)) return false;
  return g.row.time_base + g.row.time_increment == 0 ||
         !contains(f.time_controls, std::string(time_class(words, g.row)));
}

}  // namespace

std::optional<std::string_view> dropped_by_tags(const Filters& f, const game::Words& words,
                                                const GameFacts& g) {
  for (std::size_t i = 0; i < f.tags.size(); ++i) {
    const bool fits = (g.tags >> i & 1) != 0;
    if (fits != f.tags[i].is_wanted) return filter_of(f.tags[i], words);
  }
  for (std::uint32_t rating : g.row.ratings) {
    if (is_rating_outside(f, rating)) return words.rating_filters[rating < f.min_rating ? 0 : 1];
  }
  if (are_ratings_apart(f, g.row)) return words.rating_filters[2];
  if (is_time_outside(f, words, g)) return "time-control";
  if (!f.terminations.empty() && g.row.termination != 0 &&
      !contains(f.terminations, std::string(words.terminations[g.row.termination]))) {
    return "termination";
  }
  if (is_date_outside(f, g.row.date)) return "date";
  if (!f.variants.empty() && !contains(f.variants, std::string(words.variants[g.row.variant]))) {
    return "variant";
  }
  return std::nullopt;
}

std::optional<std::string_view> dropped_by_play(const Filters& f, const GameFacts& g,
                                                std::uint64_t plies) {
  if (plies < f.min_length || plies > f.max_length) return "length";
  if (!f.outcomes.empty() && !contains(f.outcomes, g.row.outcome)) return "outcome";
  if (f.has_eval && g.row.has_eval == 0) return "has-eval";
  return std::nullopt;
}

bool Choices::is_chosen(std::uint32_t ply, bool is_quiet, std::uint64_t game_hash) const {
  if (ply < first_ply || ply > last_ply || (ply - first_ply) % every != 0) return false;
  if (quiet && !is_quiet) return false;
  if (sample >= 1.0) return true;
  const std::array<std::uint64_t, 2> key = {game_hash, ply};
  constexpr double kWhole = 18446744073709551616.0;  // 2^64
  return static_cast<double>(io::xxh3(std::as_bytes(std::span(key)))) < sample * kWhole;
}

std::uint8_t split_of(const std::vector<Split>& splits, std::uint64_t hash) {
  constexpr double kWhole = 9007199254740992.0;  // 2^53: what a double holds exactly
  const double at = static_cast<double>(hash >> 11) / kWhole;
  double end = 0;
  for (std::size_t i = 0; i < splits.size(); ++i) {
    end += splits[i].share;
    // What only rounding keeps from a whole belongs to the last: no game falls through.
    if (end > 1 - kShareRounding) end = 1;
    if (at < end) return static_cast<std::uint8_t>(i + 1);
  }
  return 0;
}

}  // namespace intarsia::data
