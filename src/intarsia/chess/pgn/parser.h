// Games in PGN, read from bytes in pieces of any size, reported to a visitor.
//
//   struct Counter : PgnVisitor {
//     void move(const Position&, Move) override { ++moves; }
//     std::uint64_t moves = 0;
//   } counter;
//   PgnParser parser(counter);
//   while (read(chunk)) parser.feed(chunk);
//   parser.finish();
//
// The parser owns no games: it keeps one position and the token that a chunk's end
// has cut. However the input is cut, the visitor gets the same. Reading is tolerant
// (docs/formats.md lists of what), but a game is never silently another one: what
// cannot be understood refuses the rest of its game, with its place, and the next
// game is read. Memory and time per byte are bounded whatever the bytes.
//
// On several threads: a long input is cut where `last_game_start` finds a likely place,
// and each piece gets a parser of its own. If a piece's parser, having been fed all of
// it, says `is_border`, what the next piece's reported is right; places are moved by
// `next_place`. If it does not (a comment with a game in it), that is thrown away and
// the next piece is fed to this parser instead.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "intarsia/base/result.h"
#include "intarsia/chess/game.h"
#include "intarsia/chess/move.h"
#include "intarsia/chess/position.h"
#include "intarsia/chess/record.h"

namespace intarsia::chess {

inline constexpr std::size_t kMaxPgnTagBytes = std::size_t{64} << 10;     // of a value
inline constexpr std::size_t kMaxPgnTags = 1'024;                         // of a game
inline constexpr std::size_t kMaxPgnCommentBytes = std::size_t{1} << 20;  // longer: skipped, noted
inline constexpr std::size_t kMaxPgnTokenBytes = 255;  // the standard's limit; tag names too
inline constexpr int kMaxPgnNotes = 64;                // of a game: what was put right, reported

// Where a game begins, or a fault lies.
struct PgnPlace {
  std::uint64_t offset = 0;  // byte of the (decompressed) input
  std::uint64_t line = 1;
  std::uint64_t game = 1;
  friend bool operator==(const PgnPlace&, const PgnPlace&) = default;
};

struct PgnFault {
  ErrorCode code;
  PgnPlace place;
  int ply = 0;              // half-moves that were played before it
  bool is_refusal = false;  // nothing after it was read; else the game stands and this is a note
  std::string detail;
  friend bool operator==(const PgnFault&, const PgnFault&) = default;
};

// What the main line says besides moves, evaluations and clocks: how often. Of what lies inside a
// variation nothing is counted.
struct PgnUnkept {
  std::uint64_t comments = 0;  // counted only if comments are heard
  std::uint64_t variations = 0;
  std::uint64_t marks = 0;  // NAGs, !?, signs like +-
  friend bool operator==(const PgnUnkept&, const PgnUnkept&) = default;
};

struct PgnEnd {
  Outcome outcome = Outcome::kUnknown;  // the marker after the moves, else the tag
  int plies = 0;
  bool is_refused = false;
  bool is_skipped = false;
  std::uint64_t offset = 0;  // the byte after the game
  PgnUnkept unkept = {};
};

// Called: begin_game, tag*, end_tags, (move | eval | clock | comment)*, end_game; and fault anywhere
// between.
// After a refusal come the rest of the tags and end_game alone.
class PgnVisitor {
 public:
  virtual ~PgnVisitor() = default;

  virtual void begin_game(const PgnPlace& /*place*/) {}
  // The texts live as long as the call.
  virtual void tag(std::string_view /*name*/, std::string_view /*value*/) {}
  // The moves follow from here. False skips them, at several times the speed.
  virtual bool end_tags(const Position& /*start*/) { return true; }
  // `m` is legal in `before`, or Move::none() for a null move, if these are allowed.
  virtual void move(const Position& /*before*/, Move /*m*/) {}
  // Of the position now on the board, White's view, as records store it.
  virtual void eval(std::int16_t /*eval*/) {}
  // What the mover of the last move had left.
  virtual void clock(double /*seconds*/) {}
  // What a comment says besides commands, on one line. The text lives as long as the call.
  virtual void comment(std::string_view /*text*/) {}
  virtual void fault(const PgnFault& /*fault*/) {}
  // `last` is the position after the last move that was read.
  virtual void end_game(const PgnEnd& /*end*/, const Position& /*last*/) {}
};

struct PgnOptions {
  bool evals = false;       // hear [%eval …]
  bool clocks = false;      // hear [%clk …]
  bool comments = false;    // hear what else {…} says
  bool null_moves = false;  // let -- and Z0 pass
  bool chess960 = false;    // take every game as Chess960
};

class PgnParser {
 public:
  // `first`: the place of the input's first byte, and the number of its first game.
  explicit PgnParser(PgnVisitor& visitor, const PgnOptions& options = {}, PgnPlace first = {});
  ~PgnParser();
  PgnParser(const PgnParser&) = delete;
  PgnParser& operator=(const PgnParser&) = delete;

  void feed(std::string_view chunk);
  // The input ends here.
  void finish();

  // Whether a line that begins with "[Event " here would begin a new game: then `finish` here and
  // another parser from here on tell what this one would.
  bool is_border() const;
  // The place behind all that was fed, and the number of the next game. Only at a border.
  PgnPlace next_place() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

// Where the last line that begins with "[Event " starts, if not at the text's start; else 0.
std::size_t last_game_start(std::string_view text);

// As written in PGN: 1-0, 0-1, 1/2-1/2, *.
std::string_view pgn_result(Outcome s);

}  // namespace intarsia::chess
