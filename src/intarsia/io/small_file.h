// A whole file in memory, for files that are small by their nature.

#pragma once

#include <string>

#include "intarsia/base/result.h"

namespace intarsia::io {

// A file of more than `most_bytes` is an error: nobody wrote that as a layout.
Result<std::string> read_small_file(const std::string& path, std::size_t most_bytes);

}  // namespace intarsia::io
