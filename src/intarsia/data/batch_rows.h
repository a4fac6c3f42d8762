// What one rank takes of a global batch.
//
// All ranks together take places p … p + count - 1 in a step. In lanes these rows are listed lane by
// lane, so that a rank whose share is whole lanes reads the shards of no other one; else as they come.
// A batch may begin in one epoch and end in a later one.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "intarsia/data/sampling.h"

namespace intarsia::data {

class BatchRows {
 public:
  // Rows `begin` up to `end` of the `count` places from `first` of the first epoch on. The epochs
  // follow each other, and have places enough; they are of one set and shuffle.
  BatchRows(std::vector<std::shared_ptr<const Order>> epochs, std::uint64_t first,
            std::uint64_t count, std::uint64_t begin, std::uint64_t end);

  std::size_t size() const { return size_; }
  const std::vector<std::shared_ptr<const Order>>& epochs() const { return epochs_; }

  // The numbers of the records in rows `row` …
  void fill(std::size_t row, std::span<std::uint64_t> out) const;

  // Rows that are of one epoch, and of one lane: every `lanes`-th place from `first` on.
  struct Stretch {
    std::size_t epoch;  // among `epochs`
    std::uint64_t first;
    std::size_t row, count;
  };
  const std::vector<Stretch>& stretches() const { return stretches_; }
  // The one that a row belongs to.
  const Stretch& stretch_at(std::size_t row) const;

 private:
  std::vector<std::shared_ptr<const Order>> epochs_;
  std::vector<Stretch> stretches_;
  std::size_t size_ = 0;
};

}  // namespace intarsia::data
