#include "intarsia/games/layout_text.h"

#include <algorithm>

#include "intarsia/base/json_text.h"
#include "intarsia/base/text.h"
#include "intarsia/games/registry.h"

namespace intarsia::games {

namespace {

using layout::Feature;
using layout::Group;
using layout::Layout;

// Whether the features from one on are those of the group, all with its divisor and age.
bool is_group_at(const Layout& l, std::size_t at, const Group& g) {
  if (g.facts.size() < 2 || l.features.size() - at < g.facts.size()) return false;
  const Feature& first = l.features[at];
  for (std::size_t i = 0; i < g.facts.size(); ++i) {
    const Feature& f = l.features[at + i];
    if (f.fact != g.facts[i] || f.per != first.per || f.ago != first.ago) return false;
  }
  return true;
}

const Group* longest_group_at(const Layout& l, std::size_t at) {
  const Group* found = nullptr;
  for (const Group& g : l.catalogue->groups) {
    const bool is_longer = found == nullptr || g.facts.size() > found->facts.size();
    if (is_longer && is_group_at(l, at, g)) found = &g;
  }
  return found;
}

// "us.pieces@3": the name of the group instead of that of its first fact.
std::string group_text(const Layout& l, const Feature& f, const Group& g) {
  const std::string whole = layout::name(l, f);
  return concat({g.name, std::string_view(whole).substr(l.fact(f).name.size())});
}

}  // namespace

std::string to_json_text(const Layout& l, bool is_open) {
  JsonText out(is_open);
  out.begin_object();
  if (!l.id.empty()) out.key("id").value(l.id);
  out.key("game").value(l.catalogue->game);
  if (l.catalogue->has_sizes) out.key("size").value(l.catalogue->size);
  out.key("frame").value(l.catalogue->frames[l.frame].name);
  out.key("order").value(name(l.order)).key("dtype").value(info(l.dtype).name);
  if (l.rows != 0) out.key("rows").value(l.rows);
  out.key("features").begin_list();
  for (std::size_t i = 0; i < l.features.size();) {
    const Group* g = longest_group_at(l, i);
    out.value(g == nullptr ? layout::name(l, l.features[i]) : group_text(l, l.features[i], *g));
    i += g == nullptr ? 1 : g->facts.size();
  }
  return out.end_list().end_object().text();
}

bool is_built_in(const Layout& l) {
  if (l.id.empty()) return false;
  const auto own = find_layout(l.id, l.catalogue->size);
  return own && own->features == l.features && own->frame == l.frame && own->rows == l.rows;
}

std::string to_short_text(const Layout& l) {
  return is_built_in(l) ? l.id : to_json_text(l, false);
}

}  // namespace intarsia::games
