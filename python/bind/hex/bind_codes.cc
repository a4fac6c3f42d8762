// The codes and symmetries of Hex: ia.hex stands on them.

#include <algorithm>
#include <type_traits>
#include <variant>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "intarsia/hex/color.h"
#include "intarsia/hex/symmetry.h"
#include "intarsia/hex/turn.h"
#include "python/bind/bind.h"
#include "python/bind/errors.h"
#include "python/bind/hex/line.h"

namespace intarsia::bind {

namespace {

using hex::Symmetry;

nb::dict constants() {
  nb::dict out;
  for (const auto& [name, value] : hex::kConstants) {
    const nb::str key(name.data(), name.size());
    std::visit(
        [&](auto v) {
          if constexpr (std::is_same_v<decltype(v), char>) {
            out[key] = nb::str(&v, 1);
          } else {
            out[key] = v;
          }
        },
        value);
  }
  return out;
}

std::string_view infer_turn(int blue, int red, std::optional<bool> has_swap) {
  if (blue < 0 || red < 0) throw nb::value_error("stones: expected their numbers, 0 or more");
  return hex::name(hex::infer_turn(blue, red, has_swap));
}

Symmetry symmetry_in(std::string_view name) {
  for (const auto& known : hex::kSymmetries) {
    if (known.name == name) return known.symmetry;
  }
  throw nb::value_error("no such symmetry");
}

// name, whether colours are exchanged, whether first edges become second ones
nb::list symmetries() {
  nb::list out;
  for (const auto& [name, s] : hex::kSymmetries) {
    out.append(nb::make_tuple(nb::str(name.data(), name.size()), s.exchanges_colors(),
                              s.exchanges_edges()));
  }
  return out;
}

std::string_view then(std::string_view a, std::string_view b) {
  const Symmetry both = symmetry_in(a).then(symmetry_in(b));
  for (const auto& known : hex::kSymmetries) {
    if (known.symmetry == both) return known.name;
  }
  return a;
}

// Where each cell goes.
std::vector<int> cell_map(std::string_view name, int n) {
  if (!hex::is_size(n)) throw nb::value_error(hex::wrong_size().c_str());
  const Symmetry symmetry = symmetry_in(name);
  std::vector<int> places(static_cast<std::size_t>(hex::cell_count(n)));
  for (std::size_t c = 0; c < places.size(); ++c) places[c] = symmetry(static_cast<Cell>(c), n);
  return places;
}

HexGameObject turned_game(std::string_view name, const HexGameObject& g) {
  const Symmetry s = symmetry_in(name);
  const auto number =
      static_cast<std::size_t>(std::find_if(hex::kSymmetries.begin(), hex::kSymmetries.end(),
                                            [&](const auto& known) { return known.name == name; }) -
                               hex::kSymmetries.begin());
  HexGameObject out{copy_of(g)};
  out.line = games::hex_game().symmetries->turn_line(hex_line(*g.line), number);
  out.recorded = games::outcome_of(s(games::winner_of(g.recorded)));
  return out;
}

// The codes, by name in both directions. What is no code becomes None, or is an error
// where every number of the code means a colour.
void bind_colors(nb::module_& m) {
  m.def("hex_to_piece", [](nb::handle c) { return static_cast<int>(hex::to_piece(color_in(c))); });
  m.def("hex_to_channel",
        [](nb::handle c) { return static_cast<int>(hex::to_channel(color_in(c))); });
  m.def("hex_to_player",
        [](nb::handle c) { return static_cast<int>(hex::to_player(color_in(c))); });
  m.def("hex_to_training", [](nb::handle c) { return hex::to_training(color_in(c)); });
  m.def("hex_to_trmph", [](nb::handle c, bool legacy) {
    const char letter =
        hex::to_trmph(color_in(c), legacy ? hex::Alphabet::kDigits : hex::Alphabet::kLetters);
    return std::string(1, letter);
  });
  m.def("hex_from_piece",
        [](std::int8_t p) { return name_or_none(hex::from_piece(static_cast<hex::Piece>(p))); });
  m.def("hex_from_channel", [](std::uint8_t c) {
    return name_or_none(hex::from_channel(static_cast<hex::Channel>(c)));
  });
  m.def("hex_from_player",
        [](std::uint8_t p) { return name_or_none(hex::from_player(static_cast<hex::Player>(p))); });
  m.def("hex_from_trmph", [](std::string_view letter) {
    return name_or_none(letter.size() == 1 ? hex::from_trmph(letter[0]) : std::nullopt);
  });
  m.def("hex_from_training", [](float winner) { return name_or_none(hex::from_training(winner)); });
}

}  // namespace

void bind_hex_codes(nb::module_& m) {
  m.def("hex_constants", constants);
  bind_colors(m);
  m.def("hex_infer_turn", infer_turn, nb::arg("blue"), nb::arg("red"), nb::arg("has_swap").none());
  m.def("hex_symmetries", symmetries);
  m.def("hex_symmetry_then", then, nb::arg("a"), nb::arg("b"));
  m.def("hex_cell_map", cell_map, nb::arg("symmetry"), nb::arg("size"));
  m.def(
      "hex_cell", [](nb::handle cell, int n) { return static_cast<int>(cell_in(cell, n)); },
      nb::arg("cell").none(), nb::arg("size"));
  m.def("hex_turned_game", turned_game, nb::arg("symmetry"), nb::arg("game"));
}

}  // namespace intarsia::bind
