// Python's HexPosition and HexGame: lines of Hex, and what they can be made of.

#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nanobind/nanobind.h>

#include "intarsia/games/hex.h"
#include "intarsia/hex/reading.h"
#include "python/bind/lines.h"
#include "python/bind/objects.h"

namespace intarsia::bind {

using games::HexLine;

struct HexPositionObject : PositionObject {};
struct HexGameObject : GameObject {};
static_assert(sizeof(HexPositionObject) == sizeof(PositionObject));
static_assert(sizeof(HexGameObject) == sizeof(GameObject));

// What a tensor says of a board.
struct HexSetupObject {
  int size;
  std::array<hex::Cells, hex::kColors> stones;
  std::optional<hex::Color> turn;
  friend bool operator==(const HexSetupObject&, const HexSetupObject&) = default;
};

HexPositionObject hex_position(hex::Replay replay);

// The line as one of Hex. Somebody may have called the general class's __init__ for one of ours with
// another game: TypeError.
const HexLine& hex_line(const game::Line& line);

// The owner of the chain, if there is one.
std::optional<hex::Color> chain_of(const HexLine& line);
// The same or, without a chain, who is recorded to have won.
std::optional<hex::Color> winner_of(const HexGameObject& game);

// 'transposed' (also 'pieces') or 'literal', as the option of the game is written.
hex::SwapRule swap_rule_in(nb::handle swap);
std::string_view swap_name(const HexLine& line);

// 'blue' or 'red'; nothing else means a colour, numbers least of all.
hex::Color color_in(nb::handle name);

nb::object name_or_none(std::optional<hex::Color> c);

// What Python calls with: a size, a text in any form, a HexPosition or a HexGame.
HexGameObject hex_game_from(nb::handle source, hex::SwapRule rule);
game::LinePtr hex_line_from(nb::handle source, hex::SwapRule rule);

// What a file says in a tag. Old files are in any encoding: what is not UTF-8 is kept as replacement
// characters.
nb::object hex_tag_text(std::string_view bytes);

// A game that was read, with all its moves.
HexGameObject object_of(const hex::Game& g);

// The game as readers and writers know it. A game that began from stones has none: ValueError.
hex::Game to_game(const HexGameObject& object);

// Whether it is a HexSetup; its line, for a layout perhaps without its being known who moves.
bool is_setup(nb::handle object);
game::LinePtr line_of_setup(nb::handle setup, const layout::Layout* l);
int size_of_setup(nb::handle setup);
// The board of one that does not say who moves; nothing for others.
std::optional<draw::Picture> picture_of_setup(nb::handle setup);

// A cell by its name, as (row, column) from 0, or by its number.
Cell cell_in(nb::handle cell, int n);
// The same as a move's text; the number behind the last cell is the swap, as in policies. Nothing for
// what is no such thing.
std::optional<std::string> move_text_of_cell(nb::handle cell, int n);

// A move as Python gives it; one that is not legal raises IllegalError, which says why.
hex::Move hex_move_from(const HexLine& line, nb::handle move);

// The names of cells from the lowest up.
std::vector<std::string> cell_names(const hex::Cells& cells, int n);

void bind_hex_setup(nb::module_& m);
void bind_hex_position(nb::module_& m);
void bind_hex_game(nb::module_& m);
void bind_hex_codes(nb::module_& m);

}  // namespace intarsia::bind
