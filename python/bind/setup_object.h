// Python's Setup: what a text or a tensor says, playable or not.

#pragma once

#include "intarsia/chess/setup.h"

namespace intarsia::bind {

struct SetupObject {
  chess::Setup setup;
};

}  // namespace intarsia::bind
