#include "intarsia/draw/planes.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "intarsia/base/text.h"

namespace intarsia::draw {

namespace {

using layout::Fact;
using layout::Feature;
using layout::Layout;

template <class T>
std::string shortest(T value) {
  std::string out;
  append_number(out, value);
  return out;
}

std::string meaning_of(const Fact& fact, const Feature& f) {
  std::string out(fact.meaning);
  if (f.ago == 0) return out;
  out += ", ";
  append_number(out, f.ago);
  return out + (f.ago == 1 ? " ply before" : " plies before");
}

std::optional<Color> color_of(const Players& players, layout::Whose whose) {
  const std::optional<bool> second = players.is_second_to_move;
  switch (whose) {
    case layout::Whose::kFirst:
      return players.first;
    case layout::Whose::kSecond:
      return players.second;
    case layout::Whose::kUs:
      if (second) return *second ? players.second : players.first;
      return std::nullopt;
    case layout::Whose::kThem:
      if (second) return *second ? players.first : players.second;
      return std::nullopt;
    case layout::Whose::kNobody:
      break;
  }
  return std::nullopt;
}

std::vector<CodeColor> code_colors(const Layout& l, const Feature& f, const Players& players) {
  std::vector<CodeColor> colors;
  colors.reserve(l.fact(f).codes.size());
  for (const layout::Code& code : l.fact(f).codes) {
    const auto color = color_of(players, l.catalogue->facts[code.cells].whose);
    if (color) colors.push_back({static_cast<float>(code.value / f.per), *color});
  }
  return colors;
}

Error unknown_plane(const std::vector<Plane>& all, std::string_view word, std::size_t offset) {
  std::vector<std::string_view> names;
  names.reserve(all.size());
  for (const Plane& p : all) names.push_back(p.name);
  std::string detail = "the layout has no plane " + in_quotes(word);
  if (const auto best = nearest(word, names)) {
    detail += "; did you mean " + std::string(*best) + "?";
  } else if (!all.empty()) {
    detail += "; there are 0 to " + shortest(all.size() - 1) + ", " + all.front().name + " to " +
              all.back().name;
  }
  return Error{ErrorCode::kNotFound, offset, std::move(detail)};
}

bool is_meant(const Plane& p, std::string_view word) {
  return p.name == word || index_text(p) == word;
}

}  // namespace

bool Plane::is_in_range(float value) const {
  return value >= static_cast<float>(lo) && value <= static_cast<float>(hi);
}

bool Plane::is_constant() const {
  return std::all_of(values.begin(), values.end(), [&](float v) { return v == values.front(); });
}

bool Plane::is_binary() const {
  return std::all_of(values.begin(), values.end(), [](float v) { return v == 0 || v == 1; });
}

std::optional<Color> Plane::color_of(float value) const {
  if (value == 0 || !is_in_range(value)) return std::nullopt;
  for (const CodeColor& code : code_colors) {
    if (code.value == value) return code.color;
  }
  return color;
}

double Plane::strength(float value) const {
  const double end = std::fabs(value > 0 ? hi : lo);
  if (value == 0) return 0;
  if (!code_colors.empty() && color_of(value)) return 1;  // a code is no amount
  if (!is_in_range(value) || end == 0) return 1;
  return kFaintest + (1 - kFaintest) * std::fabs(static_cast<double>(value)) / end;
}

std::string Plane::summary() const {
  const auto outside =
      std::count_if(values.begin(), values.end(), [&](float v) { return !is_in_range(v); });
  if (outside != 0) return shortest(outside) + " out of range";
  if (is_scalar) return number_text(values.front());
  if (is_constant()) return "all " + number_text(values.front());
  if (is_binary()) {
    const auto ones = std::count(values.begin(), values.end(), 1.0F);
    return shortest(ones) + " of " + shortest(values.size());
  }
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return number_text(*least) + " to " + number_text(*most);
}

std::vector<Plane> planes_of(const Layout& l, std::span<const float> tensor,
                             const std::optional<Players>& players) {
  assert(tensor.size() == l.elements());
  const bool is_interleaved = l.order == layout::Order::kHwc;
  std::vector<Plane> planes;
  planes.reserve(l.features.size());
  std::size_t first = 0;
  for (std::size_t i = 0; i < l.features.size(); ++i) {
    const Feature& f = l.features[i];
    const Fact& fact = l.fact(f);
    const std::size_t size = l.elements(f);
    // Before the first known position everything is 0, whatever the fact's range.
    const double lo = f.ago == 0 ? fact.lo : std::min(fact.lo, 0.0);
    const double hi = f.ago == 0 ? fact.hi : std::max(fact.hi, 0.0);
    Plane p{.index = i,
            .name = name(l, f),
            .meaning = meaning_of(fact, f),
            .lo = lo / f.per,
            .hi = hi / f.per,
            .is_scalar = l.order == layout::Order::kFlat && fact.kind == layout::FactKind::kValue,
            .first = first,
            .stride = is_interleaved ? l.features.size() : 1,
            .values = std::vector<float>(size)};
    if (players) {
      // A plane that is filled shows a number, not where a player's men are.
      if (fact.kind == layout::FactKind::kCells) p.color = color_of(*players, fact.whose);
      p.code_colors = code_colors(l, f, *players);
    }
    for (std::size_t c = 0; c < size; ++c) p.values[c] = tensor[p.first + c * p.stride];
    planes.push_back(std::move(p));
    first += is_interleaved ? 1 : size;
  }
  return planes;
}

Result<std::vector<Plane>> choose_planes(const std::vector<Plane>& all, std::string_view list) {
  std::vector<Plane> chosen;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size());
    const std::string_view word = trimmed(list.substr(at, end - at));
    const auto is_wanted = [&](const Plane& p) { return is_meant(p, word); };
    const std::size_t before = chosen.size();
    std::copy_if(all.begin(), all.end(), std::back_inserter(chosen), is_wanted);
    if (chosen.size() == before) return unknown_plane(all, word, at);
    at = end + 1;
  }
  return chosen;
}

std::string index_text(const Plane& p) { return shortest(p.index); }
std::string number_text(float value) { return shortest(value); }
std::string number_text(double value) { return shortest(value); }

std::string short_text(float value) {
  if (!std::isfinite(value)) return std::isnan(value) ? "?" : value < 0 ? "-inf" : "inf";
  if (value == std::trunc(value)) return number_text(value);
  std::string out = shortest(std::round(static_cast<double>(value) * 100) / 100);
  const std::size_t zero = out.find("0.");
  if (zero == 0 || (zero == 1 && out[0] == '-')) out.erase(zero, 1);
  return out;
}

std::string range_text(const Plane& p) {
  // As the elements are written: in float32.
  const std::string lo = number_text(static_cast<float>(p.lo));
  return p.lo == p.hi ? lo : lo + " to " + number_text(static_cast<float>(p.hi));
}

std::string place_text(std::span<const std::size_t> shape, std::size_t element) {
  std::string out = "]";
  for (std::size_t i = shape.size(); i-- > 0; element /= shape[i]) {
    out.insert(0, (i == 0 ? "[" : ", ") + shortest(element % shape[i]));
  }
  return out;
}

std::vector<std::string_view> wrapped(std::string_view name, std::size_t width) {
  assert(width > 0);
  std::vector<std::string_view> lines;
  while (name.size() > width) {
    const std::size_t dot = name.substr(0, width).rfind('.');
    const std::size_t size = dot == std::string_view::npos ? width : dot + 1;
    lines.push_back(name.substr(0, size));  // NOLINT(performance-inefficient-vector-operation)
    name.remove_prefix(size);
  }
  lines.push_back(name);
  return lines;
}

}  // namespace intarsia::draw
