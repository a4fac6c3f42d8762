// How far `build` has come, on stderr.

#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>

#include "intarsia/data/pipeline.h"

namespace intarsia::cli {

class BuildProgress {
 public:
  // `mode` as in Progress; a total of 0 is one that nobody knows.
  BuildProgress(std::string_view mode, std::uint64_t total_bytes);
  ~BuildProgress();
  BuildProgress(const BuildProgress&) = delete;
  BuildProgress& operator=(const BuildProgress&) = delete;

  // Cheap to call often: shows at most a few times a second.
  void update(const data::Progress& p);
  // Before a data set is completed: bytes of it that were compared with their checksums.
  void update_checking(std::uint64_t bytes);

  double seconds() const;

 private:
  using Clock = std::chrono::steady_clock;

  bool is_due();

  bool is_shown_;
  bool is_json_;
  std::uint64_t total_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
  bool has_line_ = false;
};

// 1234567 as 1.2 million, 3 400 000 bytes as 3.4 MB: for lines that people read.
std::string short_count(double n);
std::string short_bytes(double n);

}  // namespace intarsia::cli
