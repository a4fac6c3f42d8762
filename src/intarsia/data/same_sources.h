// Whether sources are those that a data set was made of. Their names may have changed since: what
// counts is their content.

#pragma once

#include <optional>
#include <string_view>

#include "intarsia/base/result.h"
#include "intarsia/data/inputs.h"
#include "intarsia/data/manifest.h"
#include "intarsia/io/input_stream.h"

namespace intarsia::data {

// To the end of the stream.
[[nodiscard]] std::optional<Error> compare(std::string_view name, io::InputStream& in,
                                           const SourceEntry& then);

// All sources of a data set that is complete, in order. Standard input is gone, and taken as the same.
[[nodiscard]] std::optional<Error> compare(Inputs& inputs, const Manifest& then);

}  // namespace intarsia::data
