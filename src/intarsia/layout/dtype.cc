#include "intarsia/layout/dtype.h"

#include <cassert>
#include <cstring>

namespace intarsia::layout {

std::uint16_t to_float16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>(bits >> 16 & 0x8000);
  const float magnitude = std::fabs(value);
  if (std::isnan(value)) return static_cast<std::uint16_t>(sign | 0x7e00);
  if (magnitude >= 65520.0F) return static_cast<std::uint16_t>(sign | 0x7c00);
  if (magnitude < 0x1p-14F) {
    // Subnormal: a whole number of 2^-24, rounded to even by the addition.
    const float rounded = magnitude + 0.5F;  // ulp of [0.5, 1) is 2^-24
    return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(rounded) & 0x3ff) |
                                      (rounded >= 0.5F + 0x1p-14F ? 0x400 : 0));
  }
  const std::uint32_t rest = bits & 0x7fffffff;
  const std::uint32_t half = 0xfff + (rest >> 13 & 1);
  return static_cast<std::uint16_t>(sign | ((rest + half - (112U << 23)) >> 13));
}

std::uint16_t to_bfloat16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if (std::isnan(value)) return static_cast<std::uint16_t>(bits >> 16 | 0x40);
  return static_cast<std::uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

float from_float16(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const int mantissa = bits & 0x3ff;
  float magnitude;
  if (exponent == 31) {
    magnitude = mantissa == 0 ? HUGE_VALF : NAN;
  } else if (exponent == 0) {
    magnitude = std::ldexp(static_cast<float>(mantissa), -24);
  } else {
    magnitude = std::ldexp(static_cast<float>(mantissa + 1024), exponent - 25);
  }
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

float from_bfloat16(std::uint16_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

std::uint32_t element_bits(Dtype d, float value) {
  switch (d) {
    case Dtype::kFloat32:
      return std::bit_cast<std::uint32_t>(value);
    case Dtype::kFloat16:
      return to_float16(value);
    case Dtype::kBFloat16:
      return to_bfloat16(value);
    case Dtype::kUint8:
      return static_cast<std::uint8_t>(std::lround(value));
    case Dtype::kInt8:
      return static_cast<std::uint8_t>(static_cast<std::int8_t>(std::lround(value)));
  }
  assert(false);
  return 0;
}

namespace {

template <class T>
T loaded(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

}  // namespace

float rounded(Dtype d, float value) {
  if (d == Dtype::kFloat32) return value;
  const std::uint32_t bits = element_bits(d, value);
  std::byte bytes[sizeof bits];
  std::memcpy(bytes, &bits, sizeof bits);
  return element_value(d, bytes);
}

void element_values(Dtype d, const std::byte* elements, std::span<float> out) {
  const auto convert = [&]<class T>(auto to_float) {
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = to_float(loaded<T>(elements + i * sizeof(T)));
    }
  };
  const auto plain = [](auto x) { return static_cast<float>(x); };
  switch (d) {
    case Dtype::kFloat32:
      return convert.operator()<float>(plain);
    case Dtype::kFloat16:
      return convert.operator()<std::uint16_t>(from_float16);
    case Dtype::kBFloat16:
      return convert.operator()<std::uint16_t>(from_bfloat16);
    case Dtype::kUint8:
      return convert.operator()<std::uint8_t>(plain);
    case Dtype::kInt8:
      return convert.operator()<std::int8_t>(plain);
  }
}

float element_value(Dtype d, const std::byte* element) {
  float value = 0;
  element_values(d, element, {&value, 1});
  return value;
}

bool holds_integers(Dtype d, double lo, double hi) {
  switch (d) {
    case Dtype::kFloat32:
      return lo >= -0x1p24 && hi <= 0x1p24;
    case Dtype::kFloat16:
      return lo >= -0x1p11 && hi <= 0x1p11;
    case Dtype::kBFloat16:
      return lo >= -0x1p8 && hi <= 0x1p8;
    case Dtype::kUint8:
      return lo >= 0 && hi <= 255;
    case Dtype::kInt8:
      return lo >= -128 && hi <= 127;
  }
  return false;
}

}  // namespace intarsia::layout
