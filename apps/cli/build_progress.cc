#include "apps/cli/build_progress.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

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

void BuildProgress::update_checking(std::uint64_t bytes) {
  if (!pace_.is_due()) return;
  if (pace_.is_json()) {
    say("{{\"checked_bytes\":{},\"seconds\":{:.1f}}}\n", bytes, seconds());
  } else {
    show_status(fmt::format("{} of the data set checked", short_bytes(static_cast<double>(bytes))));
  }
}

void BuildProgress::say_phase(std::string_view what) {
  if (!pace_.is_due(/*is_last=*/true)) return;
  if (pace_.is_json()) {
    say("{{\"phase\":\"{}\",\"seconds\":{:.1f}}}\n", what, seconds());
  } else {
    show_status(fmt::format("{}, after {:.0f} s", what, seconds()));
  }
}

// What matters most comes first: a narrow terminal shows the beginning.
void BuildProgress::update(const data::Progress& p) {
  if (!pace_.is_due()) return;
  const double elapsed = std::max(seconds(), 1e-3);
  const double games = static_cast<double>(p.games) / elapsed;
  const double positions = static_cast<double>(p.positions) / elapsed;
  const double share = total_ == 0 ? 0 : static_cast<double>(p.bytes) / static_cast<double>(total_);
  const double left = share > 0 ? elapsed * (1 - std::min(share, 1.0)) / share : 0;
  if (pace_.is_json()) {
    say("{{\"bytes\":{},\"total_bytes\":{},\"games\":{},\"positions\":{},\"rejected\":{},"
        "\"games_per_second\":{:.0f},\"positions_per_second\":{:.0f},\"seconds\":{:.1f},"
        "\"seconds_left\":{:.1f}}}\n",
        p.bytes, total_, p.games, p.positions, p.rejected, games, positions, elapsed, left);
  } else {
    show_status(fmt::format(
        "{}{}, {} games/s, {} positions/s{}", short_bytes(static_cast<double>(p.bytes)),
        total_ == 0
            ? ""
            : fmt::format(" of {}, {:.0f} s left", short_bytes(static_cast<double>(total_)), left),
        short_count(games), short_count(positions),
        p.rejected == 0 ? "" : fmt::format(", {} rejected", p.rejected)));
  }
}

}  // namespace intarsia::cli
