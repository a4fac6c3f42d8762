// A game is a row: what differs between games, as values and functions.
//
// games/<game>.cc fills one GameType; the tool, Python, data sets and all else ask it. What is done
// often is asked once for a batch or a plan, never for each position.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/json_text.h"
#include "intarsia/base/result.h"
#include "intarsia/draw/picture.h"
#include "intarsia/game/device_code.h"
#include "intarsia/game/game_row.h"
#include "intarsia/game/line.h"
#include "intarsia/game/options.h"
#include "intarsia/game/parser.h"
#include "intarsia/game/record_type.h"
#include "intarsia/game/rules.h"
#include "intarsia/game/set_up.h"
#include "intarsia/game/steps.h"
#include "intarsia/game/tensors.h"
#include "intarsia/layout/layout.h"
#include "intarsia/layout/targets.h"

namespace intarsia::game {

// The boards that a game is played on. A size is a number, written as the game writes it: 11, 7x6.
struct Sizes {
  std::span<const int> all;  // in order
  int usual;                 // what is shown where none is named
  std::string (*to_text)(int size);
  std::string (*help)();  // "1 to 26"

  bool is_one() const { return all.size() == 1; }
  bool contains(int size) const;
  // A size by its text or by its number.
  std::optional<int> read(std::string_view text) const;
};

// The limit of a class of time controls: the seconds that forty moves may take.
struct TimeClass {
  std::string_view name;
  std::uint32_t most;
};

// A word for an outcome: white, 1-0.
struct OutcomeWord {
  std::string_view word;
  Outcome outcome;
};

// A filter on tags that has a name of its own: games in which one of the tags fits what the user says,
// or (`unwanted`) in which none is that.
struct TagFilter {
  std::string_view name;
  std::string_view help;
  std::span<const std::string_view> tags;
  std::string_view unwanted = {};
  bool has_commas = false;  // between patterns, as no value of these tags has one
};

struct Words {
  std::string_view title;       // of the game in a sentence: "Hex"
  std::string_view players[2];  // "white", "black"
  // How the tool and Python write outcomes, unknown to second; and all words that they read.
  std::string_view outcomes[4];
  std::span<const OutcomeWord> outcome_words;
  // What the games table numbers. The first of each is what is taken where nothing is said.
  std::span<const std::string_view> terminations;
  std::span<const std::string_view> variants;
  std::span<const TimeClass> time_classes = {};
  // What the filters on ratings are called: of the least, the greatest and how far the two may be
  // apart: min-elo, max-elo, max-elo-difference. Empty: its files say no ratings.
  std::string_view rating_filters[3] = {};
  std::span<const TagFilter> tag_filters = {};
  std::string_view quiet = {};  // which positions are quiet; empty: the game has no such word
  std::string_view positions;   // how a position may be written, in short
  std::string_view position_key = "position";  // what JSON calls a position's text
  std::string_view policy_note = {};  // what frames do to its policy codes: a sentence for people
  std::span<const std::string_view> turns;  // who moves, by the number Turn; the first is empty
  std::string_view turn_help = {};
};

// The ways to turn a board that keep the rules, the identity first.
struct Symmetries {
  std::span<const std::string_view> names;
  // A record that was checked; `out` is another place.
  void (*turn_record)(int size, std::size_t symmetry, const std::byte* record, std::byte* out);
  // Tensors of a plan, one after the other. An error names the plane that cannot be turned.
  std::optional<Error> (*turn_tensors)(const layout::Plan& plan, std::size_t symmetry,
                                       const std::byte* tensors, std::size_t count, std::byte* out);
  LinePtr (*turn_line)(const Line& line, std::size_t symmetry);
  // Where each number of the policy goes, in a frame.
  std::vector<std::int32_t> (*turn_policy)(int size, std::size_t symmetry, layout::FrameId frame);
};

struct PictureOptions {
  // On each man the number of the move that brought it there, as the game counts moves.
  bool has_numbers = false;
};

struct GameType {
  std::string_view name;  // "hex"
  Words words;
  Sizes sizes;
  std::span<const OptionInfo> options = {};
  std::span<const Format> formats;
  std::span<const Writer> writers;
  std::string_view usual_policy;

  // On boards of a size that it has.
  const layout::Catalogue& (*catalogue)(int size);
  const std::vector<layout::Layout>& (*layouts)(int size);  // in the order of the documentation
  std::vector<layout::PolicyInfo> (*policies)(int size);    // likewise
  RecordType (*record_type)(int size);

  // Positions as text. `is_line`: whether a text is meant for this game.
  bool (*is_line)(std::string_view text);
  // The size that a text names without reading it; nothing if it names none.
  std::optional<int> (*peek_size)(std::string_view text);
  Result<ReadGame> (*read_line)(std::string_view text, const Options& options);
  LinePtr (*start)(int size, const Options& options);
  Result<LinePtr> (*unpack)(int size, std::span<const std::byte> record);
  // The records of one game: what can be said of it again.
  Result<ReadGame> (*unpack_game)(const GameRow& row, std::span<const std::byte> records,
                                  const Options& options);

  // What the hash of a game is made of: its start and its moves. What games tables keep of tags.
  std::string (*content)(const Line& line);
  void (*keep_tags)(std::span<const Tag> tags, GameFacts& facts);

  // What is said in `check` of a game, and in `info` of a record: keys and values of an open object.
  // The keys are always the same: of a game without a line the values are null.
  void (*describe_game)(const ReadGame& game, JsonText& out, const Options& writing);
  void (*describe_record)(int size, std::span<const std::byte> record, JsonText& out,
                          const Options& writing);
  // One move as its changes: a text for people, or an object for programs.
  Result<std::string> (*describe_move)(const Line& line, std::string_view move, bool as_json,
                                       const Options& writing);

  // How many earlier records a layout looks at.
  int (*record_history)(const layout::Layout& l);
  // Whether a record is that of the position after another's move. Both were checked.
  bool (*follows)(int size, const std::byte* before, const std::byte* now);
  // The same facts for a GPU.
  DeviceCode device;
  // Whether the position of a record is quiet (Words::quiet), with the move that was played there. The
  // record was checked. Null where the game has no such word: all of its positions are.
  bool (*is_quiet_record)(int size, std::span<const std::byte> record) = nullptr;
  // Why no tensor of one layout can become one of the other's.
  std::optional<Error> (*refuse_conversion)(const layout::Layout& from, const layout::Layout& to,
                                            Turn turn);
  // Null where the pair of layouts has no such way.
  std::unique_ptr<Converter> (*make_converter)(const layout::Plan& from,
                                               const layout::Plan& to) = nullptr;
  std::optional<Symmetries> symmetries = std::nullopt;
  // Nothing where positions come about by moves alone.
  std::optional<SetUps> set_ups = std::nullopt;

  // The rest follows from the game's types: row_of.h fills it.

  // By plan, of which they keep what they need.
  std::unique_ptr<Encoder> (*make_encoder)(const layout::Plan& plan) = nullptr;
  std::unique_ptr<Decoder> (*make_decoder)(const layout::Plan& plan) = nullptr;
  std::unique_ptr<RecordEncoder> (*make_record_encoder)(const layout::Plan& plan) = nullptr;

  std::unique_ptr<Policy> (*make_policy)(std::string_view id, int size,
                                         layout::FrameId frame) = nullptr;
  void (*worths)(int size, std::span<const layout::RecordMoment> records,
                 RecordWorth* out) = nullptr;

  // The board alone; with the planes of a layout; and what a tensor shows, be it a position or not.
  draw::Picture (*board_picture)(const Line& line, PictureOptions options) = nullptr;
  Result<draw::Picture> (*picture)(const Line& line, const layout::Layout& l,
                                   PictureOptions options) = nullptr;
  draw::Picture (*tensor_picture)(const layout::Plan& plan, const std::byte* tensor,
                                  Turn turn) = nullptr;

  Rules rules = {};
  // From the last position of a line of this game.
  std::unique_ptr<Steps> (*make_steps)(const Line& start) = nullptr;

  // A word for who moves, as a number; nothing if there is no such word.
  std::optional<Turn> find_turn(std::string_view word) const;
  // "boards of size 1 to 26, not 99".
  Error wrong_size(int size) const;
};

// Record i of records that lie one after the other, with as many earlier ones of its game as there
// are, at most `history`.
layout::RecordMoment moment_at(const RecordType& type, std::span<const std::byte> records,
                               std::size_t i, int history);

}  // namespace intarsia::game
