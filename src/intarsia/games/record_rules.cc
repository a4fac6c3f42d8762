#include "intarsia/games/record_rules.h"

#include "intarsia/games/quiet.h"

namespace intarsia::games {

data::RecordRules record_rules(const GameType& type) {
  return {.keys = type.rules.identities, .is_quiet = quiet_record(type)};
}

}  // namespace intarsia::games
