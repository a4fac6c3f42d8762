#include "intarsia/kernels/recode.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include "intarsia/base/keys.h"

namespace intarsia::kernels {
namespace {

using States = std::vector<std::size_t>;
using Bytes = std::vector<std::byte>;

constexpr std::uint8_t kElementBytes[] = {1, 2, 4};
constexpr Order kOrders[] = {Order::kPlaneFirst, Order::kCellFirst};

std::uint32_t fitting(std::uint32_t bits, std::uint8_t bytes) {
  return bytes == 4 ? bits : bits & ((1U << (8 * bytes)) - 1);
}

// Planes of any elements; the first tells the states apart, every third is filled.
CodedPlanes random_planes(std::size_t planes, std::uint8_t bytes, Order order,
                          KeySequence& random) {
  CodedPlanes out{bytes, order, std::vector<StateCodes>(planes)};
  for (std::size_t p = 0; p < planes; ++p) {
    for (std::size_t s = 0; s < kCellStates; ++s) {
      out.planes[p][s] = p == 0 ? static_cast<std::uint32_t>(s)
                                : fitting(static_cast<std::uint32_t>(random.next()), bytes);
    }
    if (p % 3 == 2) out.planes[p].fill(out.planes[p][0]);
  }
  return out;
}

// Some planes become those of another tensor, alone or one after the other.
void share(CodedPlanes& to, const CodedPlanes& from, KeySequence& random) {
  const std::size_t first = random.next() % to.planes.size();
  std::size_t shared = random.next() % from.planes.size();
  for (std::size_t p = first; p < to.planes.size() && shared < from.planes.size(); ++p) {
    for (std::size_t s = 0; s < kCellStates; ++s) {
      to.planes[p][s] = fitting(from.planes[shared][s], to.element_bytes);
    }
    ++shared;
  }
}

Bytes drawn(const States& states, const CodedPlanes& coded) {
  Bytes out(states.size() * coded.planes.size() * coded.element_bytes);
  for (std::size_t p = 0; p < coded.planes.size(); ++p) {
    for (std::size_t c = 0; c < states.size(); ++c) {
      std::memcpy(out.data() + coded.at(p, c, states.size()), &coded.planes[p][states[c]],
                  coded.element_bytes);
    }
  }
  return out;
}

States random_states(std::size_t cells, KeySequence& random) {
  States states(cells);
  for (std::size_t& s : states) s = random.next() % kCellStates;
  return states;
}

bool recode_one(Recoder& recoder, const std::byte* tensor, std::byte* out) {
  return recoder.recode({tensor, 0, out, 0, 1}) == 1;
}

void compare(std::size_t cells, const CodedPlanes& from, const CodedPlanes& to,
             KeySequence& random) {
  const States states = random_states(cells, random);
  Bytes tensor = drawn(states, from);
  const Bytes expected = drawn(states, to);
  Bytes found(expected.size());
  Recoder recoder(cells, from, to);
  ASSERT_TRUE(recode_one(recoder, tensor.data(), found.data()));
  ASSERT_EQ(found, expected);
  std::fill(found.begin(), found.end(), std::byte{0});
  ASSERT_TRUE(recode_portable(cells, from, tensor.data(), to, found.data()));
  ASSERT_EQ(found, expected);
  // Any bit that is changed makes a cell that is in no state.
  tensor[random.next() % tensor.size()] ^= std::byte{0x40};
  ASSERT_FALSE(recode_one(recoder, tensor.data(), found.data()));
  ASSERT_FALSE(recode_portable(cells, from, tensor.data(), to, found.data()));
}

void compare_orders(std::size_t cells, std::uint8_t from_bytes, std::uint8_t to_bytes,
                    std::size_t planes, KeySequence& random) {
  for (const Order from_order : kOrders) {
    for (const Order to_order : kOrders) {
      const CodedPlanes from = random_planes(planes, from_bytes, from_order, random);
      CodedPlanes to = random_planes(7 - planes, to_bytes, to_order, random);
      compare(cells, from, to, random);
      share(to, from, random);
      compare(cells, from, to, random);
    }
  }
}

TEST(Recoder, GivesTheSameOnEveryTargetAndSize) {
  KeySequence random(3);
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    for (const std::size_t cells : {1, 4, 9, 16, 25, 63, 64, 121, 169, 361, 676}) {
      for (const std::uint8_t from_bytes : kElementBytes) {
        for (const std::uint8_t to_bytes : kElementBytes) {
          for (const std::size_t planes : {1, 2, 3, 4, 6}) {
            compare_orders(cells, from_bytes, to_bytes, planes, random);
            ASSERT_FALSE(testing::Test::HasFatalFailure())
                << target << ' ' << cells << ' ' << planes;
          }
        }
      }
    }
  }
  hwy::SetSupportedTargetsForTest(0);
}

TEST(Recoder, RefusesABadElementOnEveryCellOfEveryPlane) {
  constexpr std::size_t kCells = 169;
  KeySequence random(4);
  for (const std::uint8_t bytes : kElementBytes) {
    const CodedPlanes from{bytes, Order::kPlaneFirst, {{{0, 1, 0}}, {{0, 0, 1}}, {{1, 1, 1}}}};
    const CodedPlanes to{bytes, Order::kPlaneFirst, {from.planes[0], from.planes[1]}};
    Recoder recoder(kCells, from, to);
    const Bytes tensor = drawn(random_states(kCells, random), from);
    Bytes out(2 * kCells * bytes);
    for (std::size_t i = 0; i < tensor.size(); ++i) {
      Bytes bad = tensor;
      bad[i] ^= std::byte{2};
      ASSERT_FALSE(recode_one(recoder, bad.data(), out.data())) << i;
    }
  }
}

// Codes, or stones of both players, with `turn` in all cells of one more plane.
CodedPlanes board_planes(bool has_codes, std::uint32_t turn, std::uint8_t bytes, Order order) {
  CodedPlanes out{bytes, order, {{{0, 1, 2}}}};
  if (!has_codes) out.planes = {{{0, 1, 0}}, {{0, 0, 1}}};
  out.planes.push_back({turn, turn, turn});
  return out;
}

void compare_turns(std::size_t cells, const CodedPlanes& blue, const CodedPlanes& red,
                   const CodedPlanes& to, KeySequence& random) {
  const States states = random_states(cells, random);
  const Bytes expected = drawn(states, to);
  Bytes found(expected.size());
  Recoder recoder(cells, blue, red, to);
  for (const CodedPlanes& from : {blue, red}) {
    std::fill(found.begin(), found.end(), std::byte{0});
    const Bytes tensor = drawn(states, from);
    ASSERT_TRUE(recode_one(recoder, tensor.data(), found.data()));
    ASSERT_EQ(found, expected);
    // Neither another element nor the two of them mixed.
    const std::size_t turn = from.at(from.planes.size() - 1, random.next() % cells, cells);
    for (const std::byte other : {std::byte{7}, std::byte{8}, std::byte{9}}) {
      Bytes bad = tensor;
      bad[turn] = other;
      ASSERT_EQ(recode_one(recoder, bad.data(), found.data()), bad == tensor);
    }
  }
}

TEST(Recoder, TakesTensorsOfEitherTurn) {
  KeySequence random(11);
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    for (const std::size_t cells : {4, 25, 121, 169}) {
      for (const std::uint8_t bytes : kElementBytes) {
        for (const std::uint8_t to_bytes : kElementBytes) {
          for (const Order order : kOrders) {
            for (const bool from_codes : {false, true}) {
              for (const bool to_codes : {false, true}) {
                CodedPlanes to = board_planes(to_codes, 5, to_bytes, order);
                const CodedPlanes blue = board_planes(from_codes, 7, bytes, order);
                const CodedPlanes red = board_planes(from_codes, 9, bytes, order);
                compare_turns(cells, blue, red, to, random);
                to.planes.pop_back();
                compare_turns(cells, blue, red, to, random);
                ASSERT_FALSE(testing::Test::HasFatalFailure()) << target << ' ' << cells;
              }
            }
          }
        }
      }
    }
  }
  hwy::SetSupportedTargetsForTest(0);
}

TEST(Recoder, StopsAtTheFirstBoardThatIsRefused) {
  constexpr std::size_t kCells = 49;
  constexpr std::size_t kBoards = 5;
  constexpr std::size_t kApart = 7;  // bytes between tensors: no multiple of their elements
  KeySequence random(7);
  for (const std::uint8_t bytes : kElementBytes) {
    for (const Order order : kOrders) {
      const CodedPlanes from = random_planes(2, bytes, order, random);
      const CodedPlanes to = random_planes(3, bytes, order, random);
      const States states = random_states(kCells, random);
      Bytes tensors, expected;
      for (std::size_t i = 0; i < kBoards; ++i) {
        const Bytes tensor = drawn(states, from);
        const Bytes out = drawn(states, to);
        tensors.insert(tensors.end(), tensor.begin(), tensor.end());
        expected.insert(expected.end(), out.begin(), out.end());
        tensors.resize(tensors.size() + kApart);
        expected.resize(expected.size() + kApart);
      }
      const std::size_t stride = tensors.size() / kBoards;
      tensors[3 * stride] ^= std::byte{0x40};
      Bytes found(expected.size());
      const std::size_t out_stride = found.size() / kBoards;
      Recoder recoder(kCells, from, to);
      const BoardRows rows{tensors.data(), static_cast<std::ptrdiff_t>(stride), found.data(),
                           static_cast<std::ptrdiff_t>(out_stride), kBoards};
      ASSERT_EQ(recoder.recode(rows), 3U);
      ASSERT_TRUE(std::equal(found.begin(),
                             found.begin() + static_cast<std::ptrdiff_t>(3 * out_stride),
                             expected.begin()));
    }
  }
}

TEST(Recoder, TakesTensorsAtAnyAddress) {
  constexpr std::size_t kCells = 25;
  KeySequence random(5);
  const CodedPlanes from = random_planes(2, 4, Order::kCellFirst, random);
  const CodedPlanes to = random_planes(3, 2, Order::kPlaneFirst, random);
  const States states = random_states(kCells, random);
  Bytes tensor = drawn(states, from);
  tensor.insert(tensor.begin(), std::byte{0});
  const Bytes expected = drawn(states, to);
  Bytes out(expected.size() + 1);
  Recoder recoder(kCells, from, to);
  ASSERT_TRUE(recode_one(recoder, tensor.data() + 1, out.data() + 1));
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), out.begin() + 1));
  EXPECT_EQ(recoder.count_states(tensor.data() + 1)[1],
            static_cast<std::size_t>(std::count(states.begin(), states.end(), 1U)));
}

TEST(Recoder, CountsStatesByAnyPlanesThatTellThemApart) {
  // Codes, stones of both, occupied cells with the stones of one, empty cells with them.
  const std::vector<std::vector<StateCodes>> kSets = {{{{0, 1, 2}}},
                                                      {{{0, 1, 0}}, {{0, 0, 1}}},
                                                      {{{5, 5, 5}}, {{0, 1, 1}}, {{0, 0, 1}}},
                                                      {{{1, 0, 0}}, {{0, 1, 0}}}};
  constexpr std::size_t kCells = 121;
  KeySequence random(6);
  for (const auto& planes : kSets) {
    for (const std::uint8_t bytes : kElementBytes) {
      for (const Order order : kOrders) {
        const CodedPlanes from{bytes, order, planes};
        const States states = random_states(kCells, random);
        const Bytes tensor = drawn(states, from);
        const auto counts = Recoder(kCells, from, from).count_states(tensor.data());
        for (std::size_t s = 0; s < kCellStates; ++s) {
          EXPECT_EQ(counts[s],
                    static_cast<std::size_t>(std::count(states.begin(), states.end(), s)));
        }
      }
    }
  }
}

}  // namespace
}  // namespace intarsia::kernels
