#include "intarsia/games/record_rules.h"

namespace intarsia::games {

data::RecordRules record_rules(const GameType& type) {
  return {.keys = type.rules.identities, .is_quiet = type.is_quiet_record};
}

}  // namespace intarsia::games
