#include "apps/cli/hex_json.h"

#include "intarsia/base/text.h"
#include "intarsia/hex/position_line.h"

namespace intarsia::cli {

using Json = nlohmann::ordered_json;

namespace {

Json cells_json(int n, const hex::Cells& cells) {
  Json names = Json::array();
  for (Cell c : cells) names.push_back(hex::cell_name(c, n));
  return names;
}

}  // namespace

Json color_json(std::optional<hex::Color> c) { return c ? Json(name(*c)) : Json(nullptr); }

Json stones_json(int n, const hex::Cells& blue, const hex::Cells& red) {
  return {{"blue", cells_json(n, blue)}, {"red", cells_json(n, red)}};
}

Json hex_position_json(const hex::Replay& line) {
  const hex::Position& p = line.position();
  Json legal = Json::array();
  for (hex::Move m : line.legal_moves()) legal.push_back(hex::move_name(m, p.size()));
  return {{"schema", 1},
          {"game", "hex"},
          {"position", hex::to_position_line(p)},
          {"size", p.size()},
          {"key", hex16(p.key())},
          {"turn", name(p.turn())},
          {"ply", p.ply()},
          {"winner", color_json(line.winner())},
          {"swapped", p.is_swapped()},
          {"stones", stones_json(p.size(), p.stones(hex::kBlue), p.stones(hex::kRed))},
          {"legal", std::move(legal)}};
}

}  // namespace intarsia::cli
