// A position with the moves that led to it: what Python's Position and ChessGame hold.

#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "intarsia/base/result.h"
#include "intarsia/chess/game.h"
#include "intarsia/chess/record.h"

namespace intarsia::bind {

namespace nb = nanobind;

// Lines share their replay until one of them goes on: the positions of a game cost no more than the
// game.
class Line {
 public:
  // `earlier`: how often the first position had stood before the line begins, where a record or a
  // tensor says so: its moves are then not known.
  explicit Line(chess::Replay replay, int earlier = 0);

  const chess::Position& start() const { return replay_->start(); }
  const chess::Position& position() const { return position_; }
  int ply() const { return ply_; }
  std::span<const chess::Move> moves() const {
    return std::span(replay_->moves()).first(static_cast<std::size_t>(ply_));
  }
  // `ago` plies before this one.
  chess::State state(int ago = 0) const { return replay_->state(replay_->ply() - ply_ + ago); }

  int earlier() const { return earlier_; }
  void add_earlier(int count) { earlier_ += count; }

  int occurrences() const;
  std::optional<chess::Outcome> outcome() const {
    return chess::outcome_of(position(), occurrences());
  }

  // The line as it was after so many plies.
  Line at(int ply) const;

  // Plays a legal move. Beyond the plies that a position line may have, ValueError: what is played
  // can be written and read back.
  void play(chess::Move m);
  // Not at the start.
  void undo();

  // Adds this state and up to `history` before it, oldest first; answers how many were before it.
  int append_states(int history, std::vector<chess::State>& out) const;

  friend bool operator==(const Line& a, const Line& b);

 private:
  chess::Replay& own();

  std::shared_ptr<chess::Replay> replay_;
  int ply_;
  chess::Position position_;
  int earlier_;
};

// The two classes of Python: a value, and a game that goes on.
struct PositionObject {
  Line line;
};
struct GameObject {
  Line line;
  chess::Score recorded = chess::Score::kUnknown;  // how it ended, if a file says so
  nb::dict tags = {};                              // the user's own: name to text
};

// "startpos moves e2e4", or with a FEN: reads back as the same line. With Chess960 the flag must be
// given beside it.
std::string to_text(const Line& line);

// What can be pasted: ia.Position('startpos moves e2e4').
std::string to_repr(const char* type, const Line& line);

// The arguments that make the same object again.
nb::tuple arguments_of(const Line& line);

// The bytes of a str, which live as long as it.
std::string_view utf8_of(nb::handle text);

// What Python calls with: a text, a Position, a ChessGame, a board of python-chess or a record.
Line line_from(nb::handle source);
Line line_from(nb::handle source, nb::handle chess960, nb::handle occurrences);

// The position object of a record of NumPy (np.void), or nothing for other objects.
std::optional<nb::object> find_record_position(nb::handle source);

// The line that a Position or ChessGame holds, or nothing for other objects.
const Line* find_line(nb::handle object);

// A board of python-chess (or what has its attributes): its position and moves.
bool is_board(nb::handle object);
Line line_of_board(nb::handle board);

// The text of a move: a text, or what a method uci() says. That is Python's code, which may do
// anything: hold no position while it runs. Other objects have none, or raise TypeError.
std::optional<std::string> find_move_text(nb::handle move);
std::string move_text(nb::handle move);

// The move that a text means. One that is not legal raises IllegalError, which says what is.
chess::Move move_from(const chess::Position& p, const std::string& text);

}  // namespace intarsia::bind
