// Where shards that come and go are now, as kernels find them: a table on the card.
//
// It is written by a kernel in the stream of the batches. A copy would queue up behind the shards that
// are under way, and every batch with it.

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/cuda/device.h"

namespace intarsia::cuda {

class ShardTable {
 public:
  // `firsts`: where the places of each part begin. At first each part lies there. `lister` has the
  // kernels of kernel/rows.h.
  static Result<ShardTable> make(const Device& device, std::shared_ptr<const Module> lister,
                                 std::span<const std::uint64_t> firsts);

  // What the stream is given from here on finds these parts in these rows: `bases`, by part.
  [[nodiscard]] std::optional<Error> tell(Handle stream, std::span<const std::size_t> parts,
                                          std::span<const std::uint64_t> bases);

  DevicePointer firsts() const { return firsts_.address(); }
  DevicePointer bases() const { return bases_.address(); }
  std::uint32_t parts() const { return static_cast<std::uint32_t>(told_.size()); }

 private:
  ShardTable(std::shared_ptr<const Module> lister, Memory firsts, Memory bases,
             std::span<const std::uint64_t> told)
      : lister_(std::move(lister)),
        firsts_(std::move(firsts)),
        bases_(std::move(bases)),
        told_(told.begin(), told.end()) {}

  std::shared_ptr<const Module> lister_;
  Memory firsts_, bases_;
  std::vector<std::uint64_t> told_;  // what is in `bases_`
};

}  // namespace intarsia::cuda
