#include "intarsia/kernels/recode.h"

#include <cstring>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include "intarsia/base/keys.h"

namespace intarsia::kernels {
namespace {

using Codes = std::vector<StateCodes>;

constexpr std::uint8_t kElementBytes[] = {1, 2, 4};

std::uint32_t fitting(std::uint32_t bits, std::uint8_t bytes) {
  return bytes == 4 ? bits : bits & ((1U << (8 * bytes)) - 1);
}

// Planes of any elements; the first tells the states apart, every third is filled.
Codes random_codes(std::size_t planes, std::uint8_t bytes, KeySequence& random) {
  Codes out(planes);
  for (std::size_t p = 0; p < planes; ++p) {
    for (std::size_t s = 0; s < kCellStates; ++s) {
      out[p][s] = p == 0 ? static_cast<std::uint32_t>(s)
                         : fitting(static_cast<std::uint32_t>(random.next()), bytes);
    }
    if (p % 3 == 2) out[p] = {out[p][0], out[p][0], out[p][0]};
  }
  return out;
}

std::vector<std::byte> drawn(const std::vector<std::size_t>& states, const CodedPlanes& planes) {
  std::vector<std::byte> out;
  for (const StateCodes& codes : planes.planes) {
    for (const std::size_t state : states) {
      std::byte element[4];
      std::memcpy(element, &codes[state], sizeof element);
      out.insert(out.end(), element, element + planes.element_bytes);
    }
  }
  return out;
}

void compare(std::size_t cells, const CodedPlanes& from, const CodedPlanes& to,
             KeySequence& random) {
  std::vector<std::size_t> states(cells);
  for (std::size_t& s : states) s = random.next() % kCellStates;
  std::vector<std::byte> tensor = drawn(states, from);
  const std::vector<std::byte> expected = drawn(states, to);
  std::vector<std::byte> found(expected.size());
  ASSERT_TRUE(recode(cells, from, tensor.data(), to, found.data()));
  ASSERT_EQ(found, expected);
  ASSERT_TRUE(recode_portable(cells, from, tensor.data(), to, found.data()));
  ASSERT_EQ(found, expected);
  // Any bit that is changed makes a cell that is in no state.
  tensor[random.next() % tensor.size()] ^= std::byte{0x40};
  ASSERT_FALSE(recode(cells, from, tensor.data(), to, found.data()));
  ASSERT_FALSE(recode_portable(cells, from, tensor.data(), to, found.data()));
}

TEST(Recode, GivesTheSameOnEveryTargetAndSize) {
  KeySequence random(3);
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    for (const std::size_t cells : {1, 4, 9, 16, 25, 63, 64, 121, 169, 361, 676}) {
      for (const std::uint8_t from_bytes : kElementBytes) {
        for (const std::uint8_t to_bytes : kElementBytes) {
          for (const std::size_t planes : {1, 2, 3, 6}) {
            const Codes from = random_codes(planes, from_bytes, random);
            const Codes to = random_codes(7 - planes, to_bytes, random);
            compare(cells, {from_bytes, from}, {to_bytes, to}, random);
            ASSERT_FALSE(HasFatalFailure()) << target << ' ' << cells << ' ' << planes;
          }
        }
      }
    }
  }
  hwy::SetSupportedTargetsForTest(0);
}

}  // namespace
}  // namespace intarsia::kernels
