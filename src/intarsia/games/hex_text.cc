// What is said of Hex positions, games, records and moves: as JSON, and for people.

#include "intarsia/base/text.h"
#include "intarsia/games/hex.h"
#include "intarsia/games/internal/hex_parts.h"
#include "intarsia/games/move_text.h"
#include "intarsia/hex/position_line.h"
#include "intarsia/hex/transition.h"
#include "intarsia/hex/trmph.h"

namespace intarsia::games {

namespace {

// What check says of Hex alone.
constexpr std::string_view kHexKeys[] = {"size", "swapped", "swapped_sides"};

void add_color(JsonText& out, std::string_view key, std::optional<hex::Color> c) {
  out.key(key);
  c ? out.value(name(*c)) : out.null();
}

void add_stones(JsonText& out, int n, const hex::Cells& blue, const hex::Cells& red) {
  const auto add = [&](std::string_view color, const hex::Cells& cells) {
    out.key(color).begin_list();
    for (Cell c : cells) out.value(hex::cell_name(c, n));
    out.end_list();
  };
  out.key("stones").begin_object();
  add("blue", blue);
  add("red", red);
  out.end_object();
}

std::string_view word(std::optional<hex::Color> c) { return c ? name(*c) : std::string_view(); }

}  // namespace

void Hex::inspect(const HexLine& line, JsonText& out, const game::Options&) {
  const Replay replay = line.ended();
  const Position& p = replay.position();
  out.key("game").value("hex");
  out.key("position").value(hex::to_position_line(p));
  out.key("size").value(p.size());
  out.key("key").value(hex16(p.key()));
  out.key("turn").value(name(p.turn()));
  out.key("ply").value(p.ply());
  add_color(out, "winner", replay.winner());
  out.key("swapped").value(p.is_swapped());
  add_stones(out, p.size(), p.stones(hex::kBlue), p.stones(hex::kRed));
  out.key("legal").begin_list();
  for (const Move m : replay.legal_moves()) out.value(hex::move_name(m, p.size()));
  out.end_list();
}

void Hex::decoded_json(const Decoded& d, int size, JsonText& out, const game::Options& writing) {
  const auto winner = d.state ? hex::winner(d.state->position) : std::nullopt;
  out.key("position").value(decoded_text(d, size, writing));
  out.key("size").value(size);
  add_color(out, "turn", d.turn);
  add_color(out, "winner", winner);
  add_stones(out, size, d.stones[0], d.stones[1]);
  out.key("playable").value(d.state && d.turn);
}

void describe_hex_game(const game::ReadGame& game, JsonText& out, const game::Options&) {
  if (game.line == nullptr) {
    add_nulls(out, game::kGameKeys);
    return add_nulls(out, kHexKeys);
  }
  const hex::Position last = HexLine::of(*game.line).position();
  const hex::Game whole = to_hex_game(game);
  out.key("variant").value(hex_game().words.variants[game.line->variant()]);
  out.key("plies").value(game.line->ply());
  add_color(out, "result", winner_of(game.recorded.outcome));
  out.key("final").value(whole.setup ? game.line->text() : hex::to_trmph(whole));
  out.key("key").value(hex16(last.key()));
  out.key("size").value(last.size());
  out.key("swapped").value(last.is_swapped());
  out.key("swapped_sides").value(game.recorded.has_swapped_sides);
}

void describe_hex_record(int size, std::span<const std::byte> record, JsonText& out,
                         const game::Options&) {
  const auto u =
      hex::unpack(size, {reinterpret_cast<const std::uint8_t*>(record.data()), record.size()});
  if (!u) return;
  const auto& [p, t] = *u;
  out.key("position").value(hex::to_position_line(p));
  out.key("move");
  t.move.is_none() ? out.null() : out.value(hex::move_name(t.move, size));
  add_color(out, "outcome", t.outcome);
}

Result<std::string> describe_hex_move(const game::Line& line, std::string_view move, bool as_json,
                                      const game::Options&) {
  const hex::Replay replay = HexLine::of(line).ended();
  const auto m = Hex::read_move(replay, move);
  if (!m) return m.error();
  const hex::Position& before = replay.position();
  const auto step = hex::Transition::of(before, *m);
  const hex::Position after = step.apply(before);
  MoveText text{.move = hex::move_name(*m, before.size()),
                .before = line.position_text(),
                .after = hex::to_position_line(after),
                .turns = {std::string(name(before.turn())), std::string(name(after.turn()))},
                .keys = {before.key(), after.key()},
                .identities = {before.key(), after.key()}};
  for (const hex::Edit& e : step.edits()) {
    text.edits.push_back({hex::cell_name(e.cell, before.size()), word(e.before), word(e.after)});
  }
  return as_json ? to_json(text) : to_text(text);
}

}  // namespace intarsia::games
