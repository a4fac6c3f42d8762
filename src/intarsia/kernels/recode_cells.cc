// The kernels of recode_cells.h, compiled once per instruction set; the best one that the processor has
// is chosen at run time (Google Highway).
//
// The lanes are cells, as wide as the larger of the two kinds of elements. The last vector of a board
// ends with its last cell, so that some cells are done twice and nothing is read or written beyond.

#include "intarsia/kernels/internal/recode_cells.h"

#include <algorithm>
#include <span>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "intarsia/kernels/recode_cells.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace intarsia::kernels::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class D, class T>
HWY_INLINE hn::Vec<D> load(D d, const T* from) {
  const hn::Rebind<T, D> as_stored;
  if constexpr (sizeof(T) == sizeof(hn::TFromD<D>)) {
    return hn::LoadU(as_stored, from);
  } else {
    return hn::PromoteTo(d, hn::LoadU(as_stored, from));
  }
}

template <class D, class T>
HWY_INLINE void store(D, hn::Vec<D> v, T* to) {
  const hn::Rebind<T, D> as_stored;
  if constexpr (sizeof(T) == sizeof(hn::TFromD<D>)) {
    hn::StoreU(v, as_stored, to);
  } else {
    hn::StoreU(hn::TruncateTo(as_stored, v), as_stored, to);
  }
}

template <class D>
HWY_INLINE hn::Vec<D> in_all_lanes(D d, std::uint32_t element) {
  return hn::Set(d, static_cast<hn::TFromD<D>>(element));
}

// The elements of a plane, in every lane.
template <class D>
struct Codes {
  hn::Vec<D> empty, first, second;

  HWY_INLINE Codes(D d, const StateCodes& codes)
      : empty(in_all_lanes(d, codes[0])),
        first(in_all_lanes(d, codes[1])),
        second(in_all_lanes(d, codes[2])) {}
};

// How far some cells are from each state: 0 in a lane where all planes agree with it.
template <class D>
struct Distance {
  hn::Vec<D> empty, first, second;

  explicit HWY_INLINE Distance(D d) : empty(hn::Zero(d)), first(empty), second(empty) {}
  HWY_INLINE void add(hn::Vec<D> cells, const Codes<D>& codes) {
    empty = hn::Or(empty, hn::Xor(cells, codes.empty));
    first = hn::Or(first, hn::Xor(cells, codes.first));
    second = hn::Or(second, hn::Xor(cells, codes.second));
  }
  HWY_INLINE hn::Vec<D> least() const { return hn::Min(empty, hn::Min(first, second)); }
};

// A plane's elements, where it starts, and where its copy does.
template <class D>
struct Place {
  Codes<D> codes;
  std::size_t start;
  std::size_t copy;

  HWY_INLINE Place(D d, std::size_t cells, const CodedPlane& p)
      : codes(d, p.codes),
        start(p.number * cells),
        copy(p.copy == kNoCopy ? kNoCopy : p.copy * cells) {}
};

// Planes whose number the compiler knows: their codes stay in registers for a whole board. One inside
// the other, for what lies in an array the compiler would keep in memory.
template <class D, int kPlanes>
class Planes {
 public:
  HWY_INLINE Planes(D d, std::size_t cells, const CodedPlane* planes)
      : first_(d, cells, *planes), rest_(d, cells, planes + 1) {}

  template <class Visit>
  HWY_INLINE void for_each(Visit visit) const {
    visit(first_);
    rest_.for_each(visit);
  }

 private:
  Place<D> first_;
  Planes<D, kPlanes - 1> rest_;
};

template <class D>
class Planes<D, 0> {
 public:
  HWY_INLINE Planes(D, std::size_t, const CodedPlane*) {}
  template <class Visit>
  HWY_INLINE void for_each(Visit) const {}
};

// Any number of them.
constexpr int kAny = -1;

template <class D>
class Planes<D, kAny> {
 public:
  HWY_INLINE Planes(D d, std::size_t cells, std::span<const CodedPlane> planes)
      : d_(d), cells_(cells), planes_(planes) {}

  template <class Visit>
  HWY_INLINE void for_each(Visit visit) const {
    for (const CodedPlane& p : planes_) visit(Place<D>(d_, cells_, p));
  }

 private:
  D d_;
  std::size_t cells_;
  std::span<const CodedPlane> planes_;
};

template <int kPlanes, class D>
HWY_INLINE Planes<D, kPlanes> planes_of(D d, std::size_t cells,
                                        const std::vector<CodedPlane>& planes) {
  if constexpr (kPlanes == kAny) {
    return {d, cells, planes};
  } else {
    return {d, cells, planes.data()};
  }
}

// visit(first cell) for each vector of cells.
template <class D, class Visit>
HWY_INLINE void for_each_vector(D d, std::size_t cells, Visit visit) {
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + lanes <= cells; i += lanes) visit(i);
  if (i < cells) visit(cells - lanes);
}

// By one cell, which is enough to refuse a board with the other player to move.
template <class From>
HWY_INLINE bool starts_as_shown(const CellWork& work, const From* from) {
  return std::all_of(work.shown.begin(), work.shown.end(), [&](const FilledPlane& plane) {
    return from[plane.number * work.cells] == plane.element;
  });
}

template <class D, class From>
HWY_INLINE bool is_as_shown(D d, const CellWork& work, const From* from) {
  auto off = hn::Zero(d);
  for (const FilledPlane& plane : work.shown) {
    const auto element = in_all_lanes(d, plane.element);
    const From* const cells = from + plane.number * work.cells;
    for_each_vector(d, work.cells, [&](std::size_t i) HWY_ATTR {
      off = hn::Or(off, hn::Xor(hn::LoadU(d, cells + i), element));
    });
  }
  return hn::AllTrue(d, hn::Eq(off, hn::Zero(d)));
}

template <class D, class To>
HWY_INLINE void fill(D d, const CellWork& work, To* to) {
  for (const FilledPlane& plane : work.filled) {
    const auto element = in_all_lanes(d, plane.element);
    To* const cells = to + plane.number * work.cells;
    for_each_vector(d, work.cells,
                    [&](std::size_t i) HWY_ATTR { hn::StoreU(element, d, cells + i); });
  }
}

template <class D, class Told, class Written, class From, class To>
HWY_INLINE bool recode_board(D d, std::size_t cells, const Told& told, const Written& written,
                             const From* from, To* to) {
  const auto zero = hn::Zero(d);
  auto off = zero;
  for_each_vector(d, cells, [&](std::size_t i) HWY_ATTR {
    Distance<D> distance(d);
    told.for_each([&](const Place<D>& plane) HWY_ATTR {
      const auto v = load(d, from + plane.start + i);
      distance.add(v, plane.codes);
      if constexpr (sizeof(From) == sizeof(To)) {
        if (plane.copy != kNoCopy) store(d, v, to + plane.copy + i);
      }
    });
    off = hn::Or(off, distance.least());
    const auto is_first = hn::Eq(distance.first, zero);
    const auto is_second = hn::Eq(distance.second, zero);
    written.for_each([&](const Place<D>& plane) HWY_ATTR {
      const auto v = hn::IfThenElse(is_first, plane.codes.first, plane.codes.empty);
      store(d, hn::IfThenElse(is_second, plane.codes.second, v), to + plane.start + i);
    });
  });
  return hn::AllTrue(d, hn::Eq(off, zero));
}

// Elements of a board, by vectors that have at most as many lanes as it has cells.
template <int kTold, int kWritten, class From, class To, std::size_t kMaxBytes>
std::size_t recode_boards(const CellWork& work, const BoardRows& rows) {
  using Lane = std::conditional_t<sizeof(From) < sizeof(To), To, From>;
  const hn::CappedTag<Lane, kMaxBytes / sizeof(Lane)> d;
  const hn::CappedTag<From, kMaxBytes / sizeof(From)> d_from;
  const hn::CappedTag<To, kMaxBytes / sizeof(To)> d_to;
  const auto told = planes_of<kTold>(d, work.cells, work.told);
  const auto written = planes_of<kWritten>(d, work.cells, work.written);
  for (std::size_t i = 0; i < rows.count; ++i) {
    const auto* const from = reinterpret_cast<const From*>(rows.tensor(i));
    auto* const to = reinterpret_cast<To*>(rows.out(i));
    if (!starts_as_shown(work, from)) return i;
    if (!recode_board(d, work.cells, told, written, from, to)) return i;
    if (!is_as_shown(d_from, work, from)) return i;
    fill(d_to, work, to);
  }
  return rows.count;
}

// The numbers of planes of boards with codes, or with stones of both players.
template <class From, class To>
RecodeCells choose_as(const CellWork& work) {
  const auto has = [&](std::size_t told, std::size_t written) {
    return work.told.size() == told && work.written.size() == written;
  };
  constexpr std::size_t kLarge = HWY_MAX_BYTES;
  if (work.cells < kLarge / std::min(sizeof(From), sizeof(To)))
    return recode_boards<kAny, kAny, From, To, kMinRecodedCells>;
  if (has(1, 2)) return recode_boards<1, 2, From, To, kLarge>;
  if (has(2, 1)) return recode_boards<2, 1, From, To, kLarge>;
  if constexpr (sizeof(From) == sizeof(To)) {
    if (has(2, 0)) return recode_boards<2, 0, From, To, kLarge>;  // both are copied
  }
  return recode_boards<kAny, kAny, From, To, kLarge>;
}

template <class From>
RecodeCells choose_from(const CellWork& work) {
  switch (work.to_bytes) {
    case 1:
      return choose_as<From, std::uint8_t>(work);
    case 2:
      return choose_as<From, std::uint16_t>(work);
    default:
      return choose_as<From, std::uint32_t>(work);
  }
}

RecodeCells choose(const CellWork& work) {
  switch (work.from_bytes) {
    case 1:
      return choose_from<std::uint8_t>(work);
    case 2:
      return choose_from<std::uint16_t>(work);
    default:
      return choose_from<std::uint32_t>(work);
  }
}

}  // namespace
}  // namespace intarsia::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace intarsia::kernels {

HWY_EXPORT(choose);

RecodeCells choose_recode_cells(const CellWork& work) { return HWY_DYNAMIC_DISPATCH(choose)(work); }

}  // namespace intarsia::kernels
#endif
