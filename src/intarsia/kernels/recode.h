// Boards whose cells are in one of three states, from one set of planes straight into another.
//
// A plane has one element for each state: the stones of a player are (0, 1, 0), codes are (0, 1, 2),
// and a filled plane is the same for all three. Elements are bit patterns, as everywhere in kernels.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace intarsia::kernels {

// Empty, the first player's, the second's.
inline constexpr std::size_t kCellStates = 3;
using StateCodes = std::array<std::uint32_t, kCellStates>;

// Planes one after the other (kPlaneFirst), of elements of 1, 2 or 4 bytes.
struct CodedPlanes {
  std::uint8_t element_bytes;
  std::span<const StateCodes> planes;
};

// One board. Returns whether every cell is in one state by all planes of `from`; if not, what was
// written means nothing. No two states may have the same elements in all planes of `from`.
bool recode(std::size_t cells, const CodedPlanes& from, const std::byte* tensor,
            const CodedPlanes& to, std::byte* out);

// One element at a time: what the SIMD forms must equal.
bool recode_portable(std::size_t cells, const CodedPlanes& from, const std::byte* tensor,
                     const CodedPlanes& to, std::byte* out);

}  // namespace intarsia::kernels
