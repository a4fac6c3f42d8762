// Lines as the arguments of the classes that hold them: to make one, to write it, to pickle it.

#pragma once

#include <string>
#include <string_view>

#include <nanobind/nanobind.h>

#include "python/bind/lines.h"
#include "python/bind/objects.h"

namespace intarsia::bind {

// As Python writes it.
std::string quoted(nb::handle object);

// The start of a game, or what a source says; on a board of the size, if one is named.
GameObject made_game(std::string_view name, nb::handle source, const SizeArgument& size,
                     const nb::kwargs& options);

// What can be pasted: ia.Game('hex', 'hex 5', swap='literal'). `more` are arguments by name.
std::string repr_of(const char* name, const game::Line& line, const nb::dict& more);

// What pickle takes.
nb::tuple reduced(nb::handle self, const game::Line& line, const nb::dict& more);

// An outcome in a word of the game, under the name that all classes have for it or under `old`, one
// that a class had before. Unknown if neither is given.
Outcome outcome_in(const GameType& type, nb::handle outcome, const char* old = nullptr,
                   nb::handle by_old = Py_None);

// Plays a move; IllegalError if it cannot be played.
void play(game::Line& line, const std::string& move);

}  // namespace intarsia::bind
