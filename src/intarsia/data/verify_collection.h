// Every byte of a collection: its plan, its manifest, and the data sets that it joins.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/data/verify.h"

namespace intarsia::data {

// How a folder with a plan or a collection's manifest begins; others are data sets by themselves.
bool is_planned(const std::string& folder);

// Some of its parts, all if none are named; files are called part-00003/shard-00000.npy. What is not
// finished is verified as far as it is there.
Result<Verified> verify_collection(const std::string& folder, const FindRecordType& find,
                                   const VerifyOptions& options,
                                   const std::vector<std::size_t>& parts = {});

}  // namespace intarsia::data
