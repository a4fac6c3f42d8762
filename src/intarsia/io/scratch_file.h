// A file without a name, for what does not fit into memory: however the program ends, nothing stays.
//
//   auto scratch = ScratchFile::open("out");      // on the disk of that folder
//   const auto at = scratch->append(bytes);
//   scratch->read(*at, bytes);

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "intarsia/base/result.h"

namespace intarsia::io {

class ScratchFile {
 public:
  static Result<ScratchFile> open(const std::string& folder);

  ScratchFile(ScratchFile&& other) noexcept;
  ScratchFile& operator=(ScratchFile&&) = delete;
  ~ScratchFile();

  // Returns the offset at which the bytes lie.
  Result<std::uint64_t> append(std::span<const std::byte> bytes);
  [[nodiscard]] std::optional<Error> read(std::uint64_t offset, std::span<std::byte> out) const;

 private:
  ScratchFile(std::string folder, int fd) : folder_(std::move(folder)), fd_(fd) {}
  Error failure() const;

  std::string folder_;
  int fd_;
  std::uint64_t size_ = 0;
};

}  // namespace intarsia::io
