// Reading the files of a data set as a whole.

#pragma once

#include <cstdint>
#include <string>

#include "intarsia/base/result.h"
#include "intarsia/data/manifest.h"
#include "intarsia/io/hash.h"

namespace intarsia::data {

// A file of more than `most` bytes is an error.
Result<std::string> read_whole(const std::string& path, std::uint64_t most);

// The hash of the first bytes, which must be there; `kept` goes on from it. Constant memory.
Result<std::uint64_t> hash_of(const std::string& path, std::uint64_t bytes,
                              io::Hasher* kept = nullptr);

// The manifest of the data set in a folder.
Result<Manifest> read_manifest_of(const std::string& folder);

}  // namespace intarsia::data
