#include "intarsia/kernels/collect.h"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include "intarsia/base/keys.h"

namespace intarsia::kernels {
namespace {

constexpr float kTolerance = 1e-3F;

// Planes with a layer each; every fifth plane of a plane-first shape is a single element.
struct Example {
  std::vector<Plane> planes;
  Shape shape;
  std::vector<float> wanted;

  Example(Order order, int cells, int count) {
    for (int p = 0; p < count; ++p) {
      const bool is_scalar = order == Order::kPlaneFirst && p % 5 == 4;
      planes.push_back(
          {static_cast<std::uint16_t>(p), 1, static_cast<std::uint16_t>(is_scalar ? 1 : cells)});
      wanted.push_back(p % 3 == 0 ? 1.0F / 3 : static_cast<float>(p % 4));
    }
    shape = {order,
             4,
             static_cast<std::uint16_t>(cells),
             static_cast<std::uint16_t>((cells + 63) / 64),
             static_cast<std::uint16_t>(count),
             planes};
  }
};

// Elements that are off by up to `slack`.
void compare_with_portable(const Example& e, KeySequence& random, float slack) {
  std::vector<float> tensor(e.shape.elements());
  const auto plane_of = [&](std::size_t i) {
    if (e.shape.order == Order::kCellFirst) return i % e.planes.size();
    std::size_t p = 0;
    while (i >= e.planes[p].elements) i -= e.planes[p++].elements;
    return p;
  };
  for (std::size_t i = 0; i < tensor.size(); ++i) {
    const auto r = random.next();
    const float off = (static_cast<float>(r >> 40) * 0x1p-24F - 0.5F) * 2 * slack;
    tensor[i] = ((r & 1) != 0 ? e.wanted[plane_of(i)] : 0) + off;
  }
  const std::size_t size = e.planes.size() * e.shape.words;
  std::vector<std::uint64_t> expected(size, 99), found(size, 7);
  ASSERT_TRUE(
      collect_portable(e.shape, tensor.data(), e.wanted.data(), kTolerance, expected.data()));
  ASSERT_TRUE(collect(e.shape, tensor.data(), e.wanted.data(), kTolerance, found.data()));
  ASSERT_EQ(found, expected);
  // Any single element out of place is noticed.
  const float strange[] = {
      0.15F, -1, 1.01F, 1e30F, std::nanf(""), std::numeric_limits<float>::infinity()};
  for (float bad : strange) {
    const std::size_t i = random.next() % tensor.size();
    const float before = tensor[i];
    tensor[i] = bad;
    ASSERT_FALSE(collect(e.shape, tensor.data(), e.wanted.data(), kTolerance, found.data())) << bad;
    ASSERT_FALSE(
        collect_portable(e.shape, tensor.data(), e.wanted.data(), kTolerance, expected.data()));
    ASSERT_EQ(found, expected);
    tensor[i] = before;
  }
}

TEST(Collect, EqualsThePortableFormOnEveryTargetAndSize) {
  KeySequence random(5);
  for (std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    for (Order order : {Order::kPlaneFirst, Order::kCellFirst}) {
      for (int cells : {1, 6, 64, 81, 121, 169, 361, 676}) {
        for (int planes : {1, 2, 3, 7, 18, 25, 31, 32, 33, 64, 119}) {
          const Example e(order, cells, planes);
          compare_with_portable(e, random, 0.95F * kTolerance);
          compare_with_portable(e, random, 0);
          ASSERT_FALSE(HasFatalFailure()) << target << ' ' << cells << ' ' << planes;
        }
      }
    }
  }
  hwy::SetSupportedTargetsForTest(0);
}

TEST(Collect, TakesTheNearerOfTwoValuesThatAreClose) {
  const Plane planes[] = {{0, 1, 4}};
  const Shape shape{Order::kPlaneFirst, 4, 4, 1, 1, planes};
  const float tensor[] = {0, 0.0004F, 0.0006F, 0.001F};
  const float wanted[] = {0.001F};
  std::uint64_t mask = 0;
  EXPECT_TRUE(collect(shape, tensor, wanted, kTolerance, &mask));
  EXPECT_EQ(mask, 0b1100U);
}

// Planes of codes of any length, against one element at a time; then one element that is no code.
template <class T>
void compare_codes(std::size_t cells, std::size_t count, KeySequence& random) {
  std::vector<T> codes;
  for (int k = 0; k < static_cast<int>(count); ++k) {
    codes.push_back(static_cast<T>(k % 2 == 0 ? 1 + k : -1 - k));
  }
  const std::size_t words = (cells + 63) / 64;
  std::vector<T> plane(cells);
  std::vector<std::uint64_t> expected(count * words), found(count * words, 7);
  for (std::size_t c = 0; c < cells; ++c) {
    const std::size_t k = random.next() % (count + 1);
    if (k == count) continue;
    plane[c] = codes[k];
    expected[k * words + c / 64] |= std::uint64_t{1} << (c % 64);
  }
  ASSERT_TRUE(collect_codes(plane.data(), cells, codes.data(), count, words, found.data()));
  ASSERT_EQ(found, expected);
  plane[random.next() % cells] = static_cast<T>(100);
  ASSERT_FALSE(collect_codes(plane.data(), cells, codes.data(), count, words, found.data()));
}

TEST(Collect, CodesAreFoundOnEveryTarget) {
  KeySequence random(5);
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    for (const std::size_t cells : {1, 9, 42, 63, 64, 65, 121, 169, 361, 676}) {
      for (const std::size_t count : {1, 2, 5, 12}) {
        compare_codes<float>(cells, count, random);
        compare_codes<std::int8_t>(cells, count, random);
      }
    }
  }
  hwy::SetSupportedTargetsForTest(0);
}

}  // namespace
}  // namespace intarsia::kernels
