// Files of games and positions: the formats of a game, and what their parsers report.
//
// A parser takes bytes in chunks of any size and reports every game to a sink, in order. There is
// one for each format; `build` keeps the records, other readers the lines.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/game/game_row.h"
#include "intarsia/game/line.h"
#include "intarsia/game/options.h"
#include "intarsia/game/place.h"

namespace intarsia::game {

using Tag = std::pair<std::string, std::string>;

// A game as filters see it: its row, and the texts that a row has no room for.
struct GameFacts {
  GameRow row;
  std::string time_control = {};  // as written
  std::uint64_t tags = 0;         // bit i: a tag fits the rule with that number
};

// What the tags of a game must say: that one of these names has a value which fits the pattern (* for any
// text, ? for a letter, | between patterns of which one must fit; capitals or not), or that none has.
struct TagRule {
  std::vector<std::string> names;
  std::string pattern = "*";
  bool is_wanted = true;

  friend bool operator==(const TagRule&, const TagRule&) = default;
};
inline constexpr std::size_t kMaxTagRules = 64;  // as many as GameFacts::tags has bits

// What a text says and nobody keeps: how often, of the game itself (not inside variations).
struct Unkept {
  std::uint64_t comments = 0;
  std::uint64_t variations = 0;
  std::uint64_t marks = 0;  // of annotators: NAGs, !?
};

// What a text says of a game besides its positions.
struct Recorded {
  Outcome outcome = Outcome::kUnknown;
  std::vector<std::int16_t> evals = {};  // by position: [0] is the start's. May be shorter
  // If notes are wanted: the seconds that the mover had left, by move (NaN: not said; may be shorter),
  // and what is said in words, by the number of moves before it, in order.
  std::vector<double> clocks = {};
  std::vector<std::pair<int, std::string>> comments = {};
  std::vector<Tag> tags = {};
  bool has_swapped_sides = false;  // the persons changed colours after the first move
  Unkept unkept = {};              // if notes are wanted
};

// A game, or a position alone, as its text says it.
struct ReadGame {
  LinePtr line = nullptr;  // null if nothing can be said of it
  bool is_game = true;
  int shown = 0;  // plies up to the position that the text shows: a link may show an earlier one
  Recorded recorded = {};
  std::vector<Fault> faults = {};

  // The first fault that was put right and is worth a word; nothing if there is none.
  const Fault* first_mended() const {
    for (const Fault& f : faults) {
      if (!f.is_refusal && !f.is_usual) return &f;
    }
    return nullptr;
  }
  // The fault that refused it; nothing if none did.
  const Fault* refusal() const {
    for (const Fault& f : faults) {
      if (f.is_refusal) return &f;
    }
    return nullptr;
  }
};

// What `check` says of games of every kind, in this order.
inline constexpr std::string_view kGameKeys[] = {"variant", "plies", "result", "final", "key"};

// What a parser reports of one game.
struct ParsedGame {
  Place place;                     // where it begins
  const GameType* type = nullptr;  // of one that was refused perhaps not known
  GameFacts facts = {};
  // If records are wanted: its positions, and what its hash is made of (start and moves).
  std::span<const std::byte> records = {};
  std::size_t record_bytes = 0;  // of one
  std::string_view content = {};
  std::function<bool(std::uint32_t ply)> is_quiet = {};  // none: all are
  ReadGame read = {};                                    // its line only if lines are wanted
};

// Receives the games of a parser.
class GameSink {
 public:
  virtual ~GameSink() = default;
  // What stands before the moves. False if they are not wanted; `take` comes all the same.
  virtual bool wants_moves(const GameType& /*type*/, const GameFacts& /*facts*/) { return true; }
  // A game that was read, or refused (its faults say why).
  virtual void take(ParsedGame& game) = 0;
  // Whether the parser should wait before it reports more.
  virtual bool is_full() const { return false; }
};

struct ParserOptions {
  Options game = {};
  bool wants_records = false;
  bool with_final = false;  // also a record of each game's last position
  bool wants_quiet = false;
  bool wants_lines = false;
  bool wants_notes = false;            // clocks and comments, which take time and memory
  std::span<const TagRule> tags = {};  // what is noted in GameFacts; outlive the parser
};

class GameParser {
 public:
  virtual ~GameParser() = default;

  virtual void feed(std::string_view text) = 0;
  // The source, or this parser's part of it, ends here.
  virtual void finish() = 0;
  // After `finish`: reads on, if the sink was full; false if all was read.
  virtual bool go_on() { return false; }
  // The source is damaged behind what was fed: what can be read without that is, and a game that has
  // no end is not reported. Then `go_on`, as after `finish`.
  virtual void abandon() {}
  // How many games it has begun to read. Each of them is reported, but one that was abandoned.
  virtual std::uint64_t begun() const = 0;
  // Whether a game that seems to begin here does: then `finish` and another parser report the same.
  virtual bool is_border() const = 0;
  // The place behind all that was fed, and the number of the next game. Only at a border.
  virtual Place next_place() const = 0;
};

using ParserPtr = std::unique_ptr<GameParser>;

struct Format {
  std::string_view name;                           // "pgn"
  std::string_view game;                           // whose it is
  std::span<const std::string_view> endings = {};  // of file names: ".pgn"
  // Whether a text looks like it: its first line that says something, and what follows.
  bool (*is_text)(std::string_view line, std::string_view rest) = nullptr;
  // Its lines are positions as well: then they are games only for verbs that want games, or if the
  // file's name or the caller says so.
  bool has_position_lines = false;
  // The parser of a text whose first byte has that place. The sink must outlive it.
  ParserPtr (*make_parser)(const ParserOptions& options, const Place& first,
                           GameSink& sink) = nullptr;
  // Where the last game of the text seems to begin; 0 if nowhere behind the text's start.
  std::size_t (*last_start)(std::string_view text) = nullptr;
};

// A format, and the type of the games in it.
struct FoundFormat {
  Format format;
  const GameType* type = nullptr;
};

// The usual `last_start`: behind the last line's end; and that of texts that cannot be split.
std::size_t after_last_line(std::string_view text);
std::size_t nowhere(std::string_view text);

// A form in which games, or records one by one, are written.
struct Writer {
  std::string_view name;
  std::span<const std::string_view> endings = {};
  std::string_view help = {};
  // A whole game; null if the form is of positions alone.
  Result<std::string> (*write_game)(const ReadGame& game, const Options& options) = nullptr;
  // Adds a record that was checked; false if it cannot be said in this form.
  bool (*append_record)(int size, std::span<const std::byte> record, const Options& options,
                        std::string& out) = nullptr;
  std::string_view left_out = {};  // why records cannot be said
  bool is_usual = false;           // of games, where nothing says which
  bool has_outcomes = true;
  bool has_notes = false;  // evaluations and clocks
};

}  // namespace intarsia::game
