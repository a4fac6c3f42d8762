// The kernels of collect.h, compiled once per instruction set; the best one that the processor has is
// chosen at run time (Google Highway).
//
// Plane-first: the lanes are cells, and a comparison's mask is a piece of the plane's set. Cell-first:
// the lanes are neighbouring elements, so the masks make one long string of bits; cut into the rows of
// the cells it is turned by testing one plane's bit in a vector of rows.
//
// Tensors come from encoders, nearly always: a first look takes the wanted values to the bit, and only
// where it saw something else each element is weighed.

#include "intarsia/kernels/collect.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "intarsia/kernels/internal/choice.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "intarsia/kernels/collect.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace intarsia::kernels::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Floats = hn::ScalableTag<float>;
using Words = hn::ScalableTag<std::uint32_t>;

template <class D, class M>
HWY_INLINE std::uint64_t bits_of(D d, M mask) {
  std::uint64_t bits = 0;
  hn::StoreMaskBits(d, mask, reinterpret_cast<std::uint8_t*>(&bits));
  return bits;
}

// The lanes that hold the wanted value to the bit; all others must be 0.
class Exactly {
 public:
  explicit Exactly(float /*tolerance*/) {}

  HWY_INLINE auto take(hn::Vec<Floats> x, hn::Vec<Floats> wanted) {
    const auto bits = hn::BitCast(Words(), x);
    const auto off = hn::Xor(bits, hn::BitCast(Words(), wanted));
    strange_ = hn::Or(strange_, hn::Min(bits, off));
    return hn::RebindMask(Floats(), hn::Eq(off, hn::Zero(Words())));
  }
  bool is_clean() const { return hn::AllTrue(Words(), hn::Eq(strange_, hn::Zero(Words()))); }

 private:
  hn::Vec<Words> strange_ = hn::Zero(Words());
};

// The lanes that hold it give or take the tolerance; all others must be nearly 0.
class Nearly {
 public:
  explicit Nearly(float tolerance) : tolerance_(hn::Set(Floats(), tolerance)) {}

  HWY_INLINE auto take(hn::Vec<Floats> x, hn::Vec<Floats> wanted) {
    const auto off = hn::Abs(hn::Sub(x, wanted));
    const auto size = hn::Abs(x);
    const auto set = hn::And(hn::Le(off, tolerance_), hn::Le(off, size));
    good_ = hn::And(good_, hn::Or(set, hn::Le(size, tolerance_)));
    return set;
  }
  bool is_clean() const { return hn::AllTrue(Floats(), good_); }

 private:
  hn::Vec<Floats> tolerance_;
  hn::Mask<Floats> good_ = hn::FirstN(Floats(), hn::Lanes(Floats()));
};

// The set of up to 64 neighbouring elements.
template <class Judge>
HWY_INLINE std::uint64_t set_of(const float* from, std::size_t size, hn::Vec<Floats> wanted,
                                Judge& judge) {
  const Floats d;
  const std::size_t lanes = hn::Lanes(d);
  std::uint64_t set = 0;
  std::size_t i = 0;
  for (; i + lanes <= size; i += lanes) {
    set |= bits_of(d, judge.take(hn::LoadU(d, from + i), wanted)) << i;
  }
  for (; i < size; ++i) {
    set |= (bits_of(d, judge.take(hn::Set(d, from[i]), wanted)) & 1) << i;
  }
  return set;
}

template <class Judge>
bool plane_first_by(const Shape& shape, const float* tensor, const float* wanted, float tolerance,
                    std::uint64_t* masks) {
  Judge judge(tolerance);
  for (const Plane& p : shape.planes) {
    const std::size_t size = p.elements;
    if (p.layers == 1) {
      std::uint64_t* const mask = masks + std::size_t{p.first_layer} * shape.words;
      const auto value = hn::Set(Floats(), wanted[p.first_layer]);
      for (std::size_t w = 0; w < shape.words; ++w) {
        const std::size_t at = std::min(w * 64, size);
        mask[w] = set_of(tensor + at, std::min<std::size_t>(64, size - at), value, judge);
      }
    }
    tensor += size;
  }
  return judge.is_clean();
}

constexpr std::size_t kRows = 64;   // cells of a word
constexpr std::size_t kBlock = 32;  // planes of a row
constexpr std::size_t kPad = hn::MaxLanes(Floats());

// The wanted values by lane, from any plane on: lanes go round the planes.
class Ring {
 public:
  Ring(const float* wanted, std::size_t planes) : planes_(planes) {
    for (std::size_t i = 0; i < planes + kPad; i += planes) {
      std::copy_n(wanted, std::min(planes, planes + kPad - i), values_ + i);
    }
  }

  // The next vector's.
  HWY_INLINE hn::Vec<Floats> next() {
    const auto values = hn::LoadU(Floats(), values_ + at_);
    at_ += step_;
    at_ -= at_ >= planes_ ? planes_ : 0;
    return values;
  }
  void restart() { at_ = 0; }

 private:
  std::size_t planes_;
  std::size_t step_ = hn::Lanes(Floats()) % planes_;
  std::size_t at_ = 0;
  float values_[kMaxCellFirstPlanes + kPad];
};

// The bits of up to 64 elements.
template <class Judge>
HWY_INLINE std::uint64_t word_of(const float* from, std::size_t left, Ring& ring, Judge& judge) {
  const Floats d;
  const std::size_t lanes = hn::Lanes(d);
  std::uint64_t word = 0;
  if (left >= 64) {
    for (std::size_t i = 0; i < 64; i += lanes) {
      word |= bits_of(d, judge.take(hn::LoadU(d, from + i), ring.next())) << i;
    }
    return word;
  }
  HWY_ALIGN float last[64] = {};
  std::copy_n(from, left, last);
  for (std::size_t i = 0; i < 64; i += lanes) {
    word |= bits_of(d, judge.take(hn::Load(d, last + i), ring.next())) << i;
  }
  return word & ((std::uint64_t{1} << left) - 1);
}

// Bit i of out is bit `plane` of rows[i].
HWY_INLINE std::uint64_t turned(const std::uint32_t* rows, std::size_t plane) {
  const Words d;
  const auto bit = hn::Set(d, std::uint32_t{1} << plane);
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < kRows; i += hn::Lanes(d)) {
    out |= bits_of(d, hn::TestBit(hn::Load(d, rows + i), bit)) << i;
  }
  return out;
}

// 32 bits of a string of bits.
HWY_INLINE std::uint32_t row_at(const std::uint64_t* string, std::size_t bit) {
  static_assert(std::endian::native == std::endian::little);
  std::uint64_t bits;
  std::memcpy(&bits, reinterpret_cast<const std::uint8_t*>(string) + bit / 8, sizeof bits);
  return static_cast<std::uint32_t>(bits >> (bit % 8));
}

template <class Judge>
bool cell_first_by(const Shape& shape, const float* tensor, const float* wanted, float tolerance,
                   std::uint64_t* masks) {
  const std::size_t planes = shape.planes.size();
  Judge judge(tolerance);
  Ring ring(wanted, planes);
  std::uint64_t string[kMaxCellFirstPlanes + 1];
  HWY_ALIGN std::uint32_t rows[kRows] = {};
  for (std::size_t cell = 0; cell < shape.cells; cell += kRows) {
    const std::size_t cells = std::min<std::size_t>(kRows, shape.cells - cell);
    const float* const from = tensor + cell * planes;
    ring.restart();
    for (std::size_t i = 0; i < cells * planes; i += 64) {
      string[i / 64] = word_of(from + i, cells * planes - i, ring, judge);
    }
    for (std::size_t block = 0; block < planes; block += kBlock) {
      for (std::size_t c = 0; c < cells; ++c) rows[c] = row_at(string, c * planes + block);
      std::fill(rows + cells, rows + kRows, 0);
      for (std::size_t p = block; p < std::min(block + kBlock, planes); ++p) {
        masks[p * shape.words + cell / kRows] = turned(rows, p - block);
      }
    }
  }
  return judge.is_clean();
}

// The last cells of a plane come through a buffer, whose other elements are 0.
template <class T>
bool codes_by(const T* plane, std::size_t cells, const T* codes, std::size_t count,
              std::size_t words, std::uint64_t* masks) {
  const hn::ScalableTag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  HWY_ALIGN T last[64] = {};
  bool is_clean = true;
  for (std::size_t w = 0; w < words; ++w) {
    const std::size_t size = std::min<std::size_t>(64, cells - std::min(cells, w * 64));
    const T* from = plane + w * 64;
    if (size < 64) {
      std::copy_n(from, size, last);
      from = last;
    }
    for (std::size_t k = 0; k < count; ++k) masks[k * words + w] = 0;
    for (std::size_t i = 0; i < size; i += lanes) {
      const auto x = hn::LoadU(d, from + i);
      auto seen = hn::Eq(x, hn::Zero(d));
      for (std::size_t k = 0; k < count; ++k) {
        const auto is_code = hn::Eq(x, hn::Set(d, codes[k]));
        masks[k * words + w] |= bits_of(d, is_code) << i;
        seen = hn::Or(seen, is_code);
      }
      is_clean &= hn::AllTrue(d, seen);
    }
  }
  return is_clean;
}

bool float_codes(const float* plane, std::size_t cells, const float* codes, std::size_t count,
                 std::size_t words, std::uint64_t* masks) {
  return codes_by(plane, cells, codes, count, words, masks);
}

bool byte_codes(const std::int8_t* plane, std::size_t cells, const std::int8_t* codes,
                std::size_t count, std::size_t words, std::uint64_t* masks) {
  return codes_by(plane, cells, codes, count, words, masks);
}

bool plane_first(const Shape& shape, const float* tensor, const float* wanted, float tolerance,
                 std::uint64_t* masks) {
  return plane_first_by<Exactly>(shape, tensor, wanted, tolerance, masks) ||
         plane_first_by<Nearly>(shape, tensor, wanted, tolerance, masks);
}

bool cell_first(const Shape& shape, const float* tensor, const float* wanted, float tolerance,
                std::uint64_t* masks) {
  return cell_first_by<Exactly>(shape, tensor, wanted, tolerance, masks) ||
         cell_first_by<Nearly>(shape, tensor, wanted, tolerance, masks);
}

}  // namespace
}  // namespace intarsia::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace intarsia::kernels {

HWY_EXPORT(plane_first);
HWY_EXPORT(cell_first);
HWY_EXPORT(float_codes);
HWY_EXPORT(byte_codes);

bool collect_codes(const float* plane, std::size_t cells, const float* codes, std::size_t count,
                   std::size_t words, std::uint64_t* masks) {
  return HWY_DYNAMIC_DISPATCH(float_codes)(plane, cells, codes, count, words, masks);
}

bool collect_codes(const std::int8_t* plane, std::size_t cells, const std::int8_t* codes,
                   std::size_t count, std::size_t words, std::uint64_t* masks) {
  return HWY_DYNAMIC_DISPATCH(byte_codes)(plane, cells, codes, count, words, masks);
}

bool collect_portable(const Shape& shape, const float* tensor, const float* wanted, float tolerance,
                      std::uint64_t* masks) {
  const bool is_plane_first = shape.order == Order::kPlaneFirst;
  const std::size_t step = is_plane_first ? 1 : shape.planes.size();
  bool is_clean = true;
  for (const Plane& p : shape.planes) {
    if (p.layers == 1) {
      std::uint64_t* const mask = masks + std::size_t{p.first_layer} * shape.words;
      std::fill_n(mask, shape.words, 0);
      for (std::size_t c = 0; c < p.elements; ++c) {
        const float x = tensor[c * step];
        const float off = std::fabs(x - wanted[p.first_layer]);
        const bool is_set = off <= tolerance && off <= std::fabs(x);
        if (is_set) mask[c / 64] |= std::uint64_t{1} << (c % 64);
        is_clean &= is_set || std::fabs(x) <= tolerance;
      }
    }
    tensor += is_plane_first ? p.elements : 1;
  }
  return is_clean;
}

bool collect(const Shape& shape, const float* tensor, const float* wanted, float tolerance,
             std::uint64_t* masks) {
  if (is_portable_wanted()) return collect_portable(shape, tensor, wanted, tolerance, masks);
  if (shape.order == Order::kPlaneFirst) {
    return HWY_DYNAMIC_DISPATCH(plane_first)(shape, tensor, wanted, tolerance, masks);
  }
  // Layers are taken for planes there: each must have one, in order.
  if (shape.layers != shape.planes.size() || shape.layers > kMaxCellFirstPlanes) {
    return collect_portable(shape, tensor, wanted, tolerance, masks);
  }
  return HWY_DYNAMIC_DISPATCH(cell_first)(shape, tensor, wanted, tolerance, masks);
}

}  // namespace intarsia::kernels
#endif
