// What `info` says about collections, and about folders of plans that are not finished.

#pragma once

#include <string>

namespace intarsia::cli {

// Whether a plan lies in the folder: a collection, or what becomes one.
bool has_plan(const std::string& folder);

// The code with which the verb ends.
int describe_collection(const std::string& folder, bool as_json);

}  // namespace intarsia::cli
