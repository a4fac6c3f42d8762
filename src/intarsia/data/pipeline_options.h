// How sources become a data set: threads, chunks, and how the run is watched and stopped.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "intarsia/base/result.h"
#include "intarsia/data/rules.h"
#include "intarsia/game/options.h"

namespace intarsia::data {

inline constexpr std::uint64_t kDefaultShardRecords = std::uint64_t{1} << 20;
inline constexpr std::size_t kChunkBytes = std::size_t{256} << 10;

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
  // Inputs that an earlier run has read are not compared with what they were.
  bool trusts_done = false;
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const Progress&)> progress = {};  // called now and then by the calling thread
  // Called with how far a resumed run has come in comparing what is there with its hashes.
  std::function<void(std::uint64_t bytes)> checking = {};
  // Whether to go on with the next source behind a damaged place, where there is one; what came
  // before it is kept, and the damage is reported here.
  std::function<void(const Error&)> skip_damage = {};
};

}  // namespace intarsia::data
