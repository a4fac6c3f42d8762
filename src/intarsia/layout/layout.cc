#include "intarsia/layout/layout.h"

#include <algorithm>

#include "intarsia/base/names.h"
#include "intarsia/base/text.h"

namespace intarsia::layout {

namespace {

// Whether all values of the feature lie in [0, 1] with something between: kept to the precision
// of the type, where whole numbers must be exact.
bool is_fraction(const Fact& fact, const Feature& f) {
  return f.per != 1 && fact.lo / f.per >= 0 && fact.hi / f.per <= 1;
}

// Whether the elements of all values differ, multiplied by `scale` and rounded as the type does.
bool are_apart(Dtype d, const Fact& fact, double per, double scale) {
  float before = -HUGE_VALF;
  for (double raw = fact.lo; raw <= fact.hi; ++raw) {
    const float kept = rounded(d, static_cast<float>(raw / per) * static_cast<float>(scale));
    if (!(kept > before) || !std::isfinite(kept)) return false;
    before = kept;
  }
  return true;
}

// Whether the type can show the feature, its elements multiplied by `scale`. Whole numbers must be
// exact; a fraction of [0, 1] is kept to the precision of the type, but two values are two.
bool holds(Dtype d, const Fact& fact, const Feature& f, double scale) {
  if (scale == 1 && f.per == 1) return holds_integers(d, fact.lo, fact.hi);
  const bool is_scaled_range = fact.lo / f.per >= 0 && fact.hi / f.per <= 1;
  if (is_integer(d) && (scale == 1 || !is_scaled_range)) return false;
  const bool has_few_values = fact.hi - fact.lo <= 1;
  if (is_scaled_range && !has_few_values) return true;
  return are_apart(d, fact, f.per, scale);
}

double scale_of(const Layout& l, Dtype d) {
  if (d != Dtype::kUint8) return 1;
  const bool has_fractions =
      std::any_of(l.features.begin(), l.features.end(),
                  [&l](const Feature& f) { return is_fraction(l.fact(f), f); });
  return has_fractions ? 255 : 1;
}

Error unknown_name(const Catalogue& c, std::string_view word) {
  std::vector<std::string_view> names;
  for (const Fact& f : c.facts) names.push_back(f.name);
  for (const Group& g : c.groups) names.push_back(g.name);
  std::string detail = std::string(c.game) + " has no fact or group " + in_quotes(word);
  if (const auto best = nearest(word, names))
    detail += "; did you mean " + std::string(*best) + "?";
  return Error{ErrorCode::kNotFound, 0, std::move(detail)};
}

}  // namespace

std::optional<Order> find_order(std::string_view wanted) {
  for (Order o : {Order::kChw, Order::kHwc, Order::kFlat}) {
    if (name(o) == wanted) return o;
  }
  return std::nullopt;
}

std::size_t Layout::elements() const {
  std::size_t n = 0;
  for (const Feature& f : features) n += elements(f);
  return n;
}

std::vector<std::size_t> Layout::shape() const {
  const std::size_t board_rows = catalogue->rows;
  const std::size_t columns = catalogue->columns;
  switch (order) {
    case Order::kChw:
      return {features.size(), board_rows, columns};
    case Order::kHwc:
      return {board_rows, columns, features.size()};
    case Order::kFlat:
      break;
  }
  if (rows == 0) return {elements()};
  return {rows, elements() / rows};
}

int Layout::history() const {
  int most = 0;
  for (const Feature& f : features) most = std::max<int>(most, f.ago);
  return most;
}

Result<Layout> find_layout(const std::vector<Layout>& layouts, std::string_view id) {
  std::vector<std::string_view> known;
  for (const Layout& l : layouts) {
    if (l.id == id) return l;
    known.emplace_back(l.id);
  }
  return intarsia::unknown_name("layout", id, known);
}

std::string name(const Layout& l, const Feature& f) {
  std::string out(l.fact(f).name);
  if (f.per != 1) {
    out += '/';
    append_number(out, f.per);
  }
  if (f.ago != 0) {
    out += '@';
    append_number(out, f.ago);
  }
  return out;
}

Result<std::vector<Feature>> read_features(const Catalogue& c, std::string_view text) {
  const std::size_t at = std::min(text.find('@'), text.size());
  const std::size_t slash = std::min(text.find('/'), at);
  const std::string_view word = text.substr(0, slash);
  std::optional<double> per = 1;
  if (slash != at) per = read_number<double>(text.substr(slash + 1, at - slash - 1));
  if (!per || !std::isfinite(*per) || *per <= 0) {
    return Error{ErrorCode::kSyntax, slash + 1,
                 in_quotes(text) + ": after the slash comes a number above 0"};
  }
  std::optional<std::uint16_t> ago = 0;
  if (at != text.size()) ago = read_number<std::uint16_t>(text.substr(at + 1));
  if (!ago || *ago > kMaxAgo) {
    return Error{ErrorCode::kSyntax, at + 1,
                 concat({in_quotes(text), ": after the @ comes a number of plies, at most ",
                         std::to_string(kMaxAgo)})};
  }
  if (const auto fact = c.find(word)) return std::vector<Feature>{{*fact, *per, *ago}};
  const Group* group = c.find_group(word);
  if (group == nullptr) return unknown_name(c, word);
  std::vector<Feature> features;
  for (FactId fact : group->facts) features.push_back({fact, *per, *ago});
  return features;
}

bool shows(const Layout& l, const Part& p, std::uint16_t ago) {
  const auto has = [&l, ago](FactId fact) {
    return std::any_of(l.features.begin(), l.features.end(),
                       [=](const Feature& f) { return f.fact == fact && f.ago == ago; });
  };
  return std::any_of(p.shown_by.begin(), p.shown_by.end(), [&](std::span<const FactId> facts) {
    return std::all_of(facts.begin(), facts.end(), has);
  });
}

std::vector<const Part*> losses(const Layout& l) {
  std::vector<const Part*> lost;
  for (const Part& p : l.catalogue->parts) {
    const std::string_view whole = p.name.substr(0, p.name.rfind('.'));
    const bool is_named =
        std::any_of(lost.begin(), lost.end(), [whole](const Part* q) { return q->name == whole; });
    if (!is_named && !shows(l, p)) lost.push_back(&p);
  }
  return lost;
}

Result<double> divisor(const Layout& l, Dtype d) {
  const double scale = scale_of(l, d);
  for (const Feature& f : l.features) {
    const Fact& fact = l.fact(f);
    if (holds(d, fact, f, scale)) continue;
    return Error{ErrorCode::kUnsupported, 0,
                 concat({info(d).name, " cannot hold ", name(l, f), " (",
                         short_number(fact.lo / f.per), " to ", short_number(fact.hi / f.per), ")",
                         scale == 1 ? ""
                                    : concat({" beside fractions, for which all is times ",
                                              short_number(scale)}),
                         d == Dtype::kFloat32 ? "" : "; float32 may"})};
  }
  return scale;
}

bool tells_apart(const Layout& l, const Feature& f, Dtype d) {
  return are_apart(d, l.fact(f), f.per, scale_of(l, d));
}

std::vector<const Feature*> rounded(const Layout& l) {
  std::vector<const Feature*> found;
  for (const Feature& f : l.features) {
    if (f.per != 1 && !tells_apart(l, f, l.dtype)) found.push_back(&f);
  }
  return found;
}

}  // namespace intarsia::layout
