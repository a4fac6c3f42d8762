// Batches of a data set on a card: rows are listed, records that are not there are brought, planes and
// targets are made.
//
//   cuda::Batcher batcher(records, encoder, *set, history);
//   batcher.fill(stream, rows, {.choice = &part}, {.planes = planes});
//
// Everything happens in the order of the stream. What the processor does for a batch is to start two
// kernels. Of a set that is streamed in lanes it also has shards copied, and a third kernel says where
// they are; in other orders it collects the records that are not on the card, in pinned memory.

#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "intarsia/cuda/encoder.h"
#include "intarsia/cuda/records.h"
#include "intarsia/data/batch_rows.h"
#include "intarsia/data/set.h"

namespace intarsia::cuda {

// Which records a batch shows, beside its rows.
struct BatchChoice {
  const Choice* choice = nullptr;            // of which records the order is; null: of all
  std::span<const std::uint64_t> keys = {};  // of symmetries, one for each epoch of the rows
  std::uint32_t symmetries = 0;
};

class Batcher {
 public:
  // All must outlive it. `history`: how many earlier records the layout looks at.
  Batcher(const Records& records, const Encoder& encoder, data::Set& set, int history)
      : records_(records), encoder_(encoder), set_(set), history_(history) {}

  [[nodiscard]] std::optional<Error> fill(Handle stream, const data::BatchRows& rows,
                                          const BatchChoice& choice, const BatchOn& out);
  // The epoch behind that of the next batches: of a set that is streamed its first shards are sent
  // while this one ends.
  void follow(std::shared_ptr<const data::Order> epoch);
  // The records with these numbers in the set.
  [[nodiscard]] std::optional<Error> fill(Handle stream, std::span<const std::uint64_t> numbers,
                                          const BatchOn& out);

 private:
  // Pinned memory that a batch was collected in, and when it is free again.
  struct Buffer {
    Pinned memory;
    Event copied;
  };
  Shards::Wanted shards_of(const data::BatchRows& rows, const Choice* choice) const;
  std::vector<std::size_t> shards_in(const data::Lanes& lanes, std::size_t first, std::size_t last,
                                     const Choice* choice, std::size_t most) const;
  // False: this batch is not for shards that come and go.
  Result<bool> fill_from_shards(Handle stream, const data::BatchRows& rows,
                                const BatchChoice& choice, const BatchOn& out);
  std::optional<Error> fill_listed(Handle stream, const data::BatchRows& rows,
                                   const BatchChoice& choice, const BatchOn& out, bool is_streamed);
  std::optional<Error> copy_in(Handle stream, DevicePointer to, const std::byte* from,
                               std::size_t bytes) const;
  std::optional<Error> fill_staged(Handle stream, std::span<const std::uint64_t> numbers,
                                   std::vector<std::uint8_t> symmetries, const BatchOn& out);
  Result<Buffer*> next_buffer(std::size_t bytes);

  const Records& records_;
  const Encoder& encoder_;
  data::Set& set_;
  int history_;
  std::shared_ptr<const data::Order> epoch_behind_;
  std::mutex staging_;
  std::vector<std::unique_ptr<Buffer>> buffers_;
  std::size_t turn_ = 0;
};

}  // namespace intarsia::cuda
