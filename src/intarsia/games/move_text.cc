#include "intarsia/games/move_text.h"

#include "intarsia/base/json_text.h"
#include "intarsia/base/text.h"

namespace intarsia::games {

void append_line(std::string& out, std::string_view what, std::string_view text) {
  constexpr std::size_t kWidth = 12;
  out += what;
  out.append(what.size() < kWidth - 1 ? kWidth - what.size() : 2, ' ');
  out += concat({text, "\n"});
}

void append_change(std::string& out, std::string_view what, std::string_view before,
                   std::string_view after) {
  append_line(out, what, before == after ? std::string(before) : concat({before, " -> ", after}));
}

std::string to_text(const MoveText& m) {
  const auto or_dot = [](std::string_view text) { return text.empty() ? "." : text; };
  std::string out;
  append_line(out, "move", m.move);
  for (const MoveText::Edit& e : m.edits) {
    append_change(out, e.cell, or_dot(e.before), or_dot(e.after));
  }
  append_change(out, "turn", m.turns[0], m.turns[1]);
  append_change(out, "key", hex16(m.keys[0]), hex16(m.keys[1]));
  append_change(out, "identity", hex16(m.identities[0]), hex16(m.identities[1]));
  return out;
}

std::string to_json(const MoveText& m) {
  JsonText out;
  const auto add = [&out](std::string_view key, std::string_view text) {
    out.key(key);
    text.empty() ? out.null() : out.value(text);
  };
  out.begin_object().key("schema").value(1);
  out.key("move").value(m.move);
  out.key("position_before").value(m.before).key("position_after").value(m.after);
  out.key("edits").begin_list();
  for (const MoveText::Edit& e : m.edits) {
    out.begin_object().key("cell").value(e.cell);
    add("before", e.before);
    add("after", e.after);
    out.end_object();
  }
  out.end_list();
  out.key("turn_before").value(m.turns[0]).key("turn_after").value(m.turns[1]);
  out.key("key_before").value(hex16(m.keys[0])).key("key_after").value(hex16(m.keys[1]));
  out.key("identity_before").value(hex16(m.identities[0]));
  out.key("identity_after").value(hex16(m.identities[1]));
  return out.end_object().text() + "\n";
}

}  // namespace intarsia::games
