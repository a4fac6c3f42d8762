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

// A plane of one of the tensors. Everything here is inlined, and nothing is kept in arrays: what the
// compiler does not keep in registers it reads again after each store.
template <class D>
struct Place {
  Codes<D> codes;
  std::size_t start;
  std::size_t copy;  // where the same plane of the other tensor starts

  HWY_INLINE Place(D d, std::size_t cells, const CodedPlane& p)
      : codes(d, p.codes),
        start(p.number * cells),
        copy(p.copy == kNoCopy ? kNoCopy : p.copy * cells) {}

  template <class From, class To>
  HWY_INLINE void read(D d, const From* from, To* to, std::size_t i, Distance<D>& distance) const {
    const auto v = load(d, from + start + i);
    distance.add(v, codes);
    if constexpr (sizeof(From) == sizeof(To)) {
      if (copy != kNoCopy) store(d, v, to + copy + i);
    }
  }
  template <class To>
  HWY_INLINE void write(D d, To* to, std::size_t i, hn::Mask<D> is_first,
                        hn::Mask<D> is_second) const {
    const auto v = hn::IfThenElse(is_first, codes.first, codes.empty);
    store(d, hn::IfThenElse(is_second, codes.second, v), to + start + i);
  }
};

// Planes whose number the compiler knows, one inside the other.
template <class D, int kPlanes>
class Planes {
 public:
  HWY_INLINE Planes(D d, std::size_t cells, const CodedPlane* planes)
      : first_(d, cells, *planes), rest_(d, cells, planes + 1) {}

  template <class From, class To>
  HWY_INLINE void read(D d, const From* from, To* to, std::size_t i, Distance<D>& distance) const {
    first_.read(d, from, to, i, distance);
    rest_.read(d, from, to, i, distance);
  }
  template <class To>
  HWY_INLINE void write(D d, To* to, std::size_t i, hn::Mask<D> is_first,
                        hn::Mask<D> is_second) const {
    first_.write(d, to, i, is_first, is_second);
    rest_.write(d, to, i, is_first, is_second);
  }

 private:
  Place<D> first_;
  Planes<D, kPlanes - 1> rest_;
};

template <class D>
class Planes<D, 0> {
 public:
  HWY_INLINE Planes(D, std::size_t, const CodedPlane*) {}
  template <class From, class To>
  HWY_INLINE void read(D, const From*, To*, std::size_t, Distance<D>&) const {}
  template <class To>
  HWY_INLINE void write(D, To*, std::size_t, hn::Mask<D>, hn::Mask<D>) const {}
};

// Any number of them.
constexpr int kAny = -1;

template <class D>
class Planes<D, kAny> {
 public:
  HWY_INLINE Planes(D, std::size_t cells, std::span<const CodedPlane> planes)
      : cells_(cells), planes_(planes) {}

  template <class From, class To>
  HWY_INLINE void read(D d, const From* from, To* to, std::size_t i, Distance<D>& distance) const {
    for (const CodedPlane& p : planes_) Place<D>(d, cells_, p).read(d, from, to, i, distance);
  }
  template <class To>
  HWY_INLINE void write(D d, To* to, std::size_t i, hn::Mask<D> is_first,
                        hn::Mask<D> is_second) const {
    for (const CodedPlane& p : planes_) Place<D>(d, cells_, p).write(d, to, i, is_first, is_second);
  }

 private:
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

// Planes of a board that must be the same in all cells. Their number is 0, 1 or kAny.
template <int kPlanes, class D, class From>
class ShownPlanes {
 public:
  HWY_INLINE ShownPlanes(D d, const CellWork& work, const From* from)
      : work_(work),
        from_(from),
        cells_(kPlanes == 1 ? start(work.shown.front()) : from),
        first_(in_all_lanes(d, *cells_)) {}

  // 0 in the lanes where they are.
  HWY_INLINE hn::Vec<D> difference(D d, std::size_t i) const {
    auto off = hn::Zero(d);
    if constexpr (kPlanes == 1) off = hn::Xor(load(d, cells_ + i), first_);
    if constexpr (kPlanes == kAny) {
      for (const ShownPlane& plane : work_.shown) {
        off = hn::Or(off, hn::Xor(load(d, start(plane) + i), in_all_lanes(d, *start(plane))));
      }
    }
    return off;
  }

 private:
  HWY_INLINE const From* start(const ShownPlane& p) const { return from_ + p.number * work_.cells; }

  const CellWork& work_;
  const From* from_;
  const From* cells_;  // of the only one
  hn::Vec<D> first_;
};

// By the first cells: enough to refuse a board with the other player to move.
template <class From>
HWY_INLINE bool starts_as_shown(const CellWork& work, const From* from) {
  for (const ShownPlane& plane : work.shown) {
    if (!plane.can_be(from[plane.number * work.cells])) return false;
  }
  return true;
}

template <class D, class To>
HWY_INLINE void fill(D d, const CellWork& work, To* to) {
  const std::size_t last = work.cells - hn::Lanes(d);
  for (const FilledPlane& plane : work.filled) {
    const auto element = in_all_lanes(d, plane.element);
    To* const cells = to + plane.number * work.cells;
    for (std::size_t i = 0; i < last; i += hn::Lanes(d)) hn::StoreU(element, d, cells + i);
    hn::StoreU(element, d, cells + last);
  }
}

// Elements of a board, by vectors that have at most as many lanes as it has cells.
template <int kShown, int kTold, int kWritten, class From, class To, std::size_t kMaxBytes>
std::size_t recode_boards(const CellWork& work, const BoardRows& rows) {
  using Lane = std::conditional_t<sizeof(From) < sizeof(To), To, From>;
  using D = hn::CappedTag<Lane, kMaxBytes / sizeof(Lane)>;
  const D d;
  const hn::CappedTag<To, kMaxBytes / sizeof(To)> d_to;
  const auto told = planes_of<kTold>(d, work.cells, work.told);
  const auto written = planes_of<kWritten>(d, work.cells, work.written);
  const std::size_t last = work.cells - hn::Lanes(d);
  for (std::size_t i = 0; i < rows.count; ++i) {
    const auto* const from = reinterpret_cast<const From*>(rows.tensor(i));
    auto* const to = reinterpret_cast<To*>(rows.out(i));
    if (!starts_as_shown(work, from)) return i;
    const ShownPlanes<kShown, D, From> shown(d, work, from);
    auto off = hn::Zero(d);
    for (std::size_t next = 0; next < work.cells; next += hn::Lanes(d)) {
      const std::size_t cell = std::min(next, last);
      off = hn::Or(off, shown.difference(d, cell));
      Distance<D> distance(d);
      told.read(d, from, to, cell, distance);
      off = hn::Or(off, distance.least());
      written.write(d, to, cell, hn::Eq(distance.first, hn::Zero(d)),
                    hn::Eq(distance.second, hn::Zero(d)));
    }
    if (!hn::AllTrue(d, hn::Eq(off, hn::Zero(d)))) return i;
    fill(d_to, work, to);
  }
  return rows.count;
}

// The numbers of planes of boards with codes, with stones of both players, and with the turn.
template <class From, class To>
RecodeCells choose_as(const CellWork& work) {
#ifdef __OPTIMIZE_SIZE__
  // The page is to be small, and recodes no batches: one form does for all numbers of planes.
  (void)work;
  return recode_boards<kAny, kAny, kAny, From, To, kMinRecodedCells>;
#else
  const auto has = [&](std::size_t shown, std::size_t told, std::size_t written) {
    return work.shown.size() == shown && work.told.size() == told && work.written.size() == written;
  };
  constexpr std::size_t kLarge = HWY_MAX_BYTES;
  if (work.cells < kLarge / std::min(sizeof(From), sizeof(To)))
    return recode_boards<kAny, kAny, kAny, From, To, kMinRecodedCells>;
  if (has(0, 1, 2)) return recode_boards<0, 1, 2, From, To, kLarge>;
  if (has(0, 2, 1)) return recode_boards<0, 2, 1, From, To, kLarge>;
  if (has(1, 2, 1)) return recode_boards<1, 2, 1, From, To, kLarge>;
  if constexpr (sizeof(From) == sizeof(To)) {  // both are copied
    if (has(0, 2, 0)) return recode_boards<0, 2, 0, From, To, kLarge>;
    if (has(1, 2, 0)) return recode_boards<1, 2, 0, From, To, kLarge>;
  }
  return recode_boards<kAny, kAny, kAny, From, To, kLarge>;
#endif
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
