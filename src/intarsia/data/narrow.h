// Which records of a finished set filters and choices keep: `build`'s, applied to what is stored.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/data/filters.h"
#include "intarsia/data/set.h"

namespace intarsia::data {

// The name of the filter that drops a stored game, or nothing. What a games table does not say is kept, as
// in `build`; tags are not stored, so filters on them must be empty. `with_final`: the set was built so.
std::optional<std::string_view> dropped_by(const Filters& f, const game::Words& words,
                                           const GameRow& row, bool with_final);

// The numbers of the records that are kept, in order. Quietness is not stored either.
Result<std::vector<std::uint64_t>> numbers_where(const Set& set, const Filters& filters,
                                                 const Choices& choices, const game::Words& words,
                                                 bool with_final);

// Of every record the row of its game, counted through all games tables of the set.
Result<std::vector<std::uint32_t>> games_of_records(const Set& set);

}  // namespace intarsia::data
