// Every byte of a data set's columns against their manifests, and what known ones say by the rules.

#pragma once

#include <span>
#include <string>

#include "intarsia/data/column_manifest.h"
#include "intarsia/data/verify.h"
#include "intarsia/game/record_type.h"

namespace intarsia::data {

// Why these are not the visits of a record: moves in order that are legal there, whose weights are
// shares of all. None at all are some.
[[nodiscard]] std::optional<Error> check_visits(const RecordType& type,
                                                std::span<const std::byte> record,
                                                std::span<const Visit> visits);

// Adds what is found. Files that no column knows are left over; folders that are no columns are not ours.
[[nodiscard]] std::optional<Error> check_columns(const std::string& folder, const Manifest& m,
                                                 const FindRecordType& find,
                                                 const VerifyOptions& options, Verified& found);

}  // namespace intarsia::data
