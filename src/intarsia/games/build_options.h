// The options of a build as its data set stores them, so that a later run can go on with them.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "intarsia/base/result.h"
#include "intarsia/data/manifest.h"
#include "intarsia/data/writer.h"
#include "intarsia/games/build.h"

namespace intarsia::games {

// Everything that decides about the bytes, and nothing else: not the number of threads.
std::string options_json(const BuildOptions& o);

// The other way round: what a complete data set was built with, but for the folder and the threads.
Result<BuildOptions> stored_options(const data::Manifest& m);

// What manifests say that they were made by.
std::string_view tool();

// How a writer makes a data set with these options, which are stored as that text.
data::WriterOptions writer_options(const BuildOptions& o, const std::string& options);

// What a run that completes the data set works with: the options with which it was begun, and `now`'s
// folder, threads and the like. Inputs may be named anew, since files move; their content is compared.
// An option of `now` that says something else than the data set does is an error that names it.
Result<BuildOptions> resumed_options(const data::Manifest& m, const BuildOptions& now);

}  // namespace intarsia::games
