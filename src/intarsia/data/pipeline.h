// Sources into a data set or a graph: one thread reads and cuts, several parse, one collects and hands on.
//
// What comes out does not depend on the number of threads. Memory is bounded whatever the
// input.

#pragma once

#include <cstddef>

#include "intarsia/base/result.h"
#include "intarsia/data/batch_sink.h"
#include "intarsia/data/chunk.h"
#include "intarsia/data/inputs.h"
#include "intarsia/data/pipeline_options.h"

namespace intarsia::data {

// A chunk in which no game seems to begin grows to so many of them before it is handed on.
inline constexpr std::size_t kMaxGrowth = 4;
inline constexpr std::size_t kMaxChunks = 24;  // on the way at once

// Returns whether everything was read: false if it was stopped. What was handed on stays in any case.
Result<bool> run_pipeline(Inputs& inputs, BatchSink& sink, const PipelineOptions& options);

}  // namespace intarsia::data
