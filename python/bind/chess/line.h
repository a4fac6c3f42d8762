// Python's Position and ChessGame: lines of chess, and what they can be made of.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "intarsia/games/chess.h"
#include "python/bind/lines.h"
#include "python/bind/objects.h"

namespace intarsia::bind {

using games::ChessLine;

struct ChessPositionObject : PositionObject {};
struct ChessGameObject : GameObject {};
static_assert(sizeof(ChessPositionObject) == sizeof(PositionObject));
static_assert(sizeof(ChessGameObject) == sizeof(GameObject));

// Python's Setup: what a text or a tensor says, playable or not.
struct ChessSetupObject {
  chess::Setup setup;
};

ChessPositionObject chess_position(chess::Replay replay);

// The line as one of chess. Somebody may have called the general class's __init__ for one of ours with
// another game: TypeError.
const ChessLine& chess_line(const game::Line& line);

// How often the first position of the line had stood, itself included.
int start_occurrences(const ChessLine& line);

// "startpos moves e2e4", or with a FEN: reads back as the same line. With Chess960 the flag must be
// given beside it.
std::string to_text(const ChessLine& line);

// What can be pasted: ia.Position('startpos moves e2e4').
std::string to_repr(const char* type, const ChessLine& line);

// The arguments that make the same object again.
nb::tuple arguments_of(const ChessLine& line);

// What Python calls with: a text, a Position, a ChessGame, a board of python-chess or a record.
// `occurrences` are added to what the source says of its first position.
game::LinePtr chess_line_from(nb::handle source, nb::handle chess960, nb::handle occurrences);
game::LinePtr chess_line_from(nb::handle source);

// A board of python-chess (or what has its attributes): its position and moves.
bool is_board(nb::handle object);
game::LinePtr line_of_board(nb::handle board, const layout::Layout* l = nullptr);

// Plays a legal move. Beyond the plies that a position line may have, ValueError: what is played
// can be written and read back.
void play(ChessLine& line, chess::Move m);

// The text of a move: a text, or what a method uci() says. That is Python's code, which may do
// anything: hold no position while it runs. Other objects have none, or raise TypeError.
std::optional<std::string> find_move_text(nb::handle move);
std::string chess_move_text(nb::handle move);

// The move that a text means. One that is not legal raises IllegalError, which says what is.
chess::Move move_from(const chess::Position& p, const std::string& text);
Error with_suggestions(const chess::Position& p, std::string_view text, Error error);

void bind_chess_position(nb::module_& m);
void bind_chess_moves(nb::module_& m);
void bind_chess_setup(nb::module_& m);
void bind_chess_game(nb::module_& m);
void bind_transition(nb::module_& m);

}  // namespace intarsia::bind
