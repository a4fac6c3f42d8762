// Boards of Hex of which less is known than a position needs.

#include <functional>

#include "intarsia/base/text.h"
#include "intarsia/hex/tensor/layouts.h"
#include "python/bind/bind.h"
#include "python/bind/errors.h"
#include "python/bind/hex/state.h"

namespace intarsia::bind {

namespace {

constexpr const char* kSetupDoc =
    R"(What a tensor says of a Hex board: some stones, perhaps not who moves.

>>> board = ia.HexSetup(5, blue=["c3"], red=["b1"])
>>> board.turn is None, board.stones
(True, {'blue': ['c3'], 'red': ['b1']})
>>> board.position("red")
ia.HexPosition('hex 5 blue c3 red b1 turn red'))";

hex::Cells cells_in(const std::vector<std::string>& names, int n) {
  hex::Cells cells;
  for (const std::string& name : names) {
    const auto cell = hex::read_cell_name(name, n);
    if (!cell) raise({cell.error().code, 0, concat({in_quotes(name), ": ", cell.error().detail})});
    cells.insert(*cell);
  }
  return cells;
}

HexSetupObject setup_from(int n, const std::vector<std::string>& blue,
                          const std::vector<std::string>& red, nb::handle turn) {
  if (!hex::is_size(n)) {
    throw nb::value_error(concat({"size: ", hex::wrong_size()}).c_str());
  }
  HexSetupObject out{n, {cells_in(blue, n), cells_in(red, n)}, std::nullopt};
  if (!turn.is_none()) out.turn = color_in(turn);
  (void)value_of(hex::Position::from_stones(n, out.stones[0], out.stones[1], hex::kBlue));
  return out;
}

std::string list_text(const hex::Cells& cells, int n) {
  std::string out = "[";
  for (const std::string& name : cell_names(cells, n)) {
    out += concat({out.size() == 1 ? "'" : ", '", name, "'"});
  }
  return out + "]";
}

std::string setup_repr(const HexSetupObject& s) {
  std::string out = concat({"ia.HexSetup(", std::to_string(s.size)});
  for (hex::Color c : {hex::kBlue, hex::kRed}) {
    out += concat({", ", hex::name(c), "=", list_text(s.stones[index(c)], s.size)});
  }
  if (s.turn) out += concat({", turn='", hex::name(*s.turn), "'"});
  return out + ")";
}

HexPositionObject setup_position(const HexSetupObject& s, nb::handle turn) {
  if (turn.is_none() && !s.turn) {
    throw nb::value_error("turn: the board does not say who moves; say 'blue' or 'red'");
  }
  const hex::Color mover = turn.is_none() ? *s.turn : color_in(turn);
  const auto p = hex::Position::from_stones(s.size, s.stones[0], s.stones[1], mover);
  return hex_position(hex::Replay(value_of(p)));
}

}  // namespace

bool is_setup(nb::handle object) { return find<HexSetupObject>(object) != nullptr; }

int size_of_setup(nb::handle setup) { return nb::cast<HexSetupObject&>(setup).size; }

game::LinePtr line_of_setup(nb::handle setup, const layout::Layout* l) {
  const auto& s = nb::cast<HexSetupObject&>(setup);
  if (!s.turn && (l == nullptr || hex::depends_on_turn(*l))) {
    throw nb::value_error(concat({"turn: the board does not say who moves",
                                  l == nullptr ? "" : concat({", which ", l->id, " shows"}),
                                  "; setup.position('blue') or setup.position('red') says it"})
                              .c_str());
  }
  const auto p =
      hex::Position::from_stones(s.size, s.stones[0], s.stones[1], s.turn.value_or(hex::kBlue));
  return std::make_unique<HexLine>(hex::Replay(value_of(p)));
}

std::optional<draw::Picture> picture_of_setup(nb::handle setup) {
  const auto* s = find<HexSetupObject>(setup);
  if (s == nullptr || s->turn) return std::nullopt;
  const auto p = hex::Position::from_stones(s->size, s->stones[0], s->stones[1], hex::kBlue);
  const hex::Decoded shown{.stones = s->stones, .state = hex::State{value_of(p)}};
  return draw::Picture{.title = "",
                       .position = games::Hex::decoded_text(shown, s->size, {}),
                       .notes = {},
                       .shape = {},
                       .board = games::Hex::half_board(&shown, s->size, {}, hex::kBlueFrame),
                       .planes = {}};
}

void bind_hex_setup(nb::module_& m) {
  nb::class_<HexSetupObject>(m, "HexSetup", kSetupDoc)
      .def(
          "__init__",
          [](HexSetupObject* self, int size, const std::vector<std::string>& blue,
             const std::vector<std::string>& red,
             nb::handle turn) { new (self) HexSetupObject(setup_from(size, blue, red, turn)); },
          nb::arg("size"), nb::arg("blue") = std::vector<std::string>(),
          nb::arg("red") = std::vector<std::string>(), nb::arg("turn") = nb::none())
      .def_prop_ro(
          "size", [](const HexSetupObject& s) { return s.size; }, "The board's size.")
      .def_prop_ro(
          "turn", [](const HexSetupObject& s) { return name_or_none(s.turn); },
          nb::sig("def turn(self) -> str | None"), "Who moves, if that is known.")
      .def_prop_ro(
          "stones",
          [](const HexSetupObject& s) { return stone_names(s.size, s.stones[0], s.stones[1]); },
          "What stands where: {'blue': ['c3'], 'red': ['b1']}.")
      .def("position", setup_position, nb::arg("turn") = nb::none(),
           "The position with these stones; `turn` says who moves where the board does not.")
      .def("__eq__",
           [](const HexSetupObject& a, nb::handle b) {
             const auto* other = find<HexSetupObject>(b);
             return other != nullptr && a == *other;
           })
      .def("__hash__",
           [](const HexSetupObject& s) { return std::hash<std::string>()(setup_repr(s)); })
      .def("__reduce__",
           [](nb::handle self) {
             const auto& s = nb::cast<HexSetupObject&>(self);
             return nb::make_tuple(
                 self.type(),
                 nb::make_tuple(s.size, cell_names(s.stones[0], s.size),
                                cell_names(s.stones[1], s.size), name_or_none(s.turn)));
           })
      .def("__repr__", setup_repr);
}

StoneNames stone_names(int n, const hex::Cells& blue, const hex::Cells& red) {
  return {{"blue", cell_names(blue, n)}, {"red", cell_names(red, n)}};
}

}  // namespace intarsia::bind
