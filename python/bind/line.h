// A position with the moves that led to it: what Python's Position and ChessGame hold.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "intarsia/base/result.h"
#include "intarsia/chess/game.h"

namespace intarsia::bind {

namespace nb = nanobind;

struct Line {
  chess::Replay replay;
  // How often the first position had stood before the line begins, where a record or a tensor says
  // so: its moves are then not known.
  int earlier = 0;

  const chess::Position& position() const { return replay.position(); }
  int occurrences() const;
  std::optional<chess::Outcome> outcome() const {
    return chess::outcome_of(position(), occurrences());
  }

  // Adds this state and up to `history` before it, oldest first; answers how many were before it.
  int append_states(int history, std::vector<chess::State>& out) const;

  friend bool operator==(const Line& a, const Line& b) {
    return a.earlier == b.earlier && a.replay.game() == b.replay.game();
  }
};

// The two classes of Python: a value, and a game that goes on.
struct PositionObject {
  Line line;
};
struct GameObject {
  Line line;
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

// Plays a legal move. Beyond the plies that a position line may have, ValueError: what is played
// can be written and read back.
void play(chess::Replay& replay, chess::Move m);

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
