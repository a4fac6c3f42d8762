#include "intarsia/connect4/tensor/symmetry.h"

#include <algorithm>
#include <cstring>

namespace intarsia::connect4 {

namespace {

using layout::Layout;

// Where a feature's cell lies in a tensor whose feature begins at `first`; a single element is its
// cell 0.
std::size_t place_of(const Layout& l, std::size_t feature, std::size_t first, std::size_t cell) {
  return l.order == layout::Order::kHwc ? cell * l.features.size() + feature : first + cell;
}

// Rows of arrays may lie at any address: elements are copied as bytes.
template <std::size_t kBytes>
void move_elements(const std::vector<std::uint32_t>& sources, const std::byte* in, std::byte* out) {
  for (std::size_t i = 0; i < sources.size(); ++i) {
    std::memcpy(out + i * kBytes, in + sources[i] * kBytes, kBytes);
  }
}

}  // namespace

TensorSymmetry::TensorSymmetry(const layout::Plan& plan, Symmetry symmetry)
    : bytes_(info(plan.layout().dtype).bytes), sources_(plan.elements()) {
  const Layout& l = plan.layout();
  const Board board = board_of(*l.catalogue);
  std::size_t first = 0;
  for (std::size_t i = 0; i < l.features.size(); ++i) {
    const std::size_t elements = l.elements(l.features[i]);
    for (std::size_t cell = 0; cell < elements; ++cell) {
      const std::size_t from = elements == 1 ? cell : symmetry(static_cast<Cell>(cell), board);
      sources_[place_of(l, i, first, cell)] =
          static_cast<std::uint32_t>(place_of(l, i, first, from));
    }
    first += elements;
  }
}

void TensorSymmetry::apply(const std::byte* tensor, std::byte* out) const {
  switch (bytes_) {
    case 1:
      return move_elements<1>(sources_, tensor, out);
    case 2:
      return move_elements<2>(sources_, tensor, out);
    default:
      return move_elements<4>(sources_, tensor, out);
  }
}

StackSymmetry::StackSymmetry(const layout::Plan& plan, Symmetry symmetry)
    : board_(board_of(*plan.layout().catalogue)), symmetry_(symmetry) {}

void StackSymmetry::apply(const layout::Stack& in, layout::Stack& out) const {
  for (std::size_t i = 0; i < in.masks().size(); ++i) {
    out.masks()[i] = symmetry_(Cells(in.masks()[i]), board_).word();
  }
  std::copy(in.values().begin(), in.values().end(), out.values().begin());
}

}  // namespace intarsia::connect4
