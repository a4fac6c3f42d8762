#include "intarsia/hex/tensor_symmetry.h"

#include <cstring>
#include <optional>

#include "intarsia/base/text.h"
#include "intarsia/hex/internal/fact_index.h"

namespace intarsia::hex {

namespace {

using namespace internal;  // NOLINT: facts by their names
using layout::Feature;
using layout::Layout;

constexpr bool is_turn(FactId f) { return f == kTurnPlayer || f == kTurnBlue || f == kTurnRed; }

// Blue and Red change places; us and them stay who they are.
int owner_of(int whose, Symmetry s) {
  return whose > kOfRed || !s.exchanges_colors() ? whose : kOfBlue + kOfRed - whose;
}

// The fact that shows, of the position, what `f` shows of the turned one.
FactId partner_of(FactId f, Symmetry s) {
  if (f < kStones + kOwners) return stones_fact(owner_of(f - kStones, s));
  if (f < kEdges || f >= kBorder) return f;
  const int whose = (f - kEdges) / kEdgesEach;
  const int edge = (f - kEdges) % kEdgesEach;
  return edge_fact(owner_of(whose, s), s.exchanges_edges() ? 1 - edge : edge);
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
  const auto refuse = [&](std::initializer_list<std::string_view> why) {
    return Error{ErrorCode::kUnsupported, 0, concat({l.id, " cannot be turned so: ", concat(why)})};
  };
  const Feature wanted{partner_of(f.fact, symmetry), f.per, f.ago};
  const auto partner = find_feature(l, wanted);
  if (!partner) return refuse({"it shows ", name(l, f), " but not ", name(l, wanted)});
  const bool is_exchanged =
      symmetry.exchanges_colors() && (is_turn(f.fact) || f.fact == kPieceCodes);
  if (is_exchanged && is_turn(f.fact) && f.ago > 0) {
    return refuse({name(l, f), " may be unknown, which looks like a colour"});
  }
  const bool is_codes = f.fact == kPieceCodes;
  const std::uint32_t a = element(plan, f, is_codes ? static_cast<int>(Piece::kBlue) : 0);
  const std::uint32_t b = element(plan, f, is_codes ? static_cast<int>(Piece::kRed) : 1);

  const Symmetry drawn = l.frame == kMoverFrame ? symmetry.in_movers_view() : symmetry;
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

}  // namespace intarsia::hex
