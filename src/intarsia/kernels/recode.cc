// The kernels of recode.h, compiled once per instruction set; the best one that the processor has is
// chosen at run time (Google Highway).
//
// The lanes are cells, 32 bits wide whatever the elements are. The last vector of a board ends with
// its last cell, so that some cells are done twice and nothing is read or written beyond.

#include "intarsia/kernels/recode.h"

#include <cstring>

#include "intarsia/kernels/internal/choice.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "intarsia/kernels/recode.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace intarsia::kernels::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Words = hn::ScalableTag<std::uint32_t>;
using Word = hn::Vec<Words>;
using Set = hn::Mask<Words>;

template <class T>
HWY_INLINE Word load(const T* from) {
  const hn::Rebind<T, Words> d;
  if constexpr (sizeof(T) == 4) {
    return hn::LoadU(d, from);
  } else {
    return hn::PromoteTo(Words(), hn::LoadU(d, from));
  }
}

template <class T>
HWY_INLINE void store(Word v, T* to) {
  const hn::Rebind<T, Words> d;
  if constexpr (sizeof(T) == 4) {
    hn::StoreU(v, d, to);
  } else {
    hn::StoreU(hn::TruncateTo(d, v), d, to);
  }
}

// The elements of a plane, in every lane.
struct Codes {
  Word empty, first, second;
};

HWY_INLINE Codes codes_of(const StateCodes& plane) {
  return {hn::Set(Words(), plane[0]), hn::Set(Words(), plane[1]), hn::Set(Words(), plane[2])};
}

// How far some cells are from each state: 0 in a lane where all planes agree with it.
struct Distance {
  Word empty, first, second;

  HWY_INLINE void add(Word cells, const Codes& codes) {
    empty = hn::Or(empty, hn::Xor(cells, codes.empty));
    first = hn::Or(first, hn::Xor(cells, codes.first));
    second = hn::Or(second, hn::Xor(cells, codes.second));
  }
  HWY_INLINE Word least() const { return hn::Min(empty, hn::Min(first, second)); }
};

// Some vectors of cells; several share the work of loading codes. Returns what is 0 if each cell is in
// a state.
template <std::size_t kVectors, class From, class To>
HWY_INLINE Word recode_cells(std::size_t step, std::span<const StateCodes> from_planes,
                             const From* from, std::span<const StateCodes> to_planes, To* to) {
  const Words d;
  const std::size_t lanes = hn::Lanes(d);
  Distance distances[kVectors];
  for (Distance& x : distances) x = {hn::Zero(d), hn::Zero(d), hn::Zero(d)};
  for (const StateCodes& plane : from_planes) {
    const Codes codes = codes_of(plane);
    for (std::size_t k = 0; k < kVectors; ++k) distances[k].add(load(from + k * lanes), codes);
    from += step;
  }
  for (const StateCodes& plane : to_planes) {
    const Codes codes = codes_of(plane);
    for (std::size_t k = 0; k < kVectors; ++k) {
      const Set is_first = hn::Eq(distances[k].first, hn::Zero(d));
      const Set is_second = hn::Eq(distances[k].second, hn::Zero(d));
      const Word v = hn::IfThenElse(is_first, codes.first, codes.empty);
      store(hn::IfThenElse(is_second, codes.second, v), to + k * lanes);
    }
    to += step;
  }
  Word off = hn::Zero(d);
  for (const Distance& x : distances) off = hn::Or(off, x.least());
  return off;
}

template <std::size_t kVectors, class From, class To>
bool recode_by(std::size_t cells, const CodedPlanes& from, const From* tensor,
               const CodedPlanes& to, To* out) {
  const std::size_t step = kVectors * hn::Lanes(Words());
  Word off = hn::Zero(Words());
  for (std::size_t i = 0; i < cells; i += step) {
    const std::size_t at = i + step <= cells ? i : cells - step;
    off = hn::Or(off, recode_cells<kVectors>(cells, from.planes, tensor + at, to.planes, out + at));
  }
  return hn::AllTrue(Words(), hn::Eq(off, hn::Zero(Words())));
}

template <class From, class To>
bool recode_as(std::size_t cells, const CodedPlanes& from, const std::byte* tensor,
               const CodedPlanes& to, std::byte* out) {
  const std::size_t lanes = hn::Lanes(Words());
  const auto* const elements = reinterpret_cast<const From*>(tensor);
  auto* const written = reinterpret_cast<To*>(out);
  if (cells >= 4 * lanes) return recode_by<4>(cells, from, elements, to, written);
  if (cells >= lanes) return recode_by<1>(cells, from, elements, to, written);
  return recode_portable(cells, from, tensor, to, out);
}

template <class From>
bool recode_from(std::size_t cells, const CodedPlanes& from, const std::byte* tensor,
                 const CodedPlanes& to, std::byte* out) {
  switch (to.element_bytes) {
    case 1:
      return recode_as<From, std::uint8_t>(cells, from, tensor, to, out);
    case 2:
      return recode_as<From, std::uint16_t>(cells, from, tensor, to, out);
    default:
      return recode_as<From, std::uint32_t>(cells, from, tensor, to, out);
  }
}

bool recode_board(std::size_t cells, const CodedPlanes& from, const std::byte* tensor,
                  const CodedPlanes& to, std::byte* out) {
  switch (from.element_bytes) {
    case 1:
      return recode_from<std::uint8_t>(cells, from, tensor, to, out);
    case 2:
      return recode_from<std::uint16_t>(cells, from, tensor, to, out);
    default:
      return recode_from<std::uint32_t>(cells, from, tensor, to, out);
  }
}

}  // namespace
}  // namespace intarsia::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace intarsia::kernels {

HWY_EXPORT(recode_board);

bool recode_portable(std::size_t cells, const CodedPlanes& from, const std::byte* tensor,
                     const CodedPlanes& to, std::byte* out) {
  const auto at = [cells](const CodedPlanes& planes, std::size_t plane, std::size_t cell) {
    return (plane * cells + cell) * planes.element_bytes;
  };
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const auto is_in = [&](std::size_t state) {
      for (std::size_t p = 0; p < from.planes.size(); ++p) {
        std::uint32_t element = 0;
        std::memcpy(&element, tensor + at(from, p, cell), from.element_bytes);
        if (element != from.planes[p][state]) return false;
      }
      return true;
    };
    std::size_t state = 0;
    while (state < kCellStates && !is_in(state)) ++state;
    if (state == kCellStates) return false;
    for (std::size_t p = 0; p < to.planes.size(); ++p) {
      std::memcpy(out + at(to, p, cell), &to.planes[p][state], to.element_bytes);
    }
  }
  return true;
}

bool recode(std::size_t cells, const CodedPlanes& from, const std::byte* tensor,
            const CodedPlanes& to, std::byte* out) {
  const auto is_aligned = [](const std::byte* at, const CodedPlanes& planes) {
    return reinterpret_cast<std::uintptr_t>(at) % planes.element_bytes == 0;
  };
  if (is_portable_wanted() || !is_aligned(tensor, from) || !is_aligned(out, to)) {
    return recode_portable(cells, from, tensor, to, out);
  }
  return HWY_DYNAMIC_DISPATCH(recode_board)(cells, from, tensor, to, out);
}

}  // namespace intarsia::kernels
#endif
