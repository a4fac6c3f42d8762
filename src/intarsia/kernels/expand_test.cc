#include "intarsia/kernels/expand.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include "intarsia/base/keys.h"
#include "intarsia/kernels/internal/kernel.h"

namespace intarsia::kernels {
namespace {

constexpr std::int32_t kZero = 0;  // a number that might change

// Layers one after the other in two arrays.
std::vector<Layer> layers_of(const Shape& shape, const std::uint64_t* masks,
                             const std::uint32_t* values) {
  std::vector<Layer> layers;
  layers.reserve(shape.layers);
  for (std::size_t i = 0; i < shape.layers; ++i) {
    layers.push_back({masks + i * shape.words, &kZero, values + i});
  }
  return layers;
}

// Two planes on 70 cells (two words): one layer with value 7, two layers with values 1 and 2.
constexpr Plane kPlanes[] = {{0, 1, 70}, {1, 2, 70}};

template <class Element>
std::vector<Element> expanded(Order order) {
  const Shape shape{order, sizeof(Element), 70, 2, 3, kPlanes};
  std::vector<std::uint64_t> masks(6);
  std::vector<std::uint32_t> values(3);
  const auto layers = layers_of(shape, masks.data(), values.data());
  std::vector<Element> out(2 * shape.elements(), Element(99));
  auto* const bytes = reinterpret_cast<std::byte*>(out.data());
  Expander expander(shape, layers);
  expander.begin(false);
  // Layer 0 on cells 0 and 69, layer 1 on cell 1, layer 2 on cell 64.
  masks = {1, 1U << 5, 2, 0, 0, 1};
  values = {7, 1, 2};
  expander.write(bytes);
  masks = {8, 0, 0, 0, 0, 0};
  values = {9, 1, 2};
  expander.write(bytes + shape.elements() * sizeof(Element));
  expander.finish();
  return out;
}

template <class Element>
void check_both_orders() {
  const auto planes = expanded<Element>(Order::kPlaneFirst);
  ASSERT_EQ(planes.size(), 280U);
  std::vector<Element> expected(280);
  expected[0] = expected[69] = 7;
  expected[70 + 1] = 1;
  expected[70 + 64] = 2;
  expected[140 + 3] = 9;
  EXPECT_EQ(planes, expected);

  const auto cells = expanded<Element>(Order::kCellFirst);
  for (std::size_t p = 0; p < 2; ++p) {
    for (std::size_t plane = 0; plane < 2; ++plane) {
      for (std::size_t cell = 0; cell < 70; ++cell) {
        ASSERT_EQ(cells[140 * p + 2 * cell + plane], expected[140 * p + 70 * plane + cell]);
      }
    }
  }
}

TEST(Expand, WritesBothOrdersInEveryElementSize) {
  check_both_orders<std::uint8_t>();
  check_both_orders<std::uint16_t>();
  check_both_orders<std::uint32_t>();
}

TEST(Expand, AScalarIsOneElement) {
  constexpr Plane kMixed[] = {{0, 1, 4}, {1, 1, 1}};
  const std::uint64_t masks[] = {0b1010, ~std::uint64_t{0}};
  const std::uint32_t values[] = {1, 42};
  std::uint8_t out[7] = {9, 9, 9, 9, 9, 9, 9};
  const Shape shape{Order::kPlaneFirst, 1, 4, 1, 2, kMixed};
  const auto layers = layers_of(shape, masks, values);
  Expander expander(shape, layers);
  expander.begin(false);
  expander.write(reinterpret_cast<std::byte*>(out + 1));
  expander.finish();
  EXPECT_EQ(std::vector<int>(out, out + 7), (std::vector<int>{9, 0, 1, 0, 1, 42, 9}));
}

TEST(Stream, CopiesAnySizeToAnyAlignment) {
  std::vector<std::byte> from(1'000);
  for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<std::byte>(i * 7);
  for (std::size_t size : {0, 1, 15, 63, 64, 65, 127, 500, 1'000}) {
    for (std::size_t offset = 0; offset < 70; ++offset) {
      std::vector<std::byte> expected(1'100, std::byte{0xee});
      std::vector<std::byte> found = expected;
      std::copy_n(from.begin(), size, expected.begin() + static_cast<std::ptrdiff_t>(offset));
      stream(from.data(), size, found.data() + offset);
      ASSERT_EQ(found, expected) << size << " to " << offset;
    }
  }
}

struct Case {
  Order order;
  int element_bytes;
  int cells;
  int planes;
  int layers_each = 1;
};

// Random positions in one shape, as the portable kernel writes them.
class Sample {
 public:
  static constexpr std::size_t kPositions = 4;

  Sample(const Case& c, KeySequence& random) : case_(c) {
    planes_.reserve(static_cast<std::size_t>(c.planes));
    for (int p = 0; p < c.planes; ++p) {
      const bool is_scalar = c.order == Order::kPlaneFirst && p % 5 == 4;
      planes_.push_back({static_cast<std::uint16_t>(p * c.layers_each),
                         static_cast<std::uint16_t>(c.layers_each),
                         static_cast<std::uint16_t>(is_scalar ? 1 : c.cells)});
    }
    const std::size_t layers = shape().layers;
    // One value for each position in every layer's table, which the position's number chooses.
    masks_.resize(kPositions * layers * shape().words);
    values_.resize(kPositions * layers);
    for (auto& m : masks_) m = random.next() & random.next();
    for (auto& v : values_) v = static_cast<std::uint32_t>(random.next());
    now_.resize(layers * shape().words);
    layers_.reserve(layers);
    for (std::size_t i = 0; i < layers; ++i) {
      layers_.push_back({&now_[i * shape().words], &number_, &values_[i * kPositions]});
    }
    expected_.resize(kPositions * bytes());
    for (std::size_t i = 0; i < kPositions; ++i) {
      set_position(i);
      expand_portable(shape(), layers_.data(), expected_.data() + i * bytes());
    }
  }
  Sample(const Sample&) = delete;
  Sample& operator=(const Sample&) = delete;

  Shape shape() const {
    return {case_.order,
            static_cast<std::uint8_t>(case_.element_bytes),
            static_cast<std::uint16_t>(case_.cells),
            static_cast<std::uint16_t>((case_.cells + 63) / 64),
            static_cast<std::uint16_t>(case_.planes * case_.layers_each),
            planes_};
  }
  std::size_t bytes() const { return shape().elements() * shape().element_bytes; }
  Expander expander() const { return {shape(), layers_}; }

  // Writes them `offset` bytes after a line's start with `gap` bytes between them, and looks at
  // every byte: the gaps and those around must stay as they were.
  void check(Expander& expander, std::size_t offset, std::size_t gap, bool is_streamed) {
    const std::size_t stride = bytes() + gap;
    std::vector<Line> found(kPositions * stride / kLineBytes + 5);
    auto* const start = found.front().bytes;
    const std::size_t size = found.size() * kLineBytes;
    std::memset(start, 0xee, size);
    std::vector<std::byte> expected(size, std::byte{0xee});
    expander.begin(is_streamed);
    for (std::size_t i = 0; i < kPositions; ++i) {
      const std::size_t at = kLineBytes + offset + i * stride;
      std::copy_n(expected_.data() + i * bytes(), bytes(), expected.data() + at);
      set_position(i);
      expander.write(start + at);
    }
    expander.finish();
    ASSERT_EQ(std::memcmp(start, expected.data(), size), 0)
        << "order " << static_cast<int>(case_.order) << " bytes " << case_.element_bytes
        << " cells " << case_.cells << " planes " << case_.planes << " offset " << offset << " gap "
        << gap << " streamed " << is_streamed;
  }

 private:
  void set_position(std::size_t i) {
    number_ = static_cast<std::int32_t>(i);
    std::copy_n(masks_.data() + i * now_.size(), now_.size(), now_.data());
  }

  Case case_;
  std::vector<Plane> planes_;
  std::vector<std::uint64_t> masks_;
  std::vector<std::uint32_t> values_;
  std::vector<std::byte> expected_;
  std::vector<std::uint64_t> now_;  // the masks of the position set
  std::int32_t number_ = 0;
  std::vector<Layer> layers_;
};

void compare_with_portable(const Case& c, KeySequence& random) {
  Sample sample(c, random);
  Expander expander = sample.expander();
  for (std::size_t offset : {0, 1, 4, 16, 40}) {
    for (std::size_t gap : {0, 3, 4, 64}) {
      for (bool is_streamed : {false, true}) sample.check(expander, offset, gap, is_streamed);
    }
  }
}

#ifdef INTARSIA_SLOW_BUILD
constexpr bool kIsSlow = true;
#else
constexpr bool kIsSlow = false;
#endif

// Every number of planes on a chess board and on one that fills no word; some on all others.
std::vector<int> planes_for(int cells) {
  const bool is_full = !kIsSlow && (cells == 64 || cells == 121);
  if (!is_full) return {1, 2, 3, 7, 18, 25, 32, 112};
  std::vector<int> planes(40);
  std::iota(planes.begin(), planes.end(), 1);
  planes.insert(planes.end(), {112, 119, 256, 300});
  return planes;
}

TEST(Expand, EveryTargetEqualsThePortableOne) {
  for (std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    KeySequence random(17);
    for (int bytes : {1, 2, 4}) {
      for (int cells : {1, 6, 9, 64, 121, 169, 361, 676}) {
        for (int planes : planes_for(cells)) {
          compare_with_portable({Order::kPlaneFirst, bytes, cells, planes}, random);
          compare_with_portable({Order::kCellFirst, bytes, cells, planes}, random);
        }
        compare_with_portable({Order::kPlaneFirst, bytes, cells, 2, 12}, random);
        if (HasFatalFailure()) FAIL() << "target " << hwy::TargetName(target);
      }
    }
  }
  hwy::SetSupportedTargetsForTest(0);
}

}  // namespace
}  // namespace intarsia::kernels
