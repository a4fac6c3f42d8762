#include "apps/cli/build_progress.h"

#include <algorithm>
#include <cstdio>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

#include "apps/cli/print.h"

namespace intarsia::cli {

namespace {

std::string scaled(double n, double step, std::initializer_list<std::string_view> units) {
  auto unit = units.begin();
  for (; n >= step && unit + 1 != units.end(); ++unit) n /= step;
  return unit == units.begin() ? fmt::format("{:.0f}{}", n, *unit)
                               : fmt::format("{:.1f}{}", n, *unit);
}

}  // namespace

std::string short_count(double n) { return scaled(n, 1000, {"", " k", " M", " G"}); }
std::string short_bytes(double n) { return scaled(n, 1000, {" B", " kB", " MB", " GB", " TB"}); }

BuildProgress::BuildProgress(std::string_view mode, std::uint64_t total_bytes)
    : is_shown_(mode == "always" || mode == "json" ||
                (mode == "auto" && isatty(STDERR_FILENO) != 0)),
      is_json_(mode == "json"),
      total_(total_bytes) {}

BuildProgress::~BuildProgress() {
  if (has_line_ && !is_json_) say("\r\033[K");
}

double BuildProgress::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

bool BuildProgress::is_due() {
  constexpr auto kPause = std::chrono::milliseconds(200);
  const auto now = Clock::now();
  if (!is_shown_ || now - last_ < kPause) return false;
  last_ = now;
  has_line_ = true;
  return true;
}

void BuildProgress::update_checking(std::uint64_t bytes) {
  if (!is_due()) return;
  if (is_json_) {
    say("{{\"checked_bytes\":{},\"seconds\":{:.1f}}}\n", bytes, seconds());
  } else {
    say("\r{} of the data set checked\033[K", short_bytes(static_cast<double>(bytes)));
  }
}

void BuildProgress::update(const data::Progress& p) {
  if (!is_due()) return;
  const double elapsed = std::max(seconds(), 1e-3);
  const double games = static_cast<double>(p.games) / elapsed;
  const double positions = static_cast<double>(p.positions) / elapsed;
  const double share = total_ == 0 ? 0 : static_cast<double>(p.bytes) / static_cast<double>(total_);
  const double left = share > 0 ? elapsed * (1 - std::min(share, 1.0)) / share : 0;
  if (is_json_) {
    say("{{\"bytes\":{},\"total_bytes\":{},\"games\":{},\"positions\":{},\"rejected\":{},"
        "\"games_per_second\":{:.0f},\"positions_per_second\":{:.0f},\"seconds\":{:.1f},"
        "\"seconds_left\":{:.1f}}}\n",
        p.bytes, total_, p.games, p.positions, p.rejected, games, positions, elapsed, left);
  } else {
    say("\r{}{}, {} games/s, {} positions/s, {} rejected{}\033[K",
        short_bytes(static_cast<double>(p.bytes)),
        total_ == 0 ? "" : fmt::format(" of {}", short_bytes(static_cast<double>(total_))),
        short_count(games), short_count(positions), p.rejected,
        total_ == 0 ? "" : fmt::format(", {:.0f} s left", left));
  }
}

}  // namespace intarsia::cli
