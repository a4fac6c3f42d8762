// Fractions in the shortest form that reads back as the same number: what std::to_chars writes, for
// platforms where it would bring a hundred kilobytes of tables (WebAssembly).

#pragma once

namespace intarsia::internal {

// Room for any of them: the digits of a whole number of a double stand there only up to 1e22.
inline constexpr int kMaxNumberBytes = 40;

// Writes from `out` on; returns the end.
char* write_shortest(char* out, double value);
char* write_shortest(char* out, float value);

}  // namespace intarsia::internal
