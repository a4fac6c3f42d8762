// The array of an .npy file, row by row.

#pragma once

#include <cstddef>
#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "intarsia/base/result.h"
#include "intarsia/io/npy.h"

namespace intarsia::io {

// In constant memory.
class NpyReader {
 public:
  // "-" is standard input.
  static Result<NpyReader> open(const std::string& path);

  NpyReader(NpyReader&& other) noexcept;
  NpyReader& operator=(NpyReader&&) = delete;
  ~NpyReader();

  const NpyHeader& header() const { return header_; }

  // The next bytes of the data, which must be there.
  [[nodiscard]] std::optional<Error> read(std::span<std::byte> out);

 private:
  NpyReader(std::FILE* file, NpyHeader header, std::string ahead)
      : file_(file), header_(std::move(header)), ahead_(std::move(ahead)) {}

  std::FILE* file_;
  NpyHeader header_;
  std::string ahead_;  // data that was read with the header
  std::size_t at_ = 0;
};

}  // namespace intarsia::io
