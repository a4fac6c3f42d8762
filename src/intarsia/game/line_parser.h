// The base of parsers whose texts are lines, whatever chunks they come in.

#pragma once

#include <string>
#include <string_view>

#include "intarsia/game/parser.h"
#include "intarsia/game/position_line.h"

namespace intarsia::game {

class LineParser : public GameParser {
 public:
  void feed(std::string_view text) final;
  void finish() final;
  std::uint64_t begun() const final { return next_.game - first_game_; }
  bool is_border() const override { return line_.empty() && !is_long_; }
  Place next_place() const final { return next_; }

 protected:
  LineParser(const Place& first, GameSink& sink)
      : sink_(sink), here_(first), next_(first), first_game_(first.game) {}

  // A line without its end that is no comment. One that begins or is a game takes `next_game`.
  virtual void line(std::string_view text) = 0;
  virtual void end() {}
  // A line that is longer than kMaxLineBytes: a game that is refused, unless it is part of one.
  virtual void long_line(const Error& e) { refuse(next_game(), e); }

  // The place of the current line as that of a new game; an earlier line's, where only what follows
  // shows whether a game begins there.
  Place next_game() { return next_game(here_); }
  Place next_game(Place p) {
    p.game = next_.game++;
    return p;
  }
  const Place& here() const { return here_; }
  GameSink& sink() { return sink_; }

  // A fault of a game in the current line; the offset of the error counts from the line's start.
  Fault fault(const Place& game, const Error& e, bool is_refusal = true) const;
  // Reports a game as refused.
  void refuse(const Place& game, const Error& e);
  // Reports a line that is a position, with what stands behind it (position_line.h).
  void report_position_line(const ParserOptions& options, std::string_view text, ReadPosition read);

 private:
  void end_line(std::string_view text);

  GameSink& sink_;
  std::string line_;  // begun and not ended
  bool is_long_ = false;
  Place here_;  // of the current line
  Place next_;  // behind all that was fed; of the next game
  std::uint64_t first_game_;
};

// Reports a position that was read as a game of its own: one record, without history. Its
// outcome is the recorded one, or that of a position in which the game has ended.
void report_position(const ParserOptions& options, const Place& place, ReadGame read,
                     GameSink& sink);

}  // namespace intarsia::game
