// A file read at any place. Never mapped: a file that is cut under our feet is an error, not a signal.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "intarsia/base/result.h"

namespace intarsia::io {

class RandomFile {
 public:
  // A regular file only. Where the system refuses it, errno says why.
  static Result<RandomFile> open(const std::string& path);

  RandomFile(RandomFile&& other) noexcept;
  RandomFile& operator=(RandomFile&& other) noexcept;
  ~RandomFile();

  std::uint64_t size() const { return size_; }  // when it was opened

  // All of `out` from that byte on; an error if the file ends before. Threads may call it together.
  [[nodiscard]] std::optional<Error> read(std::uint64_t offset, std::span<std::byte> out) const;

  // Lets the system know that these bytes will be read soon.
  void expect(std::uint64_t offset, std::uint64_t bytes) const;

 private:
  RandomFile(std::string path, int fd, std::uint64_t size)
      : path_(std::move(path)), fd_(fd), size_(size) {}

  std::string path_;
  int fd_;
  std::uint64_t size_;
};

}  // namespace intarsia::io
