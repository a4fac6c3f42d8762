// Reads sources and cuts them into chunks: the first thread of the pipeline.

#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "intarsia/data/chunk.h"
#include "intarsia/data/inputs.h"
#include "intarsia/data/ordered_queue.h"
#include "intarsia/io/hash.h"
#include "intarsia/io/input_stream.h"

namespace intarsia::data {

class Splitter {
 public:
  // `done` are the sources that an earlier run has read, if one is being completed.
  Splitter(Inputs& inputs, const std::vector<SourceEntry>& done, const std::optional<Next>& resumed,
           std::size_t chunk_bytes, OrderedQueue& queue)
      : inputs_(inputs), done_(done), resumed_(resumed), chunk_bytes_(chunk_bytes), queue_(queue) {}

  // To the end of all sources, to the first error, or until the queue is stopped.
  void run();
  // Behind damage to the next source.
  void set_skips_damage(bool skips) { skips_damage_ = skips; }
  // What an earlier run has read to its end is not compared with what it was then.
  void set_trusts_done(bool trusts) { trusts_done_ = trusts; }

  // Bytes of the files taken so far: for progress, from other threads too.
  std::uint64_t bytes_taken() const { return bytes_taken_.load(std::memory_order_relaxed); }

 private:
  bool split_input(std::size_t input);
  bool split_sources(GameSources& sources);
  void begin_source(std::string name);
  bool is_done() const { return resumed_ && source_ < resumed_->place.source; }
  bool split_stream(io::InputStream& in);
  std::optional<Error> read_again(io::InputStream& in);
  std::optional<Error> skip(io::InputStream& in, std::uint64_t bytes);
  Result<std::size_t> fill(io::InputStream& in);
  bool emit(std::size_t bytes, bool ends_at_start);
  bool emit_end(std::optional<Error> error);
  std::unique_ptr<Chunk> next_chunk();

  Inputs& inputs_;
  const std::vector<SourceEntry> done_;
  const std::optional<Next>& resumed_;
  std::size_t chunk_bytes_;
  OrderedQueue& queue_;
  std::atomic<std::uint64_t> bytes_taken_ = 0;

  // Of the current source.
  std::uint32_t source_ = 0;  // counted over all inputs
  std::string name_;
  const GameSources* sources_ = nullptr;
  std::shared_ptr<const FoundFormat> format_;
  std::string text_;          // read and not yet handed on
  std::uint64_t offset_ = 0;  // of the text
  std::uint64_t read_ = 0;
  io::Hasher hasher_;
  bool begins_game_ = true;
  std::uint64_t taken_before_ = 0;
  std::uint64_t file_bytes_ = 0;
  bool skips_damage_ = false;
  bool trusts_done_ = false;
  bool is_damaged_ = false;
};

}  // namespace intarsia::data
