// Which games come into a data set, and which of their positions are chosen.
//
// Filters drop whole games. Choices never drop a record, since history needs the plies before: they
// write a selection. What a source does not say is kept unless it is required.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/json_reader.h"
#include "intarsia/base/json_text.h"
#include "intarsia/base/result.h"
#include "intarsia/game/game_type.h"

namespace intarsia::data {

using game::GameFacts;
using game::GameRow;

// All games, whose words a filter may be written in.
using Games = std::span<const game::GameType* const>;

struct Filters {
  std::uint32_t min_rating = 0, max_rating = 0;  // of both players; 0: any
  std::optional<std::uint32_t> max_rating_difference = std::nullopt;
  std::uint32_t min_date = 0, max_date = 0;
  std::vector<std::string> time_controls;  // "300+3" as written, or a class: blitz
  std::vector<std::string> terminations;   // in the words of a game's row, like variants
  std::vector<Outcome> outcomes;
  std::vector<std::string> variants;
  std::uint32_t min_length = 0, max_length = UINT32_MAX;  // of the game, in plies
  bool has_eval = false;
  std::vector<game::TagRule> tags;  // at most game::kMaxTagRules; a game that fails one is dropped

  bool has_ratings() const { return min_rating != 0 || max_rating != 0 || max_rating_difference; }
};

// The name of the filter that drops the game, or nothing: what can be known before the moves are
// read, and what only they show.
std::optional<std::string_view> dropped_by_tags(const Filters& f, const game::Words& words,
                                                const GameFacts& g);
std::optional<std::string_view> dropped_by_play(const Filters& f, const GameFacts& g,
                                                std::uint64_t plies);

// How many moves a game has whose positions are `records`, the last one perhaps among them.
constexpr std::uint64_t plies_of(std::uint64_t records, bool with_final) {
  return records - (with_final && records > 1 ? 1 : 0);
}

// Among the positions of a game, counted from 0.
struct Choices {
  std::uint32_t first_ply = 0, last_ply = UINT32_MAX;
  std::uint32_t every = 1;
  bool quiet = false;   // only those that the game calls quiet (Words::quiet)
  double sample = 1.0;  // this share of them, by the seed

  bool is_all() const {
    return first_ply == 0 && last_ply == UINT32_MAX && every == 1 && !quiet && sample >= 1.0;
  }
  bool is_chosen(std::uint32_t ply, bool is_quiet, std::uint64_t game_hash) const;
};

inline constexpr double kShareRounding = 1e-9;

// Named shares of the games. A game's hash decides, so it keeps its side when data is added.
struct Split {
  std::string name;
  double share;
  friend bool operator==(const Split&, const Split&) = default;
};
inline constexpr std::size_t kMaxSplits = 16;

// The number of the game's split from 1, or 0 for none.
std::uint8_t split_of(const std::vector<Split>& splits, std::uint64_t hash);

// From the words of the command line. Errors say what was expected.
Result<std::vector<Split>> read_splits(std::string_view text);  // train=0.9,validation=0.1
[[nodiscard]] std::optional<Error> read_dates(std::string_view text, Filters& f);  // 2013..2014-06
[[nodiscard]] std::optional<Error> read_plies(std::string_view text,
                                              Choices& c);  // 8..120, 8.., ..40
[[nodiscard]] std::optional<Error> read_lengths(std::string_view text, Filters& f);  // likewise
// What the games call these, each word once and in order.
std::vector<std::string_view> time_words(Games games);
std::vector<std::string_view> termination_words(Games games);
std::vector<std::string_view> outcome_words(Games games);
std::vector<std::string_view> variant_words(Games games);

// The words of any game.
[[nodiscard]] std::optional<Error> read_times(std::string_view text, Games games, Filters& f);
[[nodiscard]] std::optional<Error> read_terminations(std::string_view text, Games games,
                                                     Filters& f);
[[nodiscard]] std::optional<Error> read_outcomes(std::string_view text, Games games, Filters& f);
[[nodiscard]] std::optional<Error> read_variants(std::string_view text, Games games, Filters& f);

// What the first game that knows ratings calls the filters on them (Words::rating_filters).
std::span<const std::string_view, 3> rating_filters(Games games);

// What a filter is called now, by a name that a manifest may have from earlier.
std::string_view current_name(std::string_view filter);

// As keys and values of an object that is open.
void add_json(JsonText& out, Games games, const Filters& f);
void add_json(JsonText& out, const Choices& c);
// A whole object, as they wrote it.
void read_json(JsonReader& in, Games games, Filters& f);
void read_json(JsonReader& in, Choices& c);

}  // namespace intarsia::data
