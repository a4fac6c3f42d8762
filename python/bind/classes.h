// The classes that a game has of its own in Python: ia.ChessGame beside ia.Game.
//
// A game needs none. One that has some says so in its folder, by one object:
//
//   const AddClasses kClasses({.game = "hex", .bind = bind_hex, …});

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <nanobind/nanobind.h>

#include "intarsia/base/result.h"
#include "intarsia/draw/picture.h"
#include "intarsia/game/tensors.h"
#include "python/bind/objects.h"

namespace intarsia::bind {

// What a tensor shows of one ply, kept without Python's lock and made an object with it.
class Shown {
 public:
  virtual ~Shown() = default;
  virtual nb::object object() = 0;
};

struct GameClasses {
  std::string_view game = {};
  void (*bind)(nb::module_& m) = nullptr;

  // In words: what a position can be made of, how a move is given, and the classes.
  std::string_view sources = "a position as text, a GamePosition, a Game or a record";
  std::string_view moves = "a move as text";
  std::string_view position_class = {};
  std::string_view game_class = {};

  nb::object (*to_position)(game::LinePtr line) = nullptr;
  nb::object (*to_game)(GameObject game) = nullptr;
  // Of a ply that is no position.
  std::unique_ptr<Shown> (*to_setup)(const game::Decoder& decoder, std::size_t ply) = nullptr;

  // Objects that are positions though they are none of ours: whether one is, its line and its size (none:
  // the game has one); and a move's text, if it is one. They run Python's code. A layout that is given
  // is all that will be asked of the line: perhaps it need not know who moves.
  bool (*is_foreign)(nb::handle object) = nullptr;
  game::LinePtr (*foreign_line)(nb::handle object, const layout::Layout* l) = nullptr;
  int (*foreign_size)(nb::handle object) = nullptr;
  std::optional<std::string> (*foreign_move)(nb::handle object, int size) = nullptr;
  // The board of an object of which less is known than a position needs; nothing for others.
  std::optional<draw::Picture> (*setup_picture)(nb::handle object) = nullptr;

  // What a file says in a tag, as text; none: what is not UTF-8 is Latin-1, in which every byte is a
  // letter.
  nb::object (*tag_text)(std::string_view bytes) = nullptr;

  // What to say of a move that cannot be played.
  Error (*explain)(const game::Line& line, std::string_view move, Error error) = nullptr;
};

class AddClasses {
 public:
  explicit AddClasses(const GameClasses& classes);
};

// In the order of the games.
void bind_classes(nb::module_& m);

// The game's own, or the general ones.
const GameClasses& classes_of(const GameType& type);

nb::object to_position(game::LinePtr line);
nb::object to_game(GameObject game);

// Whether any game takes the object for a position, though it is none of ours.
bool is_foreign(nb::handle object);

// The board of an object that is less than a position of any game; nothing for others.
std::optional<draw::Picture> setup_picture(nb::handle object);

// The text of a move on a board of a size. Asking for it may run Python's code, which may do anything:
// hold no line meanwhile. TypeError for what is no move.
std::string move_text(const GameType& type, int size, nb::handle move);

// IllegalError for a move that cannot be played.
[[noreturn]] void raise_illegal_move(const game::Line& line, std::string_view move, Error error);

}  // namespace intarsia::bind
