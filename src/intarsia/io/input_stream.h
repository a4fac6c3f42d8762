// The bytes of a file of any size, decompressed on the way, in constant memory.
//
//   auto in = InputStream::open("games.pgn.zst");
//   std::vector<char> block(1 << 20);
//   while (true) {
//     const auto n = in->read(block);
//     if (!n) return n.error();         // what came before it was right
//     if (*n == 0) break;
//     use({block.data(), *n});
//   }
//
// What a file is follows from its first bytes: zstd (several frames, skippable
// frames), gzip (several members), bzip2, xz, else plain. A file that is named .zst
// and is not zstd is refused: it was cut or renamed, and its bytes are not what
// somebody thinks. A stream that is cut, damaged or followed by junk ends in an error, after
// the bytes before the damage were delivered.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "intarsia/base/result.h"
#include "intarsia/io/byte_source.h"
#include "intarsia/io/packing.h"

namespace intarsia::io {

// A frame that asks for more memory than this is refused (zstd --ultra --long=27 fits).
inline constexpr int kMaxZstdWindowLog = 27;

namespace internal {
class RawInput;
class Unpacker;
}  // namespace internal

class InputStream {
 public:
  // "-" is standard input, past its FILE: a program that also uses that makes it unbuffered first.
  // Errors name the file by `name`, if it has one.
  static Result<InputStream> open(const std::string& path, const std::string& name = {});
  static Result<InputStream> open(std::unique_ptr<internal::RawInput> raw);
  static Result<InputStream> open(std::string name, OpenStream stream);

  InputStream(InputStream&& other) noexcept;
  InputStream& operator=(InputStream&& other) noexcept;
  ~InputStream();

  // Fills `out`; fewer bytes come only at the end and before an error, none at the end. An error
  // is returned again by every later call. Its offset is a byte of the file as it lies on disk.
  Result<std::size_t> read(std::span<char> out);
  // The same, but content with what a pipe or a terminal has now: at least a byte before the end.
  Result<std::size_t> read_some(std::span<char> out);

  // The first bytes (some, at least `wanted` if there are so many), which `read` gives again: what is
  // in there? Only before the first `read`. Empty if there are none, or none that can be read.
  static constexpr std::size_t kPeekBytes = 4'096;  // that are unpacked at once
  std::string_view peek(std::size_t wanted = 1);

  Packing packing() const { return packing_; }
  // Bytes of the file taken so far, and how many it has (nothing for pipes): for progress.
  std::uint64_t bytes_taken() const;
  std::optional<std::uint64_t> bytes_total() const;

 private:
  InputStream(std::unique_ptr<internal::RawInput> raw, Packing packing);
  Result<std::size_t> unpack(std::span<char> out);

  std::unique_ptr<internal::RawInput> raw_;
  std::unique_ptr<internal::Unpacker> unpacker_;
  Packing packing_;
  std::string ahead_;  // what was peeked at and not yet read
  std::optional<Error> error_;
};

}  // namespace intarsia::io
