#include "intarsia/base/text.h"
#include "intarsia/hex/internal/sgf_tree.h"
#include "intarsia/hex/sgf.h"

namespace intarsia::hex {

namespace {

// The swap of a game in which the stone stayed is written as the one that leads to the same board.
std::string move_text(const Game& g, std::size_t i) {
  if (g.moves[i].is_swap()) return "swap-pieces";
  const Cell c = g.moves[i].cell();
  const bool stays = i == 0 && g.is_swapped() && g.swap_rule == SwapRule::kLiteral;
  return cell_name(stays ? transposed(c, g.size) : c, g.size);
}

void append_property(std::string& out, std::string_view name, std::string_view value) {
  out += concat({name, "[", value, "]"});
}

// Stones, and who moves: also where White does on the empty board.
void append_setup(std::string& out, const Position& start) {
  for (Color c : {kBlue, kRed}) {
    if (start.stones(c).empty()) continue;
    out += c == kBlue ? "AB" : "AW";
    for (Cell cell : start.stones(c)) append_property(out, "", cell_name(cell, start.size()));
  }
  append_property(out, "PL", start.turn() == kBlue ? "B" : "W");
}

}  // namespace

std::string to_sgf(const Game& g) {
  std::string out = "(;FF[4]CA[UTF-8]AP[Intarsia]GM[11]";
  append_property(out, "SZ", std::to_string(g.size));
  for (const Tag& t : g.tags) append_property(out, t.name, internal::escaped(t.value));
  if (g.winner) append_property(out, "RE", *g.winner == kBlue ? "B+" : "W+");
  if (g.setup) append_setup(out, *g.setup);
  const bool is_blue_first = g.start().turn() == kBlue;
  const auto label = [&](std::size_t ply) { return (ply % 2 == 0) == is_blue_first ? "B" : "W"; };
  for (std::size_t i = 0; i < g.moves.size(); ++i) {
    out += ';';
    append_property(out, label(i), move_text(g, i));
    if (i == 0 && g.has_swapped_sides) out += concat({";", label(1), "[swap-sides]"});
  }
  return out + ")";
}

}  // namespace intarsia::hex
