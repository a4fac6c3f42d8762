// Every byte of a data set against its manifest, and every record against the rules.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/data/manifest.h"
#include "intarsia/game/record_type.h"

namespace intarsia::data {

struct Difference {
  std::string file;  // in the folder
  Error error;
};

struct Verified {
  static constexpr std::size_t kMaxDifferences = 10'000;

  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
  std::uint64_t records = 0;
  bool is_complete = false;
  std::vector<Difference> differences;  // at most one for each file, and kMaxDifferences
  std::uint64_t more = 0;               // beyond those
  std::vector<std::string> left_over;   // files that the manifest does not know: of a killed run

  void add(Difference d);
};

// How closely files are looked at.
enum class Depth : std::uint8_t {
  kLengths,  // their lengths and headers
  kHashes,   // every byte, by the hashes
  kAll,      // every byte, every game and every record by the rules
};

struct VerifyOptions {
  unsigned threads = 1;
  Depth depth = Depth::kAll;
  std::function<void(std::uint64_t bytes)> progress = {};  // called by any thread, one at a time
};

// The files that a manifest names, and nothing else of the folder.
Verified verify_files(const std::string& folder, const Manifest& m, const FindRecordType& find,
                      const VerifyOptions& options);

// Re-reads everything. An error only where there is no folder that can be read.
Result<Verified> verify(const std::string& folder, const FindRecordType& find,
                        const VerifyOptions& options = {});

}  // namespace intarsia::data
