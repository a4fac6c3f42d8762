// Every byte of a data set against its manifest, and every record against the rules.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/data/manifest.h"
#include "intarsia/data/record_type.h"

namespace intarsia::data {

struct Difference {
  std::string file;  // in the folder
  Error error;
};

struct Verified {
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
  std::uint64_t records = 0;
  bool is_complete = false;
  std::vector<Difference> differences;  // at most one for each file
  std::vector<std::string> left_over;   // files that the manifest does not know: of a killed run
};

struct VerifyOptions {
  unsigned threads = 1;
  bool hashes_only = false;
  std::function<void(std::uint64_t bytes)> progress = {};
};

// Re-reads everything. An error only where there is no folder to read.
Result<Verified> verify(const std::string& folder, const FindRecordType& find,
                        const VerifyOptions& options = {});

}  // namespace intarsia::data
