#include "intarsia/layout/layout.h"

#include <algorithm>
#include <charconv>

#include "intarsia/base/text.h"

namespace intarsia::layout {

namespace {

// Whether all values of the feature lie in [0, 1] with something between: kept to the precision
// of the type, where whole numbers must be exact.
bool is_fraction(const Fact& fact, const Feature& f) {
  return f.per != 1 && fact.lo / f.per >= 0 && fact.hi / f.per <= 1;
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

Result<std::vector<Feature>> read_features(const Catalogue& c, std::string_view text,
                                           std::uint16_t ago) {
  const std::size_t slash = text.find('/');
  const std::string_view word = text.substr(0, slash);
  double per = 1;
  if (slash != std::string_view::npos) {
    const std::string_view digits = text.substr(slash + 1);
    const auto [rest, ec] = std::from_chars(digits.data(), digits.data() + digits.size(), per);
    const bool is_whole = ec == std::errc{} && rest == digits.data() + digits.size();
    if (!is_whole || !std::isfinite(per) || per <= 0) {
      return Error{ErrorCode::kSyntax, slash + 1,
                   in_quotes(text) + ": after the slash comes a number above 0"};
    }
  }
  if (const auto fact = c.find(word)) return std::vector<Feature>{{*fact, per, ago}};
  const Group* group = c.find_group(word);
  if (group == nullptr) return unknown_name(c, word);
  std::vector<Feature> features;
  for (FactId fact : group->facts) features.push_back({fact, per, ago});
  return features;
}

Result<double> divisor(const Layout& l, Dtype d) {
  bool has_fractions = false;
  for (const Feature& f : l.features) has_fractions |= is_fraction(l.fact(f), f);
  const bool is_scaled = d == Dtype::kUint8 && has_fractions;
  for (const Feature& f : l.features) {
    const Fact& fact = l.fact(f);
    const bool is_held =
        is_scaled ? fact.lo / f.per >= 0 && fact.hi / f.per <= 1
        : is_fraction(fact, f)
            ? !is_integer(d)
            : d == Dtype::kFloat32 || (f.per == 1 && holds_integers(d, fact.lo, fact.hi));
    if (is_held) continue;
    std::string detail = std::string(info(d).name) + " cannot hold " + name(l, f) + " (";
    append_number(detail, fact.lo / f.per);
    detail += " to ";
    append_number(detail, fact.hi / f.per);
    return Error{ErrorCode::kUnsupported, 0, detail + "); float32 holds every layout"};
  }
  return is_scaled ? 255.0 : 1.0;
}

}  // namespace intarsia::layout
