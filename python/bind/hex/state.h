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

#include "python/bind/hex/line.h"

namespace intarsia::bind {

using StoneNames = std::map<std::string, std::vector<std::string>>;

// {"blue": ["a3"], "red": []}.
StoneNames stone_names(int n, const hex::Cells& blue, const hex::Cells& red);

// Who has won there: by a chain, or as it is recorded.
inline std::optional<hex::Color> winner_of(const HexPositionObject& o) {
  return chain_of(hex_line(*o.line));
}

template <class Class, class Object = typename Class::Type>
void bind_hex_state(Class& c) {
  const auto property = [&](const char* name, auto ask, const char* doc) {
    c.def_prop_ro(
        name, [ask](const Object& self) { return ask(hex_line(*self.line)); }, doc);
  };
  property(
      "size", [](const HexLine& l) { return l.size(); }, "The board's size: 1 to 26.");
  property(
      "stones",
      [](const HexLine& l) {
        const hex::Position p = l.position();
        return stone_names(p.size(), p.stones(hex::kBlue), p.stones(hex::kRed));
      },
      "What stands where: {'blue': ['a3'], 'red': []}.");
  property(
      "key", [](const HexLine& l) { return l.key(); },
      "The 64-bit key of stones, mover, size and whether the swap is open.");
  property(
      "ply", [](const HexLine& l) { return l.state().position.ply(); },
      "Moves made, the swap included.");
  property(
      "swapped", [](const HexLine& l) { return l.state().position.is_swapped(); },
      "Whether a swap was played.");
  property(
      "legal_moves", [](const HexLine& l) { return l.legal_moves(); },
      "The empty cells, and 'swap' where it is open; none after the win.");
  c.def_prop_ro(
      "winner",
      [](const Object& o) -> std::optional<std::string_view> {
        const auto winner = winner_of(o);
        if (!winner) return std::nullopt;
        return hex::name(*winner);
      },
      "'blue' or 'red', or None while nobody has won.");
  c.def_prop_ro(
      "outcome",
      [](const Object& o) -> std::optional<OutcomeObject> {
        const auto winner = winner_of(o);
        if (!winner) return std::nullopt;
        // A winner that is only recorded: then somebody resigned.
        const bool has_chain = chain_of(hex_line(*o.line)).has_value();
        return outcome_object(games::hex_game(), games::outcome_of(winner),
                              has_chain ? "connection" : "resignation");
      },
      "How the game ended here: an Outcome, or None while it goes on.");
  property(
      "winning_ply",
      [](const HexLine& l) -> std::optional<int> {
        if (!chain_of(l)) return std::nullopt;
        return l.ply();
      },
      "The number of the move that joined the edges, from 1; None without a chain.");
}

}  // namespace intarsia::bind
