// Which records of a finished set filters and choices keep: `build`'s, applied to what is stored.

#pragma once

#include <cstdint>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/data/filters.h"
#include "intarsia/data/set.h"

namespace intarsia::data {

// Their numbers, in order. What a games table does not say is kept, as in `build`; tags and quietness
// are not stored, so filters on them must be empty. `with_final`: the set was built so.
Result<std::vector<std::uint64_t>> numbers_where(const Set& set, const Filters& filters,
                                                 const Choices& choices, const game::Words& words,
                                                 bool with_final);

// Of every record the row of its game, counted through all games tables of the set.
Result<std::vector<std::uint32_t>> games_of_records(const Set& set);

}  // namespace intarsia::data
