// What Python calls with as a position, a board's size or an option of a game.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>

#include "intarsia/game/game_type.h"
#include "python/bind/objects.h"

namespace intarsia::bind {

// The bytes of a str, which live as long as it.
std::string_view utf8_of(nb::handle text);

// A board's size by its number or as the game writes it; none: the usual one, or what a text says.
using SizeArgument = std::optional<std::variant<int, std::string>>;
std::optional<int> size_in(const GameType& type, const SizeArgument& size);
// The size as Python shows it: a number, or a text where the game writes no number.
nb::object size_object(const GameType& type, int size);

// The same as it is written in code: 11, '7x6'.
std::string size_literal(const GameType& type, int size);

// Options of games by their names in Python (normalise_swap=True). What no game has is a TypeError.
game::Options options_in(const nb::dict& given, std::span<const GameType* const> games,
                         game::OptionInfo::Use use = game::OptionInfo::Use::kReading);
// The same in the other direction.
nb::dict options_dict(const GameType& type, const game::Options& options);

// A text of another game than the one at hand, with what reads it.
std::optional<Error> refuse_other_game(const GameType& type, std::string_view text);

// TypeError for a position of another game.
[[noreturn]] void raise_other_game(const GameType& type, const game::Line& found);

// A text, a position, a game, a record, or what the game's own classes take; with what is recorded.
// TypeError for what is no position, ParseError for one of another game. If a layout is all that the
// line is for, boards that say no more than it shows will do.
GameObject game_from(const GameType& type, nb::handle source, const game::Options& options = {},
                     const layout::Layout* l = nullptr);
game::LinePtr line_from(const GameType& type, nb::handle source, const game::Options& options = {},
                        const layout::Layout* l = nullptr);

// The position of a record of NumPy (np.void), or nothing for other objects.
std::optional<nb::object> find_record_position(nb::handle source);

}  // namespace intarsia::bind
