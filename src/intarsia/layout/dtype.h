// Element types of tensors, and numbers as their bit patterns.

#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace intarsia::layout {

enum class Dtype : std::uint8_t { kFloat32, kFloat16, kBFloat16, kUint8, kInt8 };

struct DtypeInfo {
  std::string_view name;
  std::uint8_t bytes;
  std::string_view npy;  // NumPy's descriptor; bfloat16 has none and is stored as its bits
};

inline constexpr DtypeInfo kDtypes[] = {
    {"float32", 4, "<f4"}, {"float16", 2, "<f2"}, {"bfloat16", 2, "<u2"},
    {"uint8", 1, "|u1"},   {"int8", 1, "|i1"},
};

constexpr const DtypeInfo& info(Dtype d) { return kDtypes[static_cast<int>(d)]; }

constexpr std::optional<Dtype> find_dtype(std::string_view name) {
  for (std::size_t i = 0; i < std::size(kDtypes); ++i) {
    if (kDtypes[i].name == name) return static_cast<Dtype>(i);
  }
  return std::nullopt;
}

constexpr bool is_integer(Dtype d) { return d == Dtype::kUint8 || d == Dtype::kInt8; }

// Round to nearest, ties to even, as NumPy does. Values beyond the range become infinite.
std::uint16_t to_float16(float value);
std::uint16_t to_bfloat16(float value);
float from_float16(std::uint16_t bits);
float from_bfloat16(std::uint16_t bits);

// The element that stands for a value: its bits, in the low bytes. Integer types must hold it.
std::uint32_t element_bits(Dtype d, float value);

// The value of an element in memory, at any alignment.
float element_value(Dtype d, const std::byte* element);
void element_values(Dtype d, const std::byte* elements, std::span<float> out);

// A value as the type keeps it.
float rounded(Dtype d, float value);

// How far an element may be from the value that it stands for: rounding in other programs, thirds
// written as 0.333. Integers are exact.
constexpr float tolerance(Dtype d) {
  return is_integer(d) ? 0.0F : d == Dtype::kBFloat16 ? 5e-3F : 1e-3F;
}

// Whether every whole number from lo to hi is exact in the type.
bool holds_integers(Dtype d, double lo, double hi);

}  // namespace intarsia::layout
