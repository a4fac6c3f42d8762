// What lies under a path.

#pragma once

#include <cstdint>
#include <string>

#include "intarsia/base/result.h"

namespace intarsia::io {

enum class FileKind : std::uint8_t {
  kNone,  // nothing, or no name that a file could have
  kFile,  // a regular file
  kFolder,
  kOther,  // a pipe, a terminal, a device
};

// Links are followed. Where the system cannot say, that is an error: it must not be taken for nothing.
Result<FileKind> kind_of(const std::string& path);

}  // namespace intarsia::io
