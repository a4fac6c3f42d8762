// The forms of describe.h that programs read.

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "intarsia/base/json_text.h"
#include "intarsia/base/text.h"
#include "intarsia/layout/changes.h"
#include "intarsia/layout/describe.h"

namespace intarsia::layout {

namespace {

void add_head(JsonText& out, const Layout& l, std::string_view dtype) {
  out.key("schema").value(1);
  out.key("id").value(l.id);
  out.key("game").value(l.catalogue->game);
  if (l.catalogue->has_sizes) out.key("size").value(l.catalogue->size);
  out.key("frame").value(l.catalogue->frames[l.frame].name);
  out.key("order").value(name(l.order));
  out.key("dtype").value(dtype);
}

void add_shape(JsonText& out, const Layout& l) {
  out.key("shape").begin_list();
  for (std::size_t n : l.shape()) out.value(n);
  out.end_list();
  if (l.rows != 0) out.key("rows").value(l.rows);
}

}  // namespace

std::string to_json(const Layout& l) {
  JsonText out;
  out.begin_object();
  add_head(out, l, info(l.dtype).name);
  add_shape(out, l);
  out.key("features").begin_list();
  for (std::size_t i = 0; i < l.features.size(); ++i) {
    const Feature& f = l.features[i];
    const Fact& fact = l.fact(f);
    out.begin_object();
    out.key("name").value(name(l, f));
    out.key("place").value(place_text(l, i));
    out.key("meaning").value(fact.meaning);
    out.key("lo").value(fact.lo / f.per);
    out.key("hi").value(fact.hi / f.per);
    out.key("elements").value(l.elements(f));
    out.end_object();
  }
  out.end_list();
  out.key("dtypes").begin_list();
  for (Dtype d : dtypes(l)) out.value(info(d).name);
  out.end_list();
  out.key("losses").begin_list();
  for (const Part* p : losses(l)) {
    out.begin_object();
    out.key("name").value(p->name);
    out.key("meaning").value(p->meaning);
    out.key("stand_in").value(p->stand_in);
    out.end_object();
  }
  out.end_list();
  out.key("rounded").begin_list();
  for (const Feature* f : rounded(l)) out.value(rounded_name(name(l, *f)));
  out.end_list();
  out.end_object();
  return out.text();
}

std::string to_passport(const Plan& plan, Form form, const TargetChoice& targets) {
  const Layout& l = plan.layout();
  JsonText out(true);
  out.begin_object();
  add_head(out, l, form == Form::kBits ? kBitsName : info(l.dtype).name);
  out.key("divisor").value(plan.divisor());
  add_shape(out, l);
  out.key("features").begin_list();
  for (const Feature& f : l.features) out.value(name(l, f));
  out.end_list();
  if (!targets.policy.empty()) out.key("policy").value(targets.policy);
  if (!targets.value.empty()) out.key("value").value(targets.value);
  if (!targets.view.empty()) out.key("view").value(targets.view);
  out.key("hash").value(hex16(hash(l, plan.divisor())));
  out.end_object();
  return out.text() + "\n";
}

std::uint64_t hash(const Layout& l, double divisor) {
  JsonText out;
  out.begin_list();
  out.value(l.catalogue->game).value(l.catalogue->rows).value(l.catalogue->columns);
  out.value(l.catalogue->frames[l.frame].name).value(name(l.order));
  out.value(info(l.dtype).name).value(divisor).value(l.rows);
  for (const Feature& f : l.features) out.value(name(l, f));
  out.end_list();
  return XXH3_64bits(out.text().data(), out.text().size());
}

}  // namespace intarsia::layout
