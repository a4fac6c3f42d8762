// A layout: an ordered choice of facts, declared as data.
//
//   {"chess/planes25", chess::catalogue(), white, CHW, float32, {white.pawn, …}}
//
// Shape, range, names and losses follow from the table; no layout has code.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/layout/dtype.h"
#include "intarsia/layout/fact.h"

namespace intarsia::layout {

enum class Order : std::uint8_t {
  kChw,   // planes, rows, columns
  kHwc,   // rows, columns, planes
  kFlat,  // one row of elements; a value is one of them
};

constexpr std::string_view name(Order o) {
  return o == Order::kChw ? "CHW" : o == Order::kHwc ? "HWC" : "flat";
}
std::optional<Order> find_order(std::string_view name);

// A chosen fact: float32(double(raw) / per), `ago` plies before the position.
struct Feature {
  FactId fact;
  double per = 1;
  std::uint16_t ago = 0;
  friend bool operator==(const Feature&, const Feature&) = default;
};

struct Layout {
  std::string id;
  const Catalogue* catalogue;
  FrameId frame;
  Order order;
  Dtype dtype;
  std::vector<Feature> features;
  std::uint16_t rows = 0;  // a flat layout may be cut into this many rows

  const Fact& fact(const Feature& f) const { return catalogue->facts[f.fact]; }

  // Elements of one feature: a value has one in a flat layout, else it fills its plane.
  std::size_t elements(const Feature& f) const {
    return order == Order::kFlat && fact(f).kind == FactKind::kValue ? 1 : catalogue->cells();
  }
  std::size_t elements() const;
  std::vector<std::size_t> shape() const;

  // The longest age: how many earlier plies the layout looks at.
  int history() const;
};

// The layout of that id in a game's list, or an error that lists the choices.
Result<Layout> find_layout(const std::vector<Layout>& layouts, std::string_view id);

// How far back a feature may look, and how many of them a layout may have.
inline constexpr std::uint16_t kMaxAgo = 1'023;
inline constexpr std::size_t kMaxFeatures = 1'024;

// "clock/100", "us.pawn@3": how a feature is named.
std::string name(const Layout& l, const Feature& f);

// The features that a text names: a fact or a group, perhaps with "/per" and "@ago". An unknown name
// is answered with the nearest known one.
Result<std::vector<Feature>> read_features(const Catalogue& c, std::string_view text);

// Whether tensors of the layout show a part of the game's state, now or some plies before.
bool shows(const Layout& l, const Part& p, std::uint16_t ago = 0);

// The parts that they do not show. A part such as clock.over_100 is a detail of clock and not named
// where the whole is lost.
std::vector<const Part*> losses(const Layout& l);

// The number by which a dtype's elements are multiplied: 1, or 255 for fractions in uint8. An error
// names the feature that the type cannot hold.
Result<double> divisor(const Layout& l, Dtype d);

// Whether the type keeps all values of the feature apart. Fractions are offered in types that do
// not: a network takes 0.67 for 0.6713, but decoding gives the nearest value that looks the same.
bool tells_apart(const Layout& l, const Feature& f, Dtype d);

// The fractions that the layout's own type does not keep apart.
std::vector<const Feature*> rounded(const Layout& l);

}  // namespace intarsia::layout
