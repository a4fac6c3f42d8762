#include "intarsia/base/shortest.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string_view>

namespace intarsia::internal {

namespace {

float read(const char* text, float) { return std::strtof(text, nullptr); }
double read(const char* text, double) { return std::strtod(text, nullptr); }

// The digits of a number and where its point stands: d.ddd times ten to the exponent.
struct Decimal {
  char digits[20];
  int count;
  int exponent;
};

// The last digit one up; false where all of them are nines, for which fewer digits were tried before.
bool step_up(char* text) {
  for (char* at = std::strchr(text, 'e'); at-- != text;) {
    if (*at == '.') continue;
    if (*at < '9') {
      ++*at;
      return true;
    }
    *at = '0';
  }
  return false;
}

// As few digits as read back as the same number. printf rounds exactly, so the first that do are the
// nearest of that length. Below a power of two numbers lie twice as close as above it: there the
// nearest may be another number's while the next one up is still this one's.
template <class T>
Decimal shortest_digits(T value) {
  int exponent = 0;
  const bool is_power_of_two = std::frexp(value, &exponent) == T{0.5};
  char text[kMaxNumberBytes];
  for (int precision = 0; precision < std::numeric_limits<T>::max_digits10; ++precision) {
    std::snprintf(text, sizeof text, "%.*e", precision, static_cast<double>(value));
    if (read(text, value) == value) break;
    if (is_power_of_two && step_up(text) && read(text, value) == value) break;
  }
  Decimal d{};
  const char* at = text;
  for (; *at != 'e'; ++at) {
    if (*at != '.') d.digits[d.count++] = *at;
  }
  d.exponent = std::atoi(at + 1);  // NOLINT: printf wrote it
  return d;
}

int scientific_length(const Decimal& d) {
  return d.count + (d.count > 1 ? 1 : 0) + (std::abs(d.exponent) < 100 ? 4 : 5);
}

int fixed_length(const Decimal& d) {
  if (d.exponent >= d.count - 1) return d.exponent + 1;
  return d.exponent >= 0 ? d.count + 1 : d.count + 1 - d.exponent;
}

char* append(char* out, std::string_view text) { return std::copy(text.begin(), text.end(), out); }

char* write_scientific(char* out, const Decimal& d) {
  *out++ = d.digits[0];
  if (d.count > 1) {
    *out++ = '.';
    out = append(out, {d.digits + 1, static_cast<std::size_t>(d.count - 1)});
  }
  return out + std::snprintf(out, 8, "e%c%02d", d.exponent < 0 ? '-' : '+', std::abs(d.exponent));
}

// A fraction: its point is among its digits or before them.
char* write_fixed(char* out, const Decimal& d) {
  const auto whole = static_cast<std::size_t>(std::max(d.exponent + 1, 0));
  const auto count = static_cast<std::size_t>(d.count);
  out = whole == 0 ? append(out, "0") : append(out, {d.digits, whole});
  *out++ = '.';
  for (int zeros = -d.exponent - 1; zeros > 0; --zeros) *out++ = '0';
  return append(out, {d.digits + whole, count - whole});
}

template <class T>
char* write(char* out, T value) {
  if (std::signbit(value)) *out++ = '-';
  value = std::fabs(value);
  if (std::isnan(value)) return append(out, "nan");
  if (std::isinf(value)) return append(out, "inf");
  const Decimal d = shortest_digits(value);
  if (fixed_length(d) > scientific_length(d)) return write_scientific(out, d);
  if (d.exponent < d.count - 1) return write_fixed(out, d);
  // Whole numbers stand there with all of their digits.
  return out + std::snprintf(out, kMaxNumberBytes - 1, "%.0f", static_cast<double>(value));
}

}  // namespace

char* write_shortest(char* out, double value) { return write(out, value); }
char* write_shortest(char* out, float value) { return write(out, value); }

}  // namespace intarsia::internal
