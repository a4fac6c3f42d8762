// NumPy's .npy files: the header, written and parsed. Never evaluated, no pickles.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"

namespace intarsia::io {

// The types that we read and write: a closed list.
inline constexpr std::string_view kNpyTypes[] = {"<f4", "<f2", "<u2", "|u1", "|i1", "<u8"};

struct NpyHeader {
  std::string type;  // one of kNpyTypes
  std::vector<std::uint64_t> shape;
  std::size_t data_offset = 0;  // of the first element in the file

  std::size_t element_bytes() const { return static_cast<std::size_t>(type[2] - '0'); }
  friend bool operator==(const NpyHeader&, const NpyHeader&) = default;
};

// Version 1.0, row-major, padded so that the data begins at a multiple of 64. A type that begins with
// a bracket is a structure, as Python writes it: [('occupied', '<u8'), ('pieces', '|u1', (16,))].
std::string to_npy_header(std::string_view type, const std::vector<std::uint64_t>& shape);

// The header at the start of a file. `start` holds its first bytes, at least kMaxNpyHeader of them if
// the file has that many. The shape must fit the file, if its size is known (a pipe's is not).
inline constexpr std::size_t kMaxNpyHeader = 4096;
Result<NpyHeader> read_npy_header(std::string_view start, std::optional<std::uint64_t> file_size);

}  // namespace intarsia::io
