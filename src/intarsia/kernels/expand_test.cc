#include "intarsia/kernels/expand.h"

#include <cstring>
#include <vector>

#include <gtest/gtest.h>

namespace intarsia::kernels {
namespace {

// Two planes on 70 cells (two words): one layer with value 7, two layers with values 1 and 2.
constexpr Plane kPlanes[] = {{0, 1, 70}, {1, 2, 70}};

template <class Element>
std::vector<Element> expanded(Order order) {
  const Shape shape{order, sizeof(Element), 70, 2, 3, kPlanes};
  std::vector<std::uint64_t> masks(2 * 3 * 2);  // two positions
  masks[0] = 1;                                 // position 0, layer 0: cells 0 and 69
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

}  // namespace
}  // namespace intarsia::kernels
