// How far a long job has come, on stderr.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "apps/cli/status_line.h"

namespace intarsia::cli {

class Progress {
 public:
  // `mode` as in StatusPace. A total of 0 is one that nobody knows.
  Progress(std::string_view mode, std::string unit, std::uint64_t total);

  // Cheap to call often.
  void update(std::uint64_t done);

 private:
  StatusPace pace_;
  std::string unit_;
  std::uint64_t total_;
};

}  // namespace intarsia::cli
