// Lines of games: their moves, the rules at a ply, one more move.

#include "intarsia/base/text.h"
#include "page/core/drawing.h"
#include "page/core/function.h"
#include "page/core/subject.h"

namespace intarsia::page {

namespace {

using game::Line;

// A move as the interface LegalMove says it.
void add_legal(JsonText& out, const game::ShownMove& m) {
  out.begin_object().key("text").value(m.text).key("notation").value(m.notation);
  out.key("from").value(m.from).key("to").value(m.to).key("or_to").begin_list();
  for (const std::string& cell : m.or_to) out.value(cell);
  out.end_list().key("kind").value(m.kind).end_object();
}

void add_end(JsonText& out, const Line& line) {
  out.key("end");
  const auto end = line.end();
  if (!end) {
    out.null();
    return;
  }
  out.begin_object().key("winner");
  out.value(line.type().words.outcomes[static_cast<std::size_t>(end->outcome)]);
  out.key("reason").value(end->reason).end_object();
}

Result<draw::Board> board_of(const Line& line, const Arguments& in) {
  if (in.text("layout").empty()) return line.type().board_picture(line, {}).board;
  const auto plan = plan_for(line, in);
  if (!plan) return plan.error();
  auto picture = line.type().picture(line, plan->layout(), {});
  if (!picture) return std::move(picture).error();
  return std::move(picture->board);
}

}  // namespace

// What books put before a move differs from game to game and is left to the script, which knows
// whose move it was.
std::optional<Error> show_moves(const Arguments& in, Answer& out) {
  const auto line = whole_line_of(in);
  if (!line) return line.error();
  const bool is_second_first = (*line)->at(0)->is_second_to_move();
  out.json.key("is_second_first").value(is_second_first).key("moves").begin_list();
  for (const game::ShownMove& m : (*line)->shown_moves()) {
    out.json.begin_object().key("text").value(m.text);
    out.json.key("notation").value(m.notation).end_object();
  }
  out.json.end_list();
  return std::nullopt;
}

std::optional<Error> show_position(const Arguments& in, Answer& out) {
  const auto whole = whole_line_of(in);
  if (!whole) return whole.error();
  const auto line = line_of(in);
  if (!line) return line.error();
  const Line& here = **line;
  const auto board = board_of(here, in);
  if (!board) return board.error();
  JsonText& json = out.json;
  json.key("game").value(here.type().name).key("size").value(here.size());
  json.key("plies").value((*whole)->ply()).key("ply").value(here.ply());
  json.key("line").value(here.text()).key("text").value(here.position_text());
  json.key("is_second_to_move").value(here.is_second_to_move());
  add_end(json, here);
  json.key("inspect").begin_object();
  here.inspect(json, {});
  json.end_object().key("legal").begin_list();
  for (const game::ShownMove& m : here.shown_legal_moves()) add_legal(json, m);
  json.end_list().key("board");
  add_board(json, *board);
  return std::nullopt;
}

std::optional<Error> play_move(const Arguments& in, Answer& out) {
  const auto line = line_of(in);
  if (!line) return line.error();
  if (auto error = (*line)->play(in.text("move"))) return error;
  out.json.key("line").value((*line)->text()).key("ply").value((*line)->ply());
  out.json.key("options");
  add_options(out.json, (*line)->options());
  return std::nullopt;
}

}  // namespace intarsia::page
