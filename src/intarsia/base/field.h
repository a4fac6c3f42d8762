// The fields of records as NumPy names them: what headers of .npy files and manifests are made of.

#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace intarsia {

struct Field {
  std::string_view name;
  std::string_view type;  // NumPy's: "<u2"
  std::size_t count = 0;  // elements, 0 for one that is no list
};

// The bytes of a field with all its elements.
constexpr std::size_t bytes_of(const Field& f) {
  return static_cast<std::size_t>(f.type.back() - '0') * (f.count == 0 ? 1 : f.count);
}

// The bytes of a record whose fields lie one after the other.
constexpr std::size_t bytes_of(std::span<const Field> fields) {
  std::size_t bytes = 0;
  for (const Field& f : fields) bytes += bytes_of(f);
  return bytes;
}

}  // namespace intarsia
