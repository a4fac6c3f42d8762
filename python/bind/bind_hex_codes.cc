// The codes and symmetries of Hex: ia.hex stands on them.

#include <map>
#include <type_traits>
#include <variant>

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "intarsia/base/text.h"
#include "intarsia/hex/position_line.h"
#include "intarsia/hex/tensor/symmetry.h"
#include "python/bind/batch.h"
#include "python/bind/bind.h"
#include "python/bind/errors.h"
#include "python/bind/games.h"
#include "python/bind/records.h"
#include "python/bind/tensor.h"

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
  if (!hex::is_size(n)) throw nb::value_error("boards have sizes from 1 to 26");
  const Symmetry symmetry = symmetry_in(name);
  std::vector<int> places(static_cast<std::size_t>(hex::cell_count(n)));
  for (std::size_t c = 0; c < places.size(); ++c) places[c] = symmetry(static_cast<Cell>(c), n);
  return places;
}

// The size that an object or a text has, if it is of Hex.
std::optional<int> size_of(nb::handle item) {
  if (const auto* position = find<HexPositionObject>(item)) return position->line.position().size();
  if (const auto* game = find<HexGameObject>(item)) return game->replay.start().size();
  if (!PyUnicode_Check(item.ptr())) return std::nullopt;
  const std::string_view text = utf8_of(item);
  return hex::is_position_line(text) ? hex::peek_size(text) : std::nullopt;
}

// How many positions there are of each size.
std::map<int, int> sizes_of(const nb::tuple& positions) {
  std::map<int, int> counts;
  Signals signals;
  for (nb::handle item : positions) {
    signals.check();
    if (const auto n = size_of(item)) ++counts[*n];
  }
  return counts;
}

// The whole line: its start, and each move.
hex::Replay turned(Symmetry s, const hex::Replay& line) {
  hex::Replay out(s(line.start()));
  for (hex::Move m : line.moves()) out.play(s(m, line.start().size()));
  return out;
}

HexPositionObject turned_position(std::string_view name, const HexPositionObject& p) {
  return {HexLine(turned(symmetry_in(name), p.line.to_replay()))};
}

void turned_tensors(std::string_view name, const layout::Plan& plan, const Tensors& tensors,
                    const TensorsOut& out) {
  if (plan.layout().catalogue->game != "hex") {
    throw nb::value_error(concat({plan.layout().id, " is no layout of hex"}).c_str());
  }
  const auto rows = rows_of(tensors, plan);
  const auto results = rows_of(out, plan);
  if (results.count != rows.count) throw nb::value_error("as many rows as tensors are needed");
  const auto symmetry = value_of(hex::TensorSymmetry::make(plan, symmetry_in(name)));
  run_batch(rows.count, kPiece, 1, [&]() -> Work {
    return [&](const Piece& piece) {
      return piece.each([&](std::size_t i) -> std::optional<Error> {
        symmetry.apply(rows.row(i), results.row(i));
        return std::nullopt;
      });
    };
  });
}

void turned_records(std::string_view name, int n, const RecordArray& records,
                    const RecordRows<std::uint8_t>& out) {
  if (!hex::is_size(n)) throw nb::value_error("boards have sizes from 1 to 26");
  check_records(records, hex::record_shape(n).bytes);
  check_records(out, hex::record_shape(n).bytes);
  if (records.shape(0) != out.shape(0)) throw nb::value_error("as many rows as records are needed");
  const Symmetry s = symmetry_in(name);
  each_row(records.shape(0), [&](std::size_t i) {
    const auto unpacked = hex::unpack(n, RecordCopy(records, i).bytes());
    if (!unpacked) raise(unpacked.error());
    const hex::Unpacked u = s(*unpacked);
    hex::pack(u.position, u.targets, record_at(out, i));
  });
}

// The codes, by name in both directions. What is no code is answered with None, or with an error
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
  m.def("is_hex_line", hex::is_position_line, nb::arg("text"));
  m.def("hex_sizes", sizes_of, nb::arg("positions"));
  m.def("hex_symmetries", symmetries);
  m.def("hex_symmetry_then", then, nb::arg("a"), nb::arg("b"));
  m.def("hex_cell_map", cell_map, nb::arg("symmetry"), nb::arg("size"));
  m.def("hex_turned_position", turned_position, nb::arg("symmetry"), nb::arg("position"));
  m.def(
      "hex_turned_game",
      [](std::string_view name, const HexGameObject& g) {
        const Symmetry s = symmetry_in(name);
        HexGameObject out{turned(s, g.replay), s(g.recorded), g.has_swapped_sides};
        out.tags = nb::borrow<nb::dict>(g.tags.attr("copy")());
        return out;
      },
      nb::arg("symmetry"), nb::arg("game"));
  m.def("hex_turned_tensors", turned_tensors, nb::arg("symmetry"), nb::arg("plan"),
        nb::arg("tensors").noconvert(), nb::arg("out").noconvert());
  m.def("hex_turned_records", turned_records, nb::arg("symmetry"), nb::arg("size"),
        nb::arg("records"), nb::arg("out").noconvert());
}

}  // namespace intarsia::bind
