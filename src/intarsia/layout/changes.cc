#include "intarsia/layout/changes.h"

#include <algorithm>

#include "intarsia/base/text.h"

namespace intarsia::layout {

namespace {

constexpr std::string_view kHistory = "history";

Change change_of(const Part& p) { return {std::string(p.name), p.meaning, p.stand_in}; }

// Whether a ply before is looked at by `to` that tensors of `from` do not show: a ply is shown by
// what stands where.
bool needs_more_history(const Layout& from, const Layout& to) {
  const Part& pieces = from.catalogue->parts.front();
  return std::any_of(to.features.begin(), to.features.end(),
                     [&](const Feature& f) { return f.ago > 0 && !shows(from, pieces, f.ago); });
}

void add_rounded(const Layout& l, std::vector<Change>& out) {
  for (const Feature* f : rounded(l)) {
    out.push_back(
        {rounded_name(name(l, *f)), l.fact(*f).meaning, "the nearest that looks the same"});
  }
}

}  // namespace

std::string rounded_name(std::string_view feature) { return concat({feature, " (rounded)"}); }

Changes changes(const Layout& from, const Layout& to) {
  Changes c;
  for (const Part* p : losses(to)) {
    if (shows(from, *p)) c.lost.push_back(change_of(*p));
  }
  for (const Part* p : losses(from)) {
    if (shows(to, *p)) c.assumed.push_back(change_of(*p));
  }
  if (const Part* history = from.catalogue->find_part(kHistory)) {
    if (needs_more_history(to, from)) c.lost.push_back(change_of(*history));
    if (needs_more_history(from, to)) c.assumed.push_back(change_of(*history));
  }
  add_rounded(to, c.lost);
  add_rounded(from, c.assumed);
  return c;
}

}  // namespace intarsia::layout
