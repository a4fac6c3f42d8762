// Where games go that the pipeline has read: into the shards of a data set, or into a graph.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "intarsia/base/result.h"
#include "intarsia/data/batch.h"
#include "intarsia/data/manifest.h"

namespace intarsia::data {

class BatchSink {
 public:
  virtual ~BatchSink() = default;

  // What was read so far: sources, games, what became of them.
  virtual const Manifest& manifest() const = 0;
  // Where the sources are to be read from, if a run is being completed.
  virtual const std::optional<Next>& resumed() const = 0;
  virtual bool has_enough() const = 0;          // no more games are wanted
  virtual std::uint64_t accepted() const = 0;   // games
  virtual std::uint64_t positions() const = 0;  // of those

  // The game of the sources: known with the first of them, and one for all.
  [[nodiscard]] virtual std::optional<Error> set_game(std::string_view game) = 0;
  // How much of the source was read and with which hash. `source` is its name.
  virtual void note_read(std::uint64_t content, std::uint64_t hash, std::string source) = 0;
  [[nodiscard]] virtual std::optional<Error> add(const Batch& batch) = 0;
  virtual void end_source(SourceEntry source) = 0;
  // The end of a run in which everything was read, and of one that ends early.
  [[nodiscard]] virtual std::optional<Error> finish() = 0;
  [[nodiscard]] virtual std::optional<Error> leave() = 0;
};

// Counts a game that was refused under its reason, which is returned; and one that was put right.
std::string count_rejected(Manifest& m, const Refusal& r);
void count_mended(Manifest& m, const Entry& e);

// A fault of this program, if a game was lost between reading and storing.
[[nodiscard]] std::optional<Error> refuse_unbalanced(const Manifest& m, std::string_view where);

}  // namespace intarsia::data
