#include "apps/cli/build_report.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/cli/build_progress.h"
#include "apps/cli/print.h"
#include "apps/cli/read_report.h"
#include "apps/cli/set_json.h"
#include "intarsia/data/collection.h"

namespace intarsia::cli {

using Json = nlohmann::ordered_json;

void print_summary(const std::string& folder, const games::BuildReport& r, double seconds) {
  const data::Manifest& m = r.manifest;
  const auto bytes = set_bytes(folder, m);
  say("{}: {} {}\n", folder, m.game,
      r.was_complete     ? "data set, complete already"
      : r.is_interrupted ? "data set, interrupted: --resume goes on"
                         : "data set, complete");
  say("  games     {} of {} read\n", m.games, m.read);
  say("  positions {} in {}, {:.1f} bytes each with tables and selections\n", m.positions,
      counted(m.shards.size(), "shard"), bytes_per_position(bytes ? *bytes : 0, m));
  if (const std::string sizes = sizes_text(m); !sizes.empty()) {
    say("  sizes     {}\n", sizes);
  }
  for (const auto& [split, records] : data::selected_in(m)) {
    say("  {:9} {}\n", split.empty() ? "chosen" : split, counted(records, "position"));
  }
  if (r.repeated) {
    say("  repeated  {} not chosen: each came before\n", counted(*r.repeated, "position"));
  }
  print_dropped(m);
  if (r.unrated && *r.unrated != 0) {
    say("  unrated   {} kept: what a game does not say is no reason to drop it (--require drops)\n",
        counted(*r.unrated, "game"));
  }
  print_reasons("mended", m, m.mended);
  if (!m.mended.empty()) {
    say("            stored, with something in their text put right: `intarsia check` names it\n");
  }
  print_reasons("rejected", m, m.rejected);
  if (m.rejected_games() != 0) {
    say("            each with its place in {}/{}\n", folder, data::kRejectedName);
  }
  if (!r.was_complete && seconds > 0) {
    say("  speed     {} games read/s, {} positions stored/s, {:.1f} s\n",
        short_count(static_cast<double>(m.read - r.read_before) / seconds),
        short_count(static_cast<double>(m.positions - r.stored_before) / seconds), seconds);
  }
}

void print_report_json(const std::string& folder, const games::BuildReport& r, double seconds) {
  const auto bytes = set_bytes(folder, r.manifest);
  Json out = set_json(folder, bytes ? *bytes : 0, r.manifest);
  out["interrupted"] = r.is_interrupted;
  if (r.repeated) out["repeated"] = *r.repeated;
  if (r.unrated) out["unrated"] = *r.unrated;
  out["seconds"] = seconds;
  put("{}\n", out.dump());
}

std::string why_empty(const data::Manifest& m) {
  if (m.read == 0) return "there were no games in the inputs";
  const auto chosen = data::selected_in(m);
  const bool has_chosen =
      chosen.empty() || std::any_of(chosen.begin(), chosen.end(),
                                    [](const auto& records) { return records.second != 0; });
  if (m.positions > 0 && has_chosen) return "";
  if (m.positions > 0)
    return "of the positions that are stored none was chosen (--ply, --every, --quiet, --sample)";
  std::string why = why_left_out(m);
  if (m.games != 0) why += fmt::format(", {} without a position", m.games);
  return why;
}

}  // namespace intarsia::cli
