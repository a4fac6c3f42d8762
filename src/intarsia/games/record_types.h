// The records of every game, as data sets want them described.

#pragma once

#include <string_view>

#include "intarsia/data/record_type.h"

namespace intarsia::games {

// Chess on its board, or Hex on one of a size.
Result<data::RecordType> find_record_type(std::string_view game, int size);

}  // namespace intarsia::games
