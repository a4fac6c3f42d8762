// What the games say of records that data sets ask about.

#pragma once

#include "intarsia/data/unique.h"
#include "intarsia/games/registry.h"

namespace intarsia::games {

data::RecordRules record_rules(const GameType& type);

}  // namespace intarsia::games
