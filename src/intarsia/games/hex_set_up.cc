// Positions of Hex put together by hand.

#include <array>

#include "intarsia/base/text.h"
#include "intarsia/game/set_up.h"
#include "intarsia/games/hex.h"
#include "intarsia/games/internal/hex_parts.h"
#include "intarsia/hex/position_line.h"
#include "intarsia/hex/tensor/facts.h"

namespace intarsia::games {

namespace {

using game::Draft;
using game::SetUpEdit;
using hex::Color;

constexpr std::string_view kTurnChoice = "turn";
constexpr std::string_view kLetters[hex::kColors] = {"B", "R"};

// Stones and who moves.
struct Stones {
  int n;
  std::array<hex::Cells, hex::kColors> cells{};
  Color turn = hex::kBlue;
  Color first = hex::kBlue;

  void take(Cell c) {
    for (hex::Cells& each : cells) each.erase(c);
  }
  std::optional<Color> color_at(Cell c) const {
    for (const Color color : {hex::kBlue, hex::kRed}) {
      if (cells[index(color)].contains(c)) return color;
    }
    return std::nullopt;
  }
};

Error wrong(std::string_view what, std::string_view found) {
  return Error{ErrorCode::kSyntax, 0, concat({"no ", what, ": ", in_quotes(found)})};
}

std::optional<Error> put(Stones& s, const SetUpEdit& e) {
  const auto to = hex::read_cell_name(e.cell, s.n);
  if (!to) return to.error();
  std::optional<Color> color;
  if (!e.from.empty()) {
    const auto from = hex::read_cell_name(e.from, s.n);
    if (!from) return from.error();
    color = s.color_at(*from);
    s.take(*from);
  } else if (!e.piece.empty()) {
    for (const Color c : {hex::kBlue, hex::kRed}) {
      if (e.piece == kLetters[index(c)]) color = c;
    }
    if (!color) return wrong("stone", e.piece);
  }
  s.take(*to);
  if (color) s.cells[index(*color)].insert(*to);
  return std::nullopt;
}

std::optional<Error> apply(Stones& s, const SetUpEdit& e) {
  if (e.all == "start" || e.all == "empty") {
    s = {.n = s.n};
    return std::nullopt;
  }
  if (!e.all.empty()) return wrong("board", e.all);
  if (e.choice.empty()) return put(s, e);
  if (e.choice != kTurnChoice) return wrong("choice", e.choice);
  for (const Color c : {hex::kBlue, hex::kRed}) {
    if (e.value != name(c)) continue;
    s.turn = c;
    return std::nullopt;
  }
  return wrong("side to move", e.value);
}

Result<Stones> read(int size, std::string_view text, const game::Options& options) {
  if (trimmed(text).empty()) return Stones{.n = size};
  const auto replay = hex::read_position_line(text, read_options(options));
  if (!replay) return replay.error();
  const hex::Position& p = replay->position();
  return Stones{.n = p.size(),
                .cells = {p.stones(hex::kBlue), p.stones(hex::kRed)},
                .turn = p.turn(),
                .first = p.first()};
}

}  // namespace

std::vector<game::SetUpMan> hex_men() {
  return {{kLetters[0], mark_of(hex::kBlue)}, {kLetters[1], mark_of(hex::kRed)}};
}

Result<Draft> edit_hex_set_up(int size, std::string_view text, const game::Options& options,
                              std::span<const SetUpEdit> edits) {
  auto stones = read(size, text, options);
  if (!stones) return stones.error();
  for (const SetUpEdit& e : edits) {
    if (auto error = apply(*stones, e)) return *std::move(error);
  }
  auto p = hex::Position::from_stones(stones->n, stones->cells[0], stones->cells[1], stones->turn,
                                      stones->first, read_options(options).swap_rule);
  if (!p) return p.error();
  Draft::Choice turn{kTurnChoice, "To move", false, {}};
  for (const Color c : {hex::kBlue, hex::kRed}) {
    turn.values.push_back({std::string(name(c)), std::string(hex::title(c)), stones->turn == c});
  }
  std::string line = hex::to_position_line(*p);
  return Draft{std::move(line),
               Hex::board_of(HexLine(hex::Replay(*p)), hex::kBlueFrame, {}),
               {std::move(turn)}};
}

}  // namespace intarsia::games
