// Moves as numbers, both ways.

#include <algorithm>

#include "intarsia/base/text.h"
#include "intarsia/games/targets.h"
#include "page/core/function.h"
#include "page/core/subject.h"

namespace intarsia::page {

namespace {

Result<games::Targets> code_of(const game::Line& line, const Arguments& in) {
  auto targets = games::Targets::of_policy(in.text("policy"), line.size(), in.text("frame"));
  if (targets && targets->policy().game != line.type().name) {
    return Error{ErrorCode::kInvalid, 0,
                 concat({targets->policy().id, " is a code of ", targets->policy().game})};
  }
  return targets;
}

struct Numbered {
  game::ShownMove move;
  std::int32_t index;
};

Result<std::vector<Numbered>> number_all(const game::Line& line, const game::Policy& code) {
  std::vector<Numbered> all;
  for (game::ShownMove& m : line.shown_legal_moves()) {
    const auto index = code.index(line, m.text);
    if (!index) return index.error();
    all.push_back({std::move(m), *index});
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Numbered& a, const Numbered& b) { return a.index < b.index; });
  return all;
}

}  // namespace

std::optional<Error> number_moves(const Arguments& in, Answer& out) {
  const auto line = line_of(in);
  if (!line) return line.error();
  const auto targets = code_of(**line, in);
  if (!targets) return targets.error();
  const auto all = number_all(**line, targets->code());
  if (!all) return all.error();
  const layout::PolicyInfo& info = targets->policy();
  const auto& frames = (*line)->type().catalogue((*line)->size()).frames;
  JsonText& json = out.json;
  json.key("id").value(info.id).key("size").value(info.size).key("title").value(info.title);
  json.key("rule").value(info.rule).key("notes").begin_list();
  for (const auto& [name, text] : info.notes) {
    json.begin_object().key("name").value(name).key("text").value(text).end_object();
  }
  json.end_list().key("frame").value(frames[targets->frame()].name).key("moves").begin_list();
  for (const Numbered& n : *all) {
    json.begin_object().key("text").value(n.move.text).key("notation").value(n.move.notation);
    json.key("index").value(n.index).end_object();
  }
  json.end_list();
  return std::nullopt;
}

std::optional<Error> find_move(const Arguments& in, Answer& out) {
  const auto line = line_of(in);
  if (!line) return line.error();
  const auto targets = code_of(**line, in);
  if (!targets) return targets.error();
  const int index = *in.number("index");
  out.json.key("index").value(index);
  if (index >= targets->policy().size) {
    out.json.key("move").value("").key("why").value(concat(
        {targets->policy().id, " has numbers 0 to ", std::to_string(targets->policy().size - 1)}));
    return std::nullopt;
  }
  const auto move = targets->code().move(**line, index, {});
  out.json.key("move").value(move ? *move : std::string());
  out.json.key("why").value(move ? std::string() : as_utf8(move.error().detail));
  return std::nullopt;
}

}  // namespace intarsia::page
