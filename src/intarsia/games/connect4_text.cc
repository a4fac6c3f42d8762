// What is said of Connect Four positions, games, records and moves: as JSON, and for people.

#include <array>

#include "intarsia/base/text.h"
#include "intarsia/connect4/game_line.h"
#include "intarsia/connect4/position_line.h"
#include "intarsia/connect4/transition.h"
#include "intarsia/games/connect4.h"
#include "intarsia/games/internal/connect4_parts.h"
#include "intarsia/games/move_text.h"

namespace intarsia::games {

namespace {

namespace c4 = connect4;

void add_discs(JsonText& out, c4::Board board, const std::array<c4::Cells, 2>& discs) {
  out.key("discs").begin_object();
  for (const c4::Color c : {c4::kFirst, c4::kSecond}) {
    out.key(name(c)).begin_list();
    for (const Cell cell : discs[index(c)]) out.value(c4::cell_name(cell, board));
    out.end_list();
  }
  out.end_object();
}

std::string_view word(std::optional<c4::Color> c) { return c ? name(*c) : std::string_view(); }

void add_outcome(JsonText& out, std::string_view key, Outcome o) {
  out.key(key);
  o == Outcome::kUnknown ? out.null() : out.value(name(o));
}

}  // namespace

void Connect4::inspect(const Connect4Line& line, JsonText& out, const game::Options&) {
  const Position p = line.position();
  out.key("game").value("connect4").key("position").value(line.position_text());
  out.key("size").value(c4::board_name(p.board())).key("key").value(hex16(p.key()));
  out.key("turn").value(name(p.turn())).key("ply").value(p.ply());
  add_outcome(out, "outcome", p.outcome());
  add_discs(out, p.board(), {p.discs(c4::kFirst), p.discs(c4::kSecond)});
  out.key("legal").begin_list();
  for (const Move m : p.legal_moves()) out.value(c4::move_name(m));
  out.end_list();
}

void Connect4::decoded_json(const Decoded& d, int size, JsonText& out,
                            const game::Options& writing) {
  const c4::Board board = c4::Board::of_size(size);
  out.key("position")
      .value(decoded_text(d, size, writing))
      .key("size")
      .value(c4::board_name(board));
  out.key("turn");
  d.turn ? out.value(name(*d.turn)) : out.null();
  add_discs(out, board, d.discs);
  out.key("playable").value(d.state.has_value());
}

void describe_connect4_game(const game::ReadGame& read, JsonText& out, const game::Options&) {
  constexpr std::string_view kSize[] = {"size"};
  if (read.line == nullptr) {
    add_nulls(out, game::kGameKeys);
    return add_nulls(out, kSize);
  }
  const c4::Position last = Connect4Line::of(*read.line).position();
  out.key("variant").value(connect4_game().words.variants[read.line->variant()]);
  out.key("plies").value(read.line->ply());
  add_outcome(out, "result", read.recorded.outcome);
  out.key("final")
      .value(c4::to_game_line(to_connect4_game(read)))
      .key("key")
      .value(hex16(last.key()));
  out.key(kSize[0]).value(c4::board_name(last.board()));
}

void describe_connect4_record(int, std::span<const std::byte> record, JsonText& out,
                              const game::Options&) {
  const c4::Record r = c4::record_at(record.data());
  const c4::Targets t = c4::targets_of(r);
  out.key("position").value(c4::to_position_line(c4::position_of(r)));
  out.key("move");
  t.move.is_none() ? out.null() : out.value(c4::move_name(t.move));
  add_outcome(out, "outcome", t.outcome);
  out.key("eval");
  t.eval == c4::kNoEval ? out.null() : out.value(t.eval);
}

Result<std::string> describe_connect4_move(const game::Line& line, std::string_view move,
                                           bool as_json, const game::Options&) {
  const c4::Replay replay = Connect4Line::of(line).ended();
  const auto m = Connect4::read_move(replay, move);
  if (!m) return m.error();
  const c4::Position& before = replay.position();
  const auto step = c4::Transition::of(before, *m);
  const c4::Position after = step.apply(before);
  MoveText text{.move = c4::move_name(*m),
                .before = c4::to_position_line(before),
                .after = c4::to_position_line(after),
                .turns = {std::string(name(before.turn())), std::string(name(after.turn()))},
                .keys = {before.key(), after.key()},
                .identities = {before.key(), after.key()}};
  for (const c4::Edit& e : step.edits()) {
    text.edits.push_back({c4::cell_name(e.cell, before.board()), word(e.before), word(e.after)});
  }
  return as_json ? to_json(text) : to_text(text);
}

}  // namespace intarsia::games
