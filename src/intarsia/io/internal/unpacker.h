// What a stream is made of: bytes as they lie on disk, and what turns them into text.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/io/byte_source.h"

namespace intarsia::io::internal {

// A source read in large blocks.
class RawInput {
 public:
  // Errors name the file by `name`, if it has one.
  static Result<std::unique_ptr<RawInput>> open(const std::string& path,
                                                const std::string& name = {});
  RawInput(std::string name, std::unique_ptr<ByteSource> source, std::optional<std::uint64_t> size);

  // What was read and not yet taken. Empty after `fill` means the end.
  std::string_view ahead() const { return {block_.data() + at_, end_ - at_}; }
  void take(std::size_t bytes);
  // Reads on until at least `wanted` bytes are ahead or the file ends.
  [[nodiscard]] std::optional<Error> fill(std::size_t wanted = 1);
  // Past what is ahead, straight into the caller's buffer; 0 at the end.
  Result<std::size_t> read_direct(std::span<char> out);

  const std::string& name() const { return name_; }
  std::uint64_t taken() const { return taken_; }
  std::optional<std::uint64_t> size() const { return size_; }

  // An error that lies at the next byte.
  Error fail(ErrorCode code, std::string_view what) const;

 private:
  Result<std::size_t> receive(std::span<char> out);

  std::string name_;
  std::unique_ptr<ByteSource> source_;
  std::optional<std::uint64_t> size_;
  std::vector<char> block_;
  std::size_t at_ = 0, end_ = 0;
  std::uint64_t received_ = 0;  // from the system
  std::uint64_t taken_ = 0;
};

class Unpacker {
 public:
  virtual ~Unpacker() = default;
  // Some bytes, 0 only at the end. `out` is not empty.
  virtual Result<std::size_t> read(RawInput& raw, std::span<char> out) = 0;
};

std::unique_ptr<Unpacker> make_zstd_unpacker();
std::unique_ptr<Unpacker> make_gzip_unpacker();
std::unique_ptr<Unpacker> make_bzip2_unpacker();
std::unique_ptr<Unpacker> make_xz_unpacker();

}  // namespace intarsia::io::internal
