// Boards that are put together by hand.

#include "intarsia/base/text.h"
#include "intarsia/games/registry.h"
#include "page/core/drawing.h"
#include "page/core/function.h"
#include "page/core/subject.h"

namespace intarsia::page {

namespace {

void add_choices(JsonText& out, const std::vector<game::Draft::Choice>& choices) {
  out.key("choices").begin_list();
  for (const game::Draft::Choice& c : choices) {
    out.begin_object().key("name").value(c.name).key("title").value(c.title);
    out.key("is_set").value(c.is_set).key("values").begin_list();
    for (const game::Draft::Value& v : c.values) {
      out.begin_object().key("value").value(v.value).key("title").value(v.title);
      out.key("is_chosen").value(v.is_chosen).key("is_possible").value(v.is_possible).end_object();
    }
    out.end_list().end_object();
  }
  out.end_list();
}

// Whether the draft is a position, and what is wrong with it.
void add_reading(JsonText& out, const game::GameType& type, const std::string& draft,
                 const game::Options& options) {
  const auto read = type.read_line(draft, options);
  out.key("line").value(read ? read->line->text() : std::string()).key("options");
  add_options(out, read ? read->line->options() : options);
  out.key("faults").begin_list();
  if (!read) {
    add_error(out, read.error());
  } else {
    for (const game::Fault& f : read->faults) {
      if (!f.is_usual) add_error(out, f.error);
    }
  }
  out.end_list();
}

}  // namespace

std::optional<Error> set_up_board(const Arguments& in, Answer& out) {
  const auto type = games::find_game(in.text("game"), in.number("size"));
  if (!type) return type.error();
  const auto& set_ups = (*type)->set_ups;
  if (!set_ups) {
    return Error{ErrorCode::kUnsupported, 0,
                 concat({"positions of ", (*type)->words.title, " come about by moves alone"})};
  }
  const int size = in.number("size").value_or((*type)->sizes.usual);
  const auto draft = set_ups->edit(size, in.text("draft"), in.options(), in.edits());
  if (!draft) return draft.error();
  out.json.key("draft").value(draft->text);
  add_reading(out.json, **type, draft->text, in.options());
  out.json.key("board");
  add_board(out.json, draft->board);
  out.json.key("men").begin_list();
  for (const game::SetUpMan& man : set_ups->men()) {
    out.json.begin_object().key("piece").value(man.letter).key("name").value(man.mark.name);
    out.json.key("mark");
    add_mark(out.json, man.mark);
    out.json.end_object();
  }
  out.json.end_list();
  add_choices(out.json, draft->choices);
  return std::nullopt;
}

}  // namespace intarsia::page
