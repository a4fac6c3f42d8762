// What a file says of a game move by move: evaluations, clocks and comments.

#pragma once

#include "python/bind/objects.h"

namespace intarsia::bind {

// The properties of games.
void bind_notes(nb::class_<GameObject>& game);

// What makes a game again that has notes, for pickle.
void bind_noted_game(nb::module_& m);

// What __reduce__ returns: what makes the game and its arguments, and the notes if there are any.
nb::tuple with_notes(const GameObject& game, nb::handle type, nb::handle arguments);

}  // namespace intarsia::bind
