#include "intarsia/kernels/recode.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

#include "intarsia/kernels/internal/choice.h"

namespace intarsia::kernels {

namespace {

// Sizes of elements are powers of 2.
bool is_aligned(std::uintptr_t at, std::size_t bytes) { return (at & (bytes - 1)) == 0; }

// act(element) with an element of that many bytes: its type is what counts.
template <class Act>
auto with_element(std::size_t bytes, Act act) {
  switch (bytes) {
    case 1:
      return act(std::uint8_t{});
    case 2:
      return act(std::uint16_t{});
    default:
      return act(std::uint32_t{});
  }
}

// kPlanes are known to the compiler, or 0: then it is `planes`.
template <std::size_t kPlanes, class T>
void split_by(std::size_t cells, std::size_t planes, const T* from, T* to) {
  if constexpr (kPlanes != 0) planes = kPlanes;
  for (std::size_t p = 0; p < planes; ++p) {
    for (std::size_t c = 0; c < cells; ++c) to[p * cells + c] = from[c * planes + p];
  }
}

template <std::size_t kPlanes, class T>
void join_by(std::size_t cells, std::size_t planes, const T* from, T* to) {
  if constexpr (kPlanes != 0) planes = kPlanes;
  for (std::size_t c = 0; c < cells; ++c) {
    for (std::size_t p = 0; p < planes; ++p) to[c * planes + p] = from[p * cells + c];
  }
}

// A cell-first tensor's planes one after the other, and back.
void split(std::size_t cells, const CodedPlanes& coded, const std::byte* tensor, std::byte* out) {
  with_element(coded.element_bytes, [&](auto element) {
    const auto* const from = reinterpret_cast<const decltype(element)*>(tensor);
    auto* const to = reinterpret_cast<decltype(element)*>(out);
    const std::size_t planes = coded.planes.size();
    if (planes == 2) return split_by<2>(cells, planes, from, to);
    if (planes == 3) return split_by<3>(cells, planes, from, to);
    split_by<0>(cells, planes, from, to);
  });
}

void join(std::size_t cells, const CodedPlanes& coded, const std::byte* tensor, std::byte* out) {
  with_element(coded.element_bytes, [&](auto element) {
    const auto* const from = reinterpret_cast<const decltype(element)*>(tensor);
    auto* const to = reinterpret_cast<decltype(element)*>(out);
    const std::size_t planes = coded.planes.size();
    if (planes == 2) return join_by<2>(cells, planes, from, to);
    if (planes == 3) return join_by<3>(cells, planes, from, to);
    join_by<0>(cells, planes, from, to);
  });
}

// How many of a plane's elements are this one; `step` is from cell to cell, in elements.
template <class T>
std::size_t count(const std::byte* plane, std::size_t cells, std::size_t step, T wanted) {
  const auto is_wanted = [&](std::size_t i) {
    T element;
    std::memcpy(&element, plane + i * sizeof(T), sizeof(T));
    return element == wanted;
  };
  std::uint32_t n = 0;
  if (step == 1) {  // said apart, for the compiler
    for (std::size_t c = 0; c < cells; ++c) n += is_wanted(c);
  } else {
    for (std::size_t c = 0; c < cells; ++c) n += is_wanted(c * step);
  }
  return n;
}

}  // namespace

Recoder::Recoder(std::size_t cells, CodedPlanes from, CodedPlanes to)
    : Recoder(cells, from, from, std::move(to)) {}

Recoder::Recoder(std::size_t cells, CodedPlanes from, CodedPlanes or_from, CodedPlanes to)
    : from_(std::move(from)),
      or_from_(std::move(or_from)),
      to_(std::move(to)),
      cells_{.cells = cells,
             .from_bytes = from_.element_bytes,
             .to_bytes = to_.element_bytes,
             .shown = {},
             .told = {},
             .filled = {},
             .written = {}} {
  for (std::size_t p = 0; p < from_.planes.size(); ++p) {
    const StateCodes& codes = from_.planes[p];
    if (is_filled(codes)) {
      cells_.shown.push_back({p, {codes[0], or_from_.planes[p][0]}});
    } else {
      cells_.told.push_back({p, codes});
    }
  }
  for (std::size_t p = 0; p < to_.planes.size(); ++p) add_output(p);
  if (!is_portable_wanted() && cells >= kMinRecodedCells) {
    recode_cells_ = choose_recode_cells(cells_);
  }
  choose_counted();
  if (!from_.is_plane_first()) read_.resize(from_.planes.size() * cells * from_.element_bytes);
  if (!to_.is_plane_first()) written_.resize(to_.planes.size() * cells * to_.element_bytes);
}

void Recoder::add_output(std::size_t plane) {
  const StateCodes& codes = to_.planes[plane];
  if (is_filled(codes)) {
    cells_.filled.push_back({plane, codes[0]});
    return;
  }
  const auto same = std::find_if(cells_.told.begin(), cells_.told.end(), [&](const CodedPlane& p) {
    return p.codes == codes && p.copy == kNoCopy;
  });
  if (same != cells_.told.end() && from_.element_bytes == to_.element_bytes) {
    same->copy = plane;
  } else {
    cells_.written.push_back({plane, codes});
  }
}

// Planes that tell three states apart have two that some plane tells from both others: one of them
// does it for all, or two of them for one each.
void Recoder::choose_counted() {
  std::size_t found = 0;
  for (const std::size_t state : {std::size_t{1}, std::size_t{2}, std::size_t{0}}) {
    const auto tells = [state](const CodedPlane& plane) {
      const StateCodes& codes = plane.codes;
      return std::count(codes.begin(), codes.end(), codes[state]) == 1;
    };
    const auto plane = std::find_if(cells_.told.begin(), cells_.told.end(), tells);
    if (plane != cells_.told.end() && found < counted_.size()) {
      counted_[found++] = {state, plane->number};
    }
  }
  assert(found == counted_.size());
}

bool Recoder::can_use_vectors(const BoardRows& rows) const {
  const auto are_aligned = [](const std::byte* first, std::ptrdiff_t stride, std::size_t bytes) {
    return is_aligned(reinterpret_cast<std::uintptr_t>(first), bytes) &&
           is_aligned(static_cast<std::uintptr_t>(stride), bytes);
  };
  return recode_cells_ != nullptr &&
         are_aligned(rows.from, rows.from_stride, from_.element_bytes) &&
         are_aligned(rows.to, rows.to_stride, to_.element_bytes);
}

std::size_t Recoder::recode(const BoardRows& rows) {
  const bool has_vectors = can_use_vectors(rows);
  if (has_vectors && read_.empty() && written_.empty()) return recode_cells_(cells_, rows);
  for (std::size_t i = 0; i < rows.count; ++i) {
    const BoardRows row = rows.part(i, 1);
    if (!(has_vectors ? recode_cell_first(row) : recode_one(row))) return i;
  }
  return rows.count;
}

bool Recoder::recode_one(const BoardRows& row) {
  return recode_portable(cells_.cells, from_, row.from, to_, row.to) ||
         recode_portable(cells_.cells, or_from_, row.from, to_, row.to);
}

bool Recoder::recode_cell_first(const BoardRows& row) {
  BoardRows planes = row;
  if (!read_.empty()) {
    split(cells_.cells, from_, row.from, read_.data());
    planes.from = read_.data();
  }
  if (!written_.empty()) planes.to = written_.data();
  if (recode_cells_(cells_, planes) == 0) return false;
  if (!written_.empty()) join(cells_.cells, to_, written_.data(), row.to);
  return true;
}

std::array<std::size_t, kCellStates> Recoder::count_states(const std::byte* tensor) const {
  std::array<std::size_t, kCellStates> counts{};
  std::size_t rest = cells_.cells;
  for (const CountedState& c : counted_) {
    counts[c.state] = with_element(from_.element_bytes, [&](auto element) {
      element = static_cast<decltype(element)>(from_.planes[c.plane][c.state]);
      const std::size_t step = from_.is_plane_first() ? 1 : from_.planes.size();
      return count(tensor + from_.at(c.plane, 0, cells_.cells), cells_.cells, step, element);
    });
    rest -= counts[c.state];
  }
  counts[kCellStates - counted_[0].state - counted_[1].state] = rest;
  return counts;
}

bool recode_portable(std::size_t cells, const CodedPlanes& from, const std::byte* tensor,
                     const CodedPlanes& to, std::byte* out) {
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const auto is_in = [&](std::size_t state) {
      for (std::size_t p = 0; p < from.planes.size(); ++p) {
        std::uint32_t element = 0;
        std::memcpy(&element, tensor + from.at(p, cell, cells), from.element_bytes);
        if (element != from.planes[p][state]) return false;
      }
      return true;
    };
    std::size_t state = 0;
    while (state < kCellStates && !is_in(state)) ++state;
    if (state == kCellStates) return false;
    for (std::size_t p = 0; p < to.planes.size(); ++p) {
      std::memcpy(out + to.at(p, cell, cells), &to.planes[p][state], to.element_bytes);
    }
  }
  return true;
}

}  // namespace intarsia::kernels
