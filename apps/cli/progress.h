// How far a long job has come, on stderr.

#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace intarsia::cli {

class Progress {
 public:
  // `mode`: auto (a terminal only), always, never, json. A total of 0 is one that nobody knows.
  Progress(std::string_view mode, std::string unit, std::uint64_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Cheap to call often: shows at most a few times a second.
  void update(std::uint64_t done);

 private:
  using Clock = std::chrono::steady_clock;

  bool is_shown_;
  bool is_json_;
  std::string unit_;
  std::uint64_t total_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
  bool has_line_ = false;
};

}  // namespace intarsia::cli
