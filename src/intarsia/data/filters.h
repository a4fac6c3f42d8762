// Which games come into a data set, and which of their positions are chosen.
//
// Filters drop whole games. Choices never drop a record, since history needs the plies before: they
// write a selection. What a source does not say is kept unless it is required.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/json_text.h"
#include "intarsia/base/result.h"
#include "intarsia/data/game_row.h"

namespace intarsia::data {

// A game as filters see it: its row, and the texts that a row has no room for.
struct GameFacts {
  GameRow row;
  std::string time_control;  // as written
  std::uint64_t tags = 0;    // bit i: the tag required as number i is there
};

struct Filters {
  std::uint32_t min_elo = 0, max_elo = 0;  // of both players; 0: any
  std::uint32_t min_date = 0, max_date = 0;
  std::vector<std::string> time_controls;  // "300+3" as written, or a class: blitz
  std::vector<Termination> terminations;
  std::vector<Winner> results;
  std::vector<Variant> variants;
  bool has_eval = false;
  std::vector<std::string> require;  // at most kMaxRequired tags
};
inline constexpr std::size_t kMaxRequired = 64;

// The name of the filter that drops the game, or nothing: what can be told before the moves are read,
// and what only they tell.
std::optional<std::string_view> dropped_by_tags(const Filters& f, const GameFacts& g);
std::optional<std::string_view> dropped_by_play(const Filters& f, const GameFacts& g);

// The number of a required tag, if it is one.
std::optional<std::size_t> required_index(const Filters& f, std::string_view tag);

// Among the positions of a game, counted from 0.
struct Choices {
  std::uint32_t first_ply = 0, last_ply = UINT32_MAX;
  std::uint32_t every = 1;
  bool quiet = false;   // no check, and the move played neither takes nor promotes
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

// ultrabullet to classical, by the time for forty moves.
std::vector<std::string_view> time_class_names();

// From the words of the command line. Errors say what was expected.
Result<std::vector<Split>> read_splits(std::string_view text);  // train=0.9,validation=0.1
[[nodiscard]] std::optional<Error> read_dates(std::string_view text, Filters& f);  // 2013..2014-06
[[nodiscard]] std::optional<Error> read_plies(std::string_view text,
                                              Choices& c);  // 8..120, 8.., ..40
[[nodiscard]] std::optional<Error> read_times(std::string_view text, Filters& f);
[[nodiscard]] std::optional<Error> read_terminations(std::string_view text, Filters& f);
[[nodiscard]] std::optional<Error> read_results(std::string_view text, Filters& f);
[[nodiscard]] std::optional<Error> read_variants(std::string_view text, Filters& f);

// From the tags of a source; 0 or kUnknown for what cannot be read.
std::uint32_t date_of(std::string_view tag);  // 2013.12.31, 2013.??.??
Termination termination_of(std::string_view tag);
void set_time_control(std::string_view tag, GameRow& row);  // 300+3, 40/7200:3600

// As keys and values of an object that is open.
void add_json(JsonText& out, const Filters& f);
void add_json(JsonText& out, const Choices& c);

}  // namespace intarsia::data
