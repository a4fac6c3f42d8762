#include "intarsia/hex/tensor/symmetry.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "intarsia/base/text.h"
#include "intarsia/hex/tensor/internal/fact_index.h"

namespace intarsia::hex {

namespace {

using namespace internal;  // NOLINT: facts by their names
using layout::Feature;
using layout::Layout;

constexpr bool is_turn(FactId f) { return f == kTurnPlayer || f == kTurnBlue || f == kTurnRed; }

// The fact that shows, of the position, what `f` shows of the turned one. An exchange of colours
// exchanges the mover too, so what is said about us and them stays; so do the facts of the turn,
// whose numbers are exchanged instead.
FactId partner_of(const layout::Catalogue& c, FactId f, Symmetry s) {
  const layout::Fact& fact = c.facts[f];
  const FactId partner = s.exchanges_colors() && !fact.needs_turn ? fact.partner : f;
  return s.exchanges_edges() ? opposite_edge(partner) : partner;
}

std::optional<std::size_t> find_feature(const Layout& l, const Feature& wanted) {
  for (std::size_t i = 0; i < l.features.size(); ++i) {
    if (l.features[i] == wanted) return i;
  }
  return std::nullopt;
}

// Where a feature's cell lies in a tensor; a single element is its cell 0.
std::size_t place_of(const Layout& l, std::size_t feature, std::size_t cell) {
  if (l.order == layout::Order::kHwc) return cell * l.features.size() + feature;
  std::size_t first = 0;
  for (std::size_t i = 0; i < feature; ++i) first += l.elements(l.features[i]);
  return first + cell;
}

std::uint32_t element(const layout::Plan& plan, const Feature& f, double raw) {
  return layout::element_bits(plan.layout().dtype,
                              static_cast<float>(raw / f.per) * static_cast<float>(plan.divisor()));
}

std::uint32_t negative_zero(layout::Dtype d) {
  if (d == layout::Dtype::kUint8 || d == layout::Dtype::kInt8) return 0;
  return std::uint32_t{1} << (8 * info(d).bytes - 1);
}

// What the symmetry does to the cells that a layout draws.
Symmetry drawn_by(const Layout& l, Symmetry s) {
  return l.frame == kMoverFrame ? s.in_movers_view() : s;
}

Error cannot_be_turned(const Layout& l, std::initializer_list<std::string_view> why) {
  return Error{ErrorCode::kUnsupported, 0, concat({l.id, " cannot be turned so: ", concat(why)})};
}

}  // namespace

TensorSymmetry::TensorSymmetry(const layout::Plan& plan)
    : dtype_(plan.layout().dtype), sources_(plan.elements()) {}

Result<TensorSymmetry> TensorSymmetry::make(const layout::Plan& plan, Symmetry symmetry) {
  TensorSymmetry made(plan);
  for (std::size_t i = 0; i < plan.layout().features.size(); ++i) {
    if (auto error = made.add_feature(plan, i, symmetry)) return *std::move(error);
  }
  return made;
}

std::optional<Error> TensorSymmetry::add_feature(const layout::Plan& plan, std::size_t feature,
                                                 Symmetry symmetry) {
  const Layout& l = plan.layout();
  const Feature& f = l.features[feature];
  const Feature wanted{partner_of(*l.catalogue, f.fact, symmetry), f.per, f.ago};
  const auto partner = find_feature(l, wanted);
  if (!partner) {
    return cannot_be_turned(l, {"it shows ", name(l, f), " but not ", name(l, wanted)});
  }
  const bool is_exchanged =
      symmetry.exchanges_colors() && (is_turn(f.fact) || f.fact == kPieceCodes);
  if (is_exchanged && is_turn(f.fact) && f.ago > 0) {
    return cannot_be_turned(l, {name(l, f), " may be unknown, which looks like a colour"});
  }
  const bool is_codes = f.fact == kPieceCodes;
  const std::uint32_t a = element(plan, f, is_codes ? static_cast<int>(Piece::kBlue) : 0);
  const std::uint32_t b = element(plan, f, is_codes ? static_cast<int>(Piece::kRed) : 1);

  const Symmetry drawn = drawn_by(l, symmetry);
  const int n = l.catalogue->rows;
  const std::size_t elements = l.elements(f);
  for (std::size_t cell = 0; cell < elements; ++cell) {
    const std::size_t from = elements == 1 ? cell : drawn(static_cast<Cell>(cell), n);
    const auto place = static_cast<std::uint32_t>(place_of(l, feature, cell));
    sources_[place] = static_cast<std::uint32_t>(place_of(l, *partner, from));
    if (is_exchanged) exchanges_.push_back({place, a, b});
  }
  return std::nullopt;
}

// Rows of arrays may lie at any address: elements are copied as bytes.
template <class Element>
void TensorSymmetry::apply_as(const std::byte* tensor, std::byte* out) const {
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    std::memcpy(out + i * sizeof(Element), tensor + sources_[i] * sizeof(Element), sizeof(Element));
  }
  const auto minus = static_cast<Element>(negative_zero(dtype_));
  for (const auto& [place, a, b] : exchanges_) {
    std::byte* const at = out + place * sizeof(Element);
    Element e;
    std::memcpy(&e, at, sizeof e);
    if (e == minus) e = 0;
    const auto other = static_cast<Element>(e == a ? b : e == b ? a : e);
    std::memcpy(at, &other, sizeof other);
  }
}

void TensorSymmetry::apply(const std::byte* tensor, std::byte* out) const {
  switch (info(dtype_).bytes) {
    case 1:
      return apply_as<std::uint8_t>(tensor, out);
    case 2:
      return apply_as<std::uint16_t>(tensor, out);
    default:
      return apply_as<std::uint32_t>(tensor, out);
  }
}

Result<StackSymmetry> StackSymmetry::make(const layout::Plan& plan, Symmetry symmetry) {
  const Layout& l = plan.layout();
  StackSymmetry made(drawn_by(l, symmetry), l.catalogue->rows);
  for (const auto& layer : plan.layers()) {
    const FactId wanted = partner_of(*l.catalogue, layer.fact, symmetry);
    const auto partner = std::find_if(plan.layers().begin(), plan.layers().end(),
                                      [&](const layout::Plan::LayerSource& other) {
                                        return other.age == layer.age && other.fact == wanted;
                                      });
    const auto& facts = l.catalogue->facts;
    if (partner == plan.layers().end()) {
      return cannot_be_turned(
          l, {"it shows ", facts[layer.fact].name, " but not ", facts[wanted].name});
    }
    Source source{static_cast<std::size_t>(partner - plan.layers().begin())};
    if (is_turn(layer.fact) && symmetry.exchanges_colors()) {
      source.a = plan.element_table()[layer.zero];
      source.b = plan.element_table()[layer.zero + 1];
    }
    made.sources_.push_back(source);
  }
  return made;
}

void StackSymmetry::apply(const layout::Stack& in, layout::Stack& out) const {
  const std::size_t words = in.words();
  const std::size_t layers = sources_.size();
  for (std::size_t i = 0; i < in.values().size(); ++i) {
    const auto& [layer, a, b] = sources_[i % layers];
    const std::uint64_t* const mask = in.masks().data() + (i - i % layers + layer) * words;
    Cells cells;
    for (int c = 0; c < cell_count(n_); ++c) {
      if ((mask[c / 64] >> (c % 64) & 1) != 0) cells.insert(static_cast<Cell>(c));
    }
    std::copy_n(drawn_(cells, n_).words().begin(), words,
                out.masks().begin() + static_cast<std::ptrdiff_t>(i * words));
    const std::uint32_t value = in.values()[i];
    out.values()[i] = value == a ? b : value == b ? a : value;
  }
}

}  // namespace intarsia::hex
