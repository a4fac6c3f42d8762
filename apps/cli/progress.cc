#include "apps/cli/progress.h"

#include <cstdio>
#include <utility>

#include <unistd.h>

#include "apps/cli/print.h"

namespace intarsia::cli {

Progress::Progress(std::string_view mode, std::string unit, std::uint64_t total)
    : is_shown_(mode == "always" || mode == "json" ||
                (mode == "auto" && isatty(STDERR_FILENO) != 0)),
      is_json_(mode == "json"),
      unit_(std::move(unit)),
      total_(total) {}

Progress::~Progress() {
  if (has_line_ && !is_json_) say("\r\033[K");
}

void Progress::update(std::uint64_t done) {
  constexpr auto kPause = std::chrono::milliseconds(200);
  const auto now = Clock::now();
  if (!is_shown_ || (now - last_ < kPause && done != total_)) return;
  last_ = now;
  has_line_ = true;
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  if (is_json_) {
    say("{{\"done\":{},\"total\":{},\"unit\":\"{}\",\"seconds\":{:.1f}}}\n", done, total_, unit_,
        elapsed);
  } else if (total_ == 0) {
    say("\r{} {}, {:.0f}/s\033[K", done, unit_,
        elapsed > 0 ? static_cast<double>(done) / elapsed : 0);
  } else {
    const double left =
        done == 0 ? 0 : elapsed * static_cast<double>(total_ - done) / static_cast<double>(done);
    say("\r{}/{} {}, {:.0f} s, {:.0f} s left\033[K", done, total_, unit_, elapsed, left);
  }
}

}  // namespace intarsia::cli
