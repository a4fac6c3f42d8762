// How far a long job has come: one line on stderr that is replaced again and again. Whatever else is
// printed takes its place first (print.h).

#pragma once

#include <chrono>
#include <string_view>

namespace intarsia::cli {

// Cut to the width of the terminal, so that it stays one line.
void show_status(std::string_view text);
// Fit for a signal handler.
void hide_status() noexcept;

// When and how a job shows its progress.
class StatusPace {
 public:
  // `mode`: auto (a terminal only), always, never, json.
  explicit StatusPace(std::string_view mode);
  ~StatusPace() { hide_status(); }
  StatusPace(const StatusPace&) = delete;
  StatusPace& operator=(const StatusPace&) = delete;

  bool is_json() const { return is_json_; }
  double seconds() const;  // since the job began
  // At most a few times a second; `is_last` shows in any case.
  bool is_due(bool is_last = false);

 private:
  using Clock = std::chrono::steady_clock;

  bool is_shown_;
  bool is_json_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

}  // namespace intarsia::cli
