// Sources into a data set: one thread reads and cuts, several parse, one collects and writes.
//
// The bytes of the data set do not depend on the number of threads. Memory is bounded whatever the
// input.

#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/data/chunk.h"
#include "intarsia/data/inputs.h"
#include "intarsia/data/writer.h"

namespace intarsia::data {

inline constexpr std::size_t kChunkBytes = std::size_t{256} << 10;
// A chunk in which no game seems to begin grows to so many of them before it is handed on.
inline constexpr std::size_t kMaxGrowth = 4;
inline constexpr std::size_t kMaxChunks = 24;  // on the way at once

struct Progress {
  std::uint64_t bytes = 0;  // of the files as they lie on disk
  std::uint64_t games = 0;
  std::uint64_t positions = 0;
  std::uint64_t rejected = 0;
};

struct PipelineOptions {
  const Rules* rules = nullptr;  // which must outlive the run
  game::Options game = {};       // how the games are read
  unsigned threads = 1;
  std::size_t chunk_bytes = kChunkBytes;  // how a source is cut; the data set does not depend on it
  bool trusts_done =
      false;  // inputs that an earlier run has read are not compared with what they were
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const Progress&)> progress = {};  // called now and then by the calling thread
  // Called with how far a resumed run has come in comparing what is there with its hashes.
  std::function<void(std::uint64_t bytes)> checking = {};
  // Whether to go on with the next source behind a damaged place, where there is one; what came
  // before it is kept, and the damage is reported here.
  std::function<void(const Error&)> skip_damage = {};
};

// Returns whether everything was read: false if it was stopped. Finished shards stay in any case.
Result<bool> run_pipeline(Inputs& inputs, Writer& writer, const PipelineOptions& options);

}  // namespace intarsia::data
