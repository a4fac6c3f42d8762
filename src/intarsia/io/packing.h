// How files may be compressed, by name.

#pragma once

#include <cstdint>
#include <string_view>

namespace intarsia::io {

enum class Packing : std::uint8_t { kPlain, kZstd, kGzip, kBzip2, kXz };

// By the number of the packing.
struct PackingInfo {
  std::string_view name;
  std::string_view ending;  // of file names; empty: none
  std::string_view start;   // what such a file begins with, in words
};
inline constexpr PackingInfo kPackings[] = {{"plain", "", ""},
                                            {"zstd", ".zst", "zstd frame"},
                                            {"gzip", ".gz", "gzip member"},
                                            {"bzip2", ".bz2", "bzip2 stream"},
                                            {"xz", ".xz", "xz stream"}};

}  // namespace intarsia::io
