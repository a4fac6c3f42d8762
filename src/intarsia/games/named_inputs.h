// The inputs of a build as files, by the names under which they are stored.

#pragma once

#include "intarsia/base/result.h"
#include "intarsia/games/build.h"
#include "intarsia/io/input_paths.h"

namespace intarsia::games {

// Folders are walked and lists are read, unless the inputs are streams.
Result<io::InputPaths> find_named_inputs(const BuildOptions& o);

}  // namespace intarsia::games
