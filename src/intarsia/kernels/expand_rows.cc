// The cell-first kernel of processors with AVX-512, VBMI and GFNI: 32-bit elements on 16 to 32 planes,
// the usual case.
//
// Masks are turned into rows, one for each cell with a bit for each plane. The sixteen elements of a
// vector belong to at most two cells, so its mask is cut out of two neighbouring rows: planes are not
// looked at again for every vector, and a tensor costs little more than its stores. An empty row lies
// before the first cell, so a vector that begins outside needs no care.
//
// Planes stand in the same lanes again after a period of cells (expand_cells.cc): a column of vectors,
// one in each period, shares its values and its shift.

// GCC 12 takes the deliberately undefined registers of its own intrinsics for a mistake (bug 105593).
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

#include <algorithm>
#include <bit>
#include <cstring>

#include <hwy/targets.h>
#include <immintrin.h>

#include "intarsia/kernels/internal/kernel.h"

#ifdef __clang__
#pragma clang attribute push(                                                  \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi2"))), \
    apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi2")
#endif

namespace intarsia::kernels {

namespace {

constexpr std::size_t kLanes = 16;
constexpr std::size_t kLeastPlanes = 16;
constexpr std::size_t kMostPlanes = 32;

// The parts of Tables::Late::rows: values by lane from any plane on, then the rows of the cells.
constexpr std::size_t kRing = kMostPlanes + kLanes;
constexpr std::size_t kFirstRow = kRing + kLanes;  // the row before it is empty

struct Orders {
  alignas(64) std::uint8_t bytes[64] = {};
  alignas(64) std::uint32_t quarters[16] = {};
};

// Byte k of qword r is byte r of plane 7 - k: that is what a product with the unit matrix turns.
// Then four cells each go to where interleaving picks them up.
constexpr Orders kOrders = [] {
  Orders o;
  for (std::size_t i = 0; i < 64; ++i) {
    o.bytes[i] = static_cast<std::uint8_t>((7 - i % 8) * 8 + i / 8);
  }
  for (std::uint32_t i = 0; i < 16; ++i) o.quarters[i] = i % 4 * 4 + i / 4;
  return o;
}();
constexpr auto kUnit = static_cast<long long>(0x8040201008040201);

// A byte for each of 64 cells: the bits of eight planes from `first` on, as far as there are planes.
inline __m512i turned(const std::uint64_t* masks, std::size_t planes, std::size_t first) {
  const std::size_t count = planes > first ? std::min<std::size_t>(8, planes - first) : 0;
  const auto own = static_cast<__mmask8>((1U << count) - 1);
  const __m512i words = _mm512_maskz_loadu_epi64(own, masks + first);
  const __m512i blocks = _mm512_permutexvar_epi8(_mm512_load_si512(kOrders.bytes), words);
  const __m512i cells = _mm512_gf2p8affine_epi64_epi8(_mm512_set1_epi64(kUnit), blocks, 0);
  return _mm512_permutexvar_epi32(_mm512_load_si512(kOrders.quarters), cells);
}

// The rows of 64 cells.
inline void turn(const std::uint64_t* masks, std::size_t planes, std::uint32_t* rows) {
  const __m512i a = turned(masks, planes, 0);
  const __m512i b = turned(masks, planes, 8);
  const __m512i c = turned(masks, planes, 16);
  const __m512i d = planes > 24 ? turned(masks, planes, 24) : _mm512_setzero_si512();
  const __m512i low[] = {_mm512_unpacklo_epi8(a, b), _mm512_unpackhi_epi8(a, b)};
  const __m512i high[] = {_mm512_unpacklo_epi8(c, d), _mm512_unpackhi_epi8(c, d)};
  for (std::size_t i = 0; i < 2; ++i) {
    _mm512_storeu_si512(rows + 32 * i, _mm512_unpacklo_epi16(low[i], high[i]));
    _mm512_storeu_si512(rows + 32 * i + 16, _mm512_unpackhi_epi16(low[i], high[i]));
  }
}

// Picking, turning and pouring are three positions apart, as in cell_rows-inl.h, and for its reason.
void take_rows(const Shape& shape, const Layer* layers, Tables& tables) {
  Tables::Late& late = tables.late[tables.turn];
  const std::size_t planes = shape.planes.size();
  const auto* const values = reinterpret_cast<const std::uint32_t*>(late.values.data());
  const auto* const masks = reinterpret_cast<const std::uint64_t*>(late.masks.data());
  auto* const ring = reinterpret_cast<std::uint32_t*>(late.rows.data());
  const __m512i first = _mm512_loadu_si512(values);
  _mm512_storeu_si512(ring, first);
  _mm512_storeu_si512(ring + kLanes, _mm512_loadu_si512(values + kLanes));
  _mm512_storeu_si512(ring + planes, first);
  for (std::size_t word = 0; word < shape.words; ++word) {
    turn(masks + word * planes, planes, ring + kFirstRow + 64 * word);
  }
  tables.turn ^= 1;
  if (layers != nullptr) tables.pick(shape, layers);
}

template <bool kIsStreamed>
class RowPourer {
 public:
  RowPourer(const Shape& shape, const Tables& tables)
      : planes_(shape.planes.size()),
        total_(shape.cells * planes_),
        own_(_bzhi_u64(~std::uint64_t{0}, static_cast<unsigned>(planes_)) * 0x1'0000'0001),
        ring_(reinterpret_cast<const std::uint32_t*>(tables.late[tables.turn].rows.data())) {}

  void pour(std::uint32_t* to, Edge& edge) const {
    const std::size_t fill = edge.fill / sizeof *to;
    const std::size_t rest = (fill + total_) % kLanes;
    const auto before = static_cast<std::ptrdiff_t>(fill);
    if (fill != 0) put(to, _mm512_or_si512(_mm512_load_si512(edge.line.bytes), vector_at(-before)));
    pour_columns(to + fill, fill == 0 ? 0 : kLanes - fill);
    // What masks say of cells beyond the board does not count.
    const auto own = static_cast<__mmask16>((1U << rest) - 1);
    const __m512i last = vector_at(static_cast<std::ptrdiff_t>(total_ - rest));
    _mm512_store_si512(edge.line.bytes, _mm512_maskz_mov_epi32(own, last));
    edge.fill = rest * sizeof *to;
  }

 private:
  static void put(std::uint32_t* to, __m512i v) {
    kIsStreamed ? _mm512_stream_si512(reinterpret_cast<__m512i*>(to), v)
                : _mm512_store_si512(to, v);
  }

  // The elements from a plane of a cell on.
  __m512i cut(const std::uint32_t* row, std::size_t plane, __m512i values) const {
    std::uint64_t two;
    std::memcpy(&two, row, sizeof two);
    const auto mask = static_cast<__mmask16>(_pext_u64(two, own_) >> plane);
    return _mm512_maskz_mov_epi32(mask, values);
  }

  // All whole vectors from element `head` on, in columns whose period the compiler knows.
  void pour_columns(std::uint32_t* out, std::size_t head) const {
    switch (kLanes >> std::min(std::countr_zero(planes_), 4)) {
      case 16:
        return pour_columns_of<16>(out, head);
      case 8:
        return pour_columns_of<8>(out, head);
      case 4:
        return pour_columns_of<4>(out, head);
      case 2:
        return pour_columns_of<2>(out, head);
      default:
        return pour_columns_of<1>(out, head);
    }
  }

  template <std::size_t kPeriod>
  void pour_columns_of(std::uint32_t* out, std::size_t head) const {
    const std::size_t step = kPeriod * planes_;
    const std::size_t end = total_ - kLanes + 1;  // no vector begins here
    const std::uint32_t* row = ring_ + kFirstRow;
    std::size_t plane = head;
    for (std::size_t x = head; x < head + step; x += kLanes, plane += kLanes) {
      for (; plane >= planes_; plane -= planes_) ++row;
      const __m512i values = _mm512_loadu_si512(ring_ + plane);
      const std::uint32_t* from = row;
      std::size_t at = x;
      for (; at + 3 * step < end; at += 4 * step, from += 4 * kPeriod) {
        std::uint32_t* const to = out + at;
        put(to, cut(from, plane, values));
        put(to + step, cut(from + kPeriod, plane, values));
        put(to + 2 * step, cut(from + 2 * kPeriod, plane, values));
        put(to + 3 * step, cut(from + 3 * kPeriod, plane, values));
      }
      for (; at < end; at += step, from += kPeriod) put(out + at, cut(from, plane, values));
    }
  }

  // The vector at any element whose lanes are not all outside; those outside are 0.
  __m512i vector_at(std::ptrdiff_t x) const {
    const auto planes = static_cast<std::ptrdiff_t>(planes_);
    const std::ptrdiff_t cell = x < 0 ? -1 : x / planes;
    const auto plane = static_cast<std::size_t>(x - cell * planes);
    return cut(ring_ + kFirstRow + cell, plane, _mm512_loadu_si512(ring_ + plane));
  }

  std::size_t planes_, total_;
  std::uint64_t own_;  // the planes' bits of two rows
  const std::uint32_t* ring_;
};

template <bool kIsStreamed>
void pour_rows(const Shape& shape, const Layer*, Tables& tables, std::byte* to, Edge& edge) {
  RowPourer<kIsStreamed>(shape, tables).pour(reinterpret_cast<std::uint32_t*>(to), edge);
}

}  // namespace

}  // namespace intarsia::kernels

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

namespace intarsia::kernels {

std::optional<Kernel> rows_kernel(const Shape& shape) {
  const std::size_t planes = shape.planes.size();
  // Highway is asked too, so that a test that rules out AVX-512 does so here.
  const bool has_instructions = (hwy::SupportedTargets() & HWY_AVX3) != 0 &&
                                __builtin_cpu_supports("avx512vbmi") &&
                                __builtin_cpu_supports("gfni") && __builtin_cpu_supports("bmi2");
  if (!has_instructions || shape.element_bytes != sizeof(std::uint32_t)) return std::nullopt;
  if (planes < kLeastPlanes || planes > kMostPlanes) return std::nullopt;
  return Kernel{kLineBytes, &pour_rows<false>, &pour_rows<true>, &take_rows};
}

}  // namespace intarsia::kernels
