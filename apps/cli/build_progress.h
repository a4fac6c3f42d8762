// How far `build` has come, on stderr.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "apps/cli/status_line.h"
#include "intarsia/data/pipeline.h"

namespace intarsia::cli {

class BuildProgress {
 public:
  // `mode` as in StatusPace; a total of 0 is one that nobody knows.
  BuildProgress(std::string_view mode, std::uint64_t total_bytes)
      : pace_(mode), total_(total_bytes) {}

  // Cheap to call often.
  void update(const data::Progress& p);
  // Before a data set is completed: bytes of it that were compared with their checksums.
  void update_checking(std::uint64_t bytes);

  // Work of which nobody knows how long it takes: "merging".
  void say_phase(std::string_view what);

  double seconds() const { return pace_.seconds(); }

 private:
  StatusPace pace_;
  std::uint64_t total_;
};

// 1234567 as 1.2 million, 3 400 000 bytes as 3.4 MB: for lines that people read.
std::string short_count(double n);
std::string short_bytes(double n);

}  // namespace intarsia::cli
