// What a layout is, and how two of them differ.

#include <algorithm>

#include "intarsia/base/text.h"
#include "intarsia/games/layout_text.h"
#include "intarsia/games/registry.h"
#include "intarsia/games/targets.h"
#include "intarsia/layout/describe.h"
#include "intarsia/layout/diff.h"
#include "page/core/drawing.h"
#include "page/core/function.h"
#include "page/core/subject.h"

namespace intarsia::page {

namespace {

using layout::Layout;

void add_features(JsonText& out, const Layout& l) {
  out.key("planes").begin_list();
  for (std::size_t i = 0; i < l.features.size(); ++i) {
    const layout::Feature& f = l.features[i];
    const layout::Fact& fact = l.fact(f);
    out.begin_object().key("name").value(name(l, f)).key("meaning").value(fact.meaning);
    out.key("lo").value(fact.lo / f.per).key("hi").value(fact.hi / f.per);
    out.key("fact").value(fact.name).key("per").value(f.per).key("ago").value(f.ago);
    out.key("place").value(layout::place_text(l, i)).end_object();
  }
  out.end_list();
}

void add_form(JsonText& out, const layout::Plan& plan) {
  const Layout& l = plan.layout();
  out.key("shape").begin_list();
  for (const std::size_t n : l.shape()) out.value(n);
  out.end_list().key("order").value(name(l.order)).key("dtype").value(info(l.dtype).name);
  out.key("dtypes").begin_list();
  for (const layout::Dtype d : layout::dtypes(l)) out.value(info(d).name);
  out.end_list().key("bytes").value(plan.bytes());
}

void add_numbers(JsonText& out, std::string_view key, const std::vector<std::size_t>& numbers) {
  out.key(key).begin_list();
  for (const std::size_t n : numbers) out.value(n);
  out.end_list();
}

void add_difference(JsonText& out, const layout::Difference& d) {
  out.key("settings").begin_list();
  for (const auto& s : d.settings) {
    out.begin_object().key("name").value(s.name).key("a").value(s.a);
    out.key("b").value(s.b).end_object();
  }
  out.end_list().key("shared").begin_list();
  for (const auto& pair : d.shared) {
    out.begin_object().key("a").value(pair.a).key("b").value(pair.b).end_object();
  }
  out.end_list();
  add_numbers(out, "only_a", d.only_a);
  add_numbers(out, "only_b", d.only_b);
  out.key("tellings").begin_list();
  for (const auto& t : d.tellings) {
    out.begin_object().key("part").value(t.part->name).key("meaning").value(t.part->meaning);
    add_numbers(out, "a", t.a);
    add_numbers(out, "b", t.b);
    out.end_object();
  }
  out.end_list();
}

}  // namespace

std::optional<Error> describe_layout(const Arguments& in, Answer& out) {
  const auto plan = plan_of(in);
  if (!plan) return plan.error();
  const Layout& l = plan->layout();
  const layout::Frame& frame = l.catalogue->frames[l.frame];
  JsonText& json = out.json;
  json.key("id").value(l.id).key("game").value(l.catalogue->game);
  json.key("size").value(l.catalogue->size).key("is_built_in").value(games::is_built_in(l));
  json.key("text").value(games::to_short_text(l)).key("json").value(games::to_json_text(l, true));
  add_form(json, *plan);
  json.key("frame").value(frame.name).key("frame_meaning").value(frame.meaning);
  json.key("history").value(l.history());
  add_features(json, l);
  add_losses(json, l);
  json.key("passport").value(layout::to_passport(*plan));
  json.key("usual_policy").value(games::game_of(l).usual_policy);
  return std::nullopt;
}

std::optional<Error> compare_layouts(const Arguments& in, Answer& out) {
  const auto a = read_layout(in.text("a"), in.number("size"));
  if (!a) return a.error();
  const auto b = read_layout(in.text("b"), in.number("size"));
  if (!b) return b.error();
  if (a->catalogue->game != b->catalogue->game) {
    return Error{ErrorCode::kUnsupported, 0, "these are layouts of different games"};
  }
  const auto d = layout::difference(*a, *b);
  out.json.key("is_none").value(d.is_none(*a, *b));
  out.json.key("text").value(layout::to_text(d, *a, *b));
  add_difference(out.json, d);
  return std::nullopt;
}

}  // namespace intarsia::page
