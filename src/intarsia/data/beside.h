// What is written beside the records of a data set, step by step with them.

#pragma once

#include <cstdint>
#include <optional>

#include "intarsia/base/result.h"
#include "intarsia/data/manifest.h"
#include "intarsia/io/folder.h"

namespace intarsia::data {

// A writer of data sets calls these in this order for every step. What is published before a manifest
// that never comes is ahead of the set, and must be taken for what it was by `begin`.
class Beside {
 public:
  virtual ~Beside() = default;

  // Before anything is written: what lies there belongs to the shards of this manifest, or to none.
  [[nodiscard]] virtual std::optional<Error> begin(const io::Folder& folder, const Manifest& m) = 0;
  // The open shards end here.
  virtual void close_shards() = 0;
  // Those shards are on the disk, the last ones of the manifest, in the order of their boards' sizes.
  // Perhaps on another thread.
  [[nodiscard]] virtual std::optional<Error> write(const io::Folder& folder, const Manifest& m) = 0;
  // The manifest, whose text has this hash, is the next that is written.
  [[nodiscard]] virtual std::optional<Error> publish(const io::Folder& folder, const Manifest& m,
                                                     std::uint64_t hash) = 0;
};

}  // namespace intarsia::data
