#include "apps/cli/progress.h"

#include <utility>

#include <fmt/format.h>

#include "apps/cli/print.h"

namespace intarsia::cli {

Progress::Progress(std::string_view mode, std::string unit, std::uint64_t total)
    : pace_(mode), unit_(std::move(unit)), total_(total) {}

void Progress::update(std::uint64_t done) {
  if (!pace_.is_due(/*is_last=*/done == total_)) return;
  const double elapsed = pace_.seconds();
  if (pace_.is_json()) {
    say("{{\"done\":{},\"total\":{},\"unit\":\"{}\",\"seconds\":{:.1f}}}\n", done, total_, unit_,
        elapsed);
  } else if (total_ == 0) {
    show_status(fmt::format("{} {}, {:.0f}/s", done, unit_,
                            elapsed > 0 ? static_cast<double>(done) / elapsed : 0));
  } else {
    const double left =
        done == 0 ? 0 : elapsed * static_cast<double>(total_ - done) / static_cast<double>(done);
    show_status(
        fmt::format("{}/{} {}, {:.0f} s, {:.0f} s left", done, total_, unit_, elapsed, left));
  }
}

}  // namespace intarsia::cli
