#include "apps/cli/lost_parts.h"

#include "apps/cli/print.h"
#include "intarsia/layout/changes.h"

namespace intarsia::cli {

void LostParts::say(const layout::Layout& from, const layout::Layout& to, bool is_turn_said) {
  has_files_ = true;
  const layout::Changes changes = layout::changes(from, to);
  for (const layout::Change& c : changes.lost) {
    if (!lost_.insert(c.name).second) continue;
    cli::say("lost: {} ({})\n", c.name, c.meaning);
  }
  for (const layout::Change& c : changes.assumed) {
    const bool is_said = c.name == "turn" && is_turn_said;
    if (is_said || !assumed_.emplace(c.name, c.stand_in).second) continue;
    cli::say("not in {}: {} ({}), taken as: {}\n", from.id, c.name, c.meaning, c.stand_in);
  }
}

void LostParts::add_to(nlohmann::ordered_json& out) const {
  if (!has_files_) return;
  out["lost"] = lost_;
  out["assumed"] = assumed_;
}

}  // namespace intarsia::cli
