// The cell-first kernel of processors with AVX-512, VBMI and GFNI: 32-bit elements on 16 to 32 planes of
// 64 cells, the usual case. Their number is known to the compiler.
//
// Masks are turned into rows, one for each cell with a bit for each plane. The sixteen elements of a
// vector belong to at most two cells, so its mask is cut out of two neighbouring rows: planes are not
// looked at again for every vector, and a tensor costs little more than its stores. An empty row lies
// before the first cell and behind the last, so a vector that is partly outside needs no care.
//
// Planes stand in the same lanes again after a period of cells (expand_cells.cc): a column of vectors,
// one in each period, shares its values and its shift.

#include "intarsia/kernels/internal/kernel.h"

#ifdef __x86_64__

// GCC 12 takes the deliberately undefined registers of its own intrinsics for a mistake (bug 105593).
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include <hwy/targets.h>
#include <immintrin.h>

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,gfni"))), \
                             apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512vbmi,gfni")
#endif

namespace intarsia::kernels {

namespace {

constexpr std::size_t kLanes = 16;
constexpr std::size_t kCells = 64;
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

// A byte for each of 64 cells: the bits of eight planes from `kFirst` on, as far as there are planes.
template <std::size_t kPlanes, std::size_t kFirst>
inline __m512i turned(const std::uint64_t* masks) {
  if constexpr (kFirst >= kPlanes) return _mm512_setzero_si512();
  constexpr std::size_t kCount = std::min<std::size_t>(8, kPlanes - std::min(kFirst, kPlanes));
  constexpr auto kOwn = static_cast<__mmask8>((1U << kCount) - 1);
  const __m512i words = _mm512_maskz_loadu_epi64(kOwn, masks + kFirst);
  const __m512i blocks = _mm512_permutexvar_epi8(_mm512_load_si512(kOrders.bytes), words);
  const __m512i cells = _mm512_gf2p8affine_epi64_epi8(_mm512_set1_epi64(kUnit), blocks, 0);
  return _mm512_permutexvar_epi32(_mm512_load_si512(kOrders.quarters), cells);
}

// The rows of all cells.
template <std::size_t kPlanes>
inline void turn(const std::uint64_t* masks, std::uint32_t* rows) {
  const __m512i a = turned<kPlanes, 0>(masks);
  const __m512i b = turned<kPlanes, 8>(masks);
  const __m512i c = turned<kPlanes, 16>(masks);
  const __m512i d = turned<kPlanes, 24>(masks);
  const __m512i low[] = {_mm512_unpacklo_epi8(a, b), _mm512_unpackhi_epi8(a, b)};
  const __m512i high[] = {_mm512_unpacklo_epi8(c, d), _mm512_unpackhi_epi8(c, d)};
  for (std::size_t i = 0; i < 2; ++i) {
    _mm512_storeu_si512(rows + 32 * i, _mm512_unpacklo_epi16(low[i], high[i]));
    _mm512_storeu_si512(rows + 32 * i + 16, _mm512_unpackhi_epi16(low[i], high[i]));
  }
}

// Picking, turning and writing are three positions apart, as in cell_rows-inl.h, and for its reason.
template <std::size_t kPlanes>
void take_rows(const Shape& shape, const Layer* layers, Tables& tables) {
  Tables::Late& late = tables.late[tables.turn];
  const auto* const values = reinterpret_cast<const std::uint32_t*>(late.values.data());
  const auto* const masks = reinterpret_cast<const std::uint64_t*>(late.masks.data());
  auto* const ring = reinterpret_cast<std::uint32_t*>(late.rows.data());
  const __m512i first = _mm512_loadu_si512(values);
  _mm512_storeu_si512(ring, first);
  if constexpr (kPlanes > kLanes) {
    _mm512_storeu_si512(ring + kLanes, _mm512_loadu_si512(values + kLanes));
  }
  _mm512_storeu_si512(ring + kPlanes, first);
  turn<kPlanes>(masks, ring + kFirstRow);
  tables.turn ^= 1;
  if (layers != nullptr) tables.pick(shape, layers);
}

template <std::size_t kPlanes, bool kIsStreamed>
class RowWriter {
  static constexpr std::size_t kTotal = kCells * kPlanes;
  static constexpr std::size_t kPeriod = kLanes >> std::min(std::countr_zero(kPlanes), 4);
  static constexpr std::size_t kStep = kPeriod * kPlanes;  // elements
  static constexpr std::size_t kCount = kCells / kPeriod;  // vectors of a column

 public:
  explicit RowWriter(const Tables& tables)
      : ring_(reinterpret_cast<const std::uint32_t*>(tables.late[tables.turn].rows.data())) {}

  void write(std::uint32_t* to, Edge& edge) const {
    const std::size_t fill = edge.fill / sizeof *to;
    const std::size_t rest = (fill + kTotal) % kLanes;
    if (fill == 0) {
      write_columns<kCount>(to, 0);
    } else {
      const auto before = static_cast<std::ptrdiff_t>(fill);
      put(to, _mm512_or_si512(_mm512_load_si512(edge.line.bytes), vector_at(-before)));
      write_columns<kCount - 1>(to + fill, kLanes - fill);
      write_last(to + fill, kLanes - fill);
    }
    if (rest != 0) {
      const __m512i last = vector_at(static_cast<std::ptrdiff_t>(kTotal - rest));
      _mm512_store_si512(edge.line.bytes, last);
    }
    edge.fill = rest * sizeof *to;
  }

 private:
  static void put(std::uint32_t* to, __m512i v) {
    kIsStreamed ? _mm512_stream_si512(reinterpret_cast<__m512i*>(to), v)
                : _mm512_store_si512(to, v);
  }

  // The elements from a plane of a cell on.
  static __m512i cut(const std::uint32_t* row, std::size_t plane, __m512i values) {
    const std::uint64_t bits = row[0] >> plane | std::uint64_t{row[1]} << (kPlanes - plane);
    return _mm512_maskz_mov_epi32(static_cast<__mmask16>(bits), values);
  }

  // The first vectors of every column, from element `head` on.
  template <std::size_t kVectors>
  void write_columns(std::uint32_t* out, std::size_t head) const {
    const std::uint32_t* row = ring_ + kFirstRow;
    std::size_t plane = head;
    out += head;
    for (std::size_t x = 0; x < kStep; x += kLanes, plane += kLanes, out += kLanes) {
      if (plane >= kPlanes) {
        plane -= kPlanes;
        ++row;
      }
      const __m512i values = _mm512_loadu_si512(ring_ + plane);
#pragma GCC unroll 8
      for (std::size_t i = 0; i < kVectors; ++i) {
        put(out + i * kStep, cut(row + i * kPeriod, plane, values));
      }
    }
  }

  // Those in the last period of cells, as far as they are whole.
  void write_last(std::uint32_t* out, std::size_t head) const {
    for (std::size_t x = head + (kCount - 1) * kStep; x + kLanes <= kTotal; x += kLanes) {
      put(out + x, vector_at(static_cast<std::ptrdiff_t>(x)));
    }
  }

  // The vector at any element whose lanes are not all outside; those outside are 0.
  __m512i vector_at(std::ptrdiff_t x) const {
    constexpr auto kOf = static_cast<std::ptrdiff_t>(kPlanes);
    const std::ptrdiff_t cell = x < 0 ? -1 : x / kOf;
    const auto plane = static_cast<std::size_t>(x - cell * kOf);
    return cut(ring_ + kFirstRow + cell, plane, _mm512_loadu_si512(ring_ + plane));
  }

  const std::uint32_t* ring_;
};

template <std::size_t kPlanes, bool kIsStreamed>
void write_rows(const Shape&, const Layer*, Tables& tables, std::byte* to, Edge& edge) {
  RowWriter<kPlanes, kIsStreamed>(tables).write(reinterpret_cast<std::uint32_t*>(to), edge);
}

// For every number of planes from kLeastPlanes on.
template <std::size_t... kMore>
constexpr std::array<Kernel, sizeof...(kMore)> kernels_for(std::index_sequence<kMore...>) {
  return {Kernel{kLineBytes, &write_rows<kLeastPlanes + kMore, false>,
                 &write_rows<kLeastPlanes + kMore, true>, &take_rows<kLeastPlanes + kMore>}...};
}
constexpr auto kKernels = kernels_for(std::make_index_sequence<kMostPlanes - kLeastPlanes + 1>());

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
  const bool has_instructions = chosen_target() <= HWY_AVX3 &&
                                __builtin_cpu_supports("avx512vbmi") &&
                                __builtin_cpu_supports("gfni");
  if (!has_instructions || shape.element_bytes != sizeof(std::uint32_t)) return std::nullopt;
  if (planes < kLeastPlanes || planes > kMostPlanes || shape.cells != kCells) return std::nullopt;
  return kKernels[planes - kLeastPlanes];
}

}  // namespace intarsia::kernels

#else

namespace intarsia::kernels {

std::optional<Kernel> rows_kernel(const Shape&) { return std::nullopt; }

}  // namespace intarsia::kernels

#endif  // __x86_64__
