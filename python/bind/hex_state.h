// What HexPosition and HexGame have in common: questions about the position on the board.

#pragma once

#include <map>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "python/bind/hex_line.h"
#include "python/bind/outcome.h"
#include "python/bind/state.h"

namespace intarsia::bind {

using StoneNames = std::map<std::string, std::vector<std::string>>;

// {"blue": ["a3"], "red": []}.
StoneNames stone_names(int n, const hex::Cells& blue, const hex::Cells& red);

std::vector<std::string> hex_legal_moves(const hex::Position& p, bool is_won);

inline const hex::Position& position_of(const HexPositionObject& o) { return o.line.position(); }
inline const hex::Position& position_of(const HexGameObject& o) { return o.replay.position(); }
inline int ply_of(const HexPositionObject& o) { return o.line.ply; }
inline int ply_of(const HexGameObject& o) { return o.replay.ply(); }
inline const hex::Replay& replay_in(const HexPositionObject& o) { return *o.line.replay; }
inline const hex::Replay& replay_in(const HexGameObject& o) { return o.replay; }
inline std::optional<hex::Color> chain_of(const HexPositionObject& o) { return o.line.winner(); }
inline std::optional<hex::Color> chain_of(const HexGameObject& o) { return o.replay.winner(); }
inline std::optional<hex::Color> winner_of(const HexPositionObject& o) { return o.line.winner(); }
inline std::optional<hex::Color> winner_of(const HexGameObject& o) { return o.winner(); }

std::string hex_board_svg(const hex::Replay& line);

template <class Object>
void bind_hex_state(nb::class_<Object>& c) {
  const auto property = [&](const char* name, auto ask, const char* doc) {
    c.def_prop_ro(
        name, [ask](const Object& self) { return ask(self); }, doc);
  };
  property(
      "size", [](const Object& o) { return position_of(o).size(); }, "The board's size: 1 to 26.");
  property(
      "turn", [](const Object& o) { return hex::name(position_of(o).turn()); },
      "Who moves: 'blue' or 'red'.");
  property(
      "stones",
      [](const Object& o) {
        const hex::Position& p = position_of(o);
        return stone_names(p.size(), p.stones(hex::kBlue), p.stones(hex::kRed));
      },
      "What stands where: {'blue': ['a3'], 'red': []}.");
  property(
      "key", [](const Object& o) { return position_of(o).key(); },
      "The 64-bit key of stones, mover, size and whether the swap is open.");
  property(
      "ply", [](const Object& o) { return position_of(o).ply(); },
      "Moves made, the swap included.");
  property(
      "swapped", [](const Object& o) { return position_of(o).is_swapped(); },
      "Whether a swap was played.");
  property(
      "legal_moves",
      [](const Object& o) { return hex_legal_moves(position_of(o), chain_of(o).has_value()); },
      "The empty cells, and 'swap' where it is open; none after the win.");
  property(
      "moves", [](const Object& o) { return hex_moves(replay_in(o), ply_of(o)); },
      "The moves that led here: cells, and 'swap'.");
  property(
      "winner",
      [](const Object& o) -> std::optional<std::string_view> {
        const auto winner = winner_of(o);
        if (!winner) return std::nullopt;
        return hex::name(*winner);
      },
      "'blue' or 'red', or None while nobody has won.");
  property(
      "outcome",
      [](const Object& o) -> std::optional<OutcomeObject> {
        const auto winner = winner_of(o);
        if (!winner) return std::nullopt;
        return object_of(*winner, chain_of(o).has_value());
      },
      "How the game ended here: an Outcome, or None while it goes on.");
  property(
      "winning_ply",
      [](const Object& o) -> std::optional<int> {
        if (!chain_of(o)) return std::nullopt;
        return ply_of(o);
      },
      "The number of the move that joined the edges, from 1; None without a chain.");
  c.def("encode", encode_object, nb::arg("layout"), nb::kw_only(), nb::arg("order") = nb::none(),
        nb::arg("dtype") = nb::none(), nb::arg("out") = nb::none(),
        nb::sig("def encode(self, layout: object, *, order: str | None = None, dtype: str | None = "
                "None, out: object | None = None) -> numpy.ndarray"),
        "The tensor of this position in a layout: ia.encode for one.");
}

}  // namespace intarsia::bind
