#include "intarsia/data/filters.h"

#include <algorithm>
#include <array>

#include "intarsia/io/hash.h"

namespace intarsia::data {

namespace {

template <class T>
bool contains(const std::vector<T>& list, const T& wanted) {
  return std::find(list.begin(), list.end(), wanted) != list.end();
}

// Lichess's classes: the time for forty moves.
struct TimeClass {
  std::string_view name;
  std::uint32_t below;
};
constexpr TimeClass kTimeClasses[] = {{"ultrabullet", 29},
                                      {"bullet", 179},
                                      {"blitz", 479},
                                      {"rapid", 1499},
                                      {"classical", UINT32_MAX}};

std::string_view time_class(const GameRow& row) {
  const std::uint64_t estimate = row.time_base + 40ULL * row.time_increment;
  for (const TimeClass& c : kTimeClasses) {
    if (estimate <= c.below) return c.name;
  }
  return {};
}

bool is_rating_outside(const Filters& f, std::uint32_t rating) {
  if (rating == 0) return false;
  return rating < f.min_elo || (f.max_elo != 0 && rating > f.max_elo);
}

// A date without month or day fits wherever some day of it does.
bool is_date_outside(const Filters& f, std::uint32_t date) {
  if (date == 0) return false;
  const std::uint32_t last = date % 10'000 == 0 ? date + 1231 : date % 100 == 0 ? date + 31 : date;
  return (f.min_date != 0 && last < f.min_date) || (f.max_date != 0 && date > f.max_date);
}

bool is_time_outside(const Filters& f, const GameFacts& g) {
  if (f.time_controls.empty() || g.time_control.empty()) return false;
  if (contains(f.time_controls, g.time_control)) return false;
  return g.row.time_base + g.row.time_increment == 0 ||
         !contains(f.time_controls, std::string(time_class(g.row)));
}

}  // namespace

std::vector<std::string_view> time_class_names() {
  std::vector<std::string_view> names;
  for (const TimeClass& c : kTimeClasses) names.push_back(c.name);
  return names;
}

std::optional<std::string_view> dropped_by_tags(const Filters& f, const GameFacts& g) {
  for (std::size_t i = 0; i < f.require.size(); ++i) {
    if ((g.tags >> i & 1) == 0) return "require";
  }
  for (std::uint32_t rating : g.row.ratings) {
    if (is_rating_outside(f, rating)) return rating < f.min_elo ? "min-elo" : "max-elo";
  }
  if (is_time_outside(f, g)) return "time-control";
  if (!f.terminations.empty() && g.row.termination != Termination::kUnknown &&
      !contains(f.terminations, g.row.termination)) {
    return "termination";
  }
  if (is_date_outside(f, g.row.date)) return "date";
  if (!f.variants.empty() && !contains(f.variants, g.row.variant)) return "variant";
  return std::nullopt;
}

std::optional<std::string_view> dropped_by_play(const Filters& f, const GameFacts& g) {
  if (!f.results.empty() && !contains(f.results, g.row.outcome)) return "result";
  if (f.has_eval && g.row.has_eval == 0) return "has-eval";
  return std::nullopt;
}

std::optional<std::size_t> required_index(const Filters& f, std::string_view tag) {
  const auto found = std::find(f.require.begin(), f.require.end(), tag);
  if (found == f.require.end()) return std::nullopt;
  return static_cast<std::size_t>(found - f.require.begin());
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
