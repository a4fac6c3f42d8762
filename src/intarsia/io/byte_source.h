// Where bytes come from: a file, a member of an archive, or whatever a caller reads them from.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "intarsia/base/result.h"

namespace intarsia::io {

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  // Some bytes, 0 only at the end. `out` is not empty.
  virtual Result<std::size_t> read(std::span<char> out) = 0;
};

// Bytes that lie in no file of this machine, and how many they are.
struct OpenStream {
  std::unique_ptr<ByteSource> bytes;
  std::optional<std::uint64_t> size = {};
};
// Begins to read the source of that name. On any thread, one at a time.
using StreamOpener = std::function<Result<OpenStream>(const std::string& name)>;

}  // namespace intarsia::io
