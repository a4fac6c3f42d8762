#include "intarsia/kernels/expand.h"

#include <cstring>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include "intarsia/base/keys.h"
#include "intarsia/kernels/internal/expand_targets.h"

namespace intarsia::kernels {
namespace {

// Two planes on 70 cells (two words): one layer with value 7, two layers with values 1 and 2.
constexpr Plane kPlanes[] = {{0, 1, 70}, {1, 2, 70}};

template <class Element>
std::vector<Element> expanded(Order order) {
  const Shape shape{order, sizeof(Element), 70, 2, 3, kPlanes};
  std::vector<std::uint64_t> masks(12);  // two positions
  masks[0] = 1;                          // position 0, layer 0: cells 0 and 69
  masks[1] = 1U << 5;
  masks[2] = 2;  // layer 1: cell 1
  masks[5] = 1;  // layer 2: cell 64
  masks[6] = 8;  // position 1, layer 0: cell 3
  const std::vector<std::uint32_t> values = {7, 1, 2, 9, 1, 2};
  std::vector<Element> out(2 * shape.elements(), Element(99));
  expand(shape, {2, masks.data(), values.data()}, reinterpret_cast<std::byte*>(out.data()),
         static_cast<std::ptrdiff_t>(shape.elements() * sizeof(Element)));
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
  const Shape shape{Order::kPlaneFirst, 1, 4, 1, 2, kMixed};
  const std::uint64_t masks[] = {0b1010, ~std::uint64_t{0}};
  const std::uint32_t values[] = {1, 42};
  std::uint8_t out[7] = {9, 9, 9, 9, 9, 9, 9};
  expand(shape, {1, masks, values}, reinterpret_cast<std::byte*>(out + 1), 5);
  EXPECT_EQ(std::vector<int>(out, out + 7), (std::vector<int>{9, 0, 1, 0, 1, 42, 9}));
}

// Random layers over a shape, with `guard` bytes around the output that must stay.
void compare_with_portable(Order order, int element_bytes, int cells, int planes, int layers_each,
                           std::size_t misalignment, KeySequence& random) {
  std::vector<Plane> list;
  list.reserve(static_cast<std::size_t>(planes));
  for (int p = 0; p < planes; ++p) {
    list.push_back(
        {static_cast<std::uint16_t>(p * layers_each), static_cast<std::uint16_t>(layers_each),
         static_cast<std::uint16_t>(order == Order::kPlaneFirst && p % 5 == 4 ? 1 : cells)});
  }
  const auto words = static_cast<std::uint16_t>((cells + 63) / 64);
  const auto layers = static_cast<std::uint16_t>(planes * layers_each);
  const Shape shape{order,
                    static_cast<std::uint8_t>(element_bytes),
                    static_cast<std::uint16_t>(cells),
                    words,
                    layers,
                    list};
  constexpr std::size_t kCount = 3;
  std::vector<std::uint64_t> masks(kCount * layers * words);
  std::vector<std::uint32_t> values(kCount * layers);
  for (auto& m : masks) m = random.next() & random.next();
  for (auto& v : values) v = static_cast<std::uint32_t>(random.next());
  const std::size_t bytes = shape.elements() * static_cast<std::size_t>(element_bytes);
  const std::size_t stride = bytes + misalignment;
  std::vector<std::byte> expected(kCount * stride + 128, std::byte{0xee});
  std::vector<std::byte> found = expected;
  const Layers all{kCount, masks.data(), values.data()};
  expand_portable(shape, all, expected.data() + 64 + misalignment,
                  static_cast<std::ptrdiff_t>(stride));
  ASSERT_TRUE(can_expand_simd(shape));
  expand_simd(shape, all, found.data() + 64 + misalignment, static_cast<std::ptrdiff_t>(stride));
  ASSERT_EQ(found, expected) << "order " << static_cast<int>(order) << " bytes " << element_bytes
                             << " cells " << cells << " planes " << planes << " off by "
                             << misalignment;
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

TEST(Expand, EveryTargetEqualsThePortableOne) {
  for (std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    KeySequence random(17);
    for (int bytes : {1, 2, 4}) {
      for (int cells : {1, 6, 9, 64, 121, 169, 361, 676}) {
        for (int planes : {1, 2, 3, 7, 18, 25, 112}) {
          for (std::size_t misalignment : {0, 1, 4, 60}) {
            compare_with_portable(Order::kPlaneFirst, bytes, cells, planes, 1, misalignment,
                                  random);
            compare_with_portable(Order::kCellFirst, bytes, cells, planes, 1, misalignment, random);
          }
        }
        compare_with_portable(Order::kPlaneFirst, bytes, cells, 2, 12, 0, random);
      }
    }
    if (HasFatalFailure()) FAIL() << "target " << hwy::TargetName(target);
  }
  hwy::SetSupportedTargetsForTest(0);
}

}  // namespace
}  // namespace intarsia::kernels
