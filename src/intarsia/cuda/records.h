// The records of a data set in a card's memory, and the rows of its batches listed there.
//
//   auto records = cuda::Records::upload(*device, *set);
//   const cuda::Records::Listed listed{.rows = rows_address};
//   (*records)->list(stream, batch_rows, nullptr, {}, 0, listed);
//   encoder.encode(stream, (*records)->rows_at(listed, batch_rows.size()), out);
//
// Games are kept whole, so that history is there; games of which nothing was chosen are left out. A
// set that is larger than the room is kept as far as it fits; cuda/batcher.h brings the rest.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/cuda/device.h"
#include "intarsia/cuda/encoder.h"
#include "intarsia/cuda/shards.h"
#include "intarsia/data/batch_rows.h"
#include "intarsia/data/set.h"

namespace intarsia::cuda {

struct UploadOptions {
  // Bytes of the card that may be used; 0: what is free, less some for the batches.
  std::uint64_t limit = 0;
  // Whether a set that does not fit is kept in part; else it is refused with the two numbers.
  bool may_stream = true;
  // The records that batches will show, by their numbers in the set, in order; empty: all.
  std::span<const std::uint64_t> chosen = {};
  unsigned threads = 4;  // that read shards
};

// Records that were chosen, by number: what orders of a part count through.
class Choice {
 public:
  static Result<Choice> upload(const Device& device, std::vector<std::uint64_t> numbers);
  const Memory& memory() const { return memory_; }
  std::span<const std::uint64_t> numbers() const { return numbers_; }
  // One more than the largest of them.
  std::uint64_t end() const { return end_; }

 private:
  Choice(Memory memory, std::vector<std::uint64_t> numbers)
      : memory_(std::move(memory)), numbers_(std::move(numbers)) {
    for (const std::uint64_t n : numbers_) end_ = std::max(end_, n + 1);
  }

  Memory memory_;
  std::vector<std::uint64_t> numbers_;
  std::uint64_t end_ = 0;
};

class Records {
 public:
  // The set need not live on, unless it is streamed.
  static Result<std::unique_ptr<Records>> upload(const Device& device, data::Set& set,
                                                 const UploadOptions& options = {});

  const Device& device() const { return device_; }
  // Of the card's memory that is used.
  std::size_t bytes() const;
  // Records of the set that are here: all of those with a smaller number.
  std::uint64_t resident() const { return resident_; }
  bool is_whole() const { return resident_ == size_; }

  // Where the records of a batch's rows lie, and with `keys`, one for each of its epochs, in which of
  // `symmetries` they are shown.
  struct Listed {
    DevicePointer rows = 0;
    DevicePointer symmetries = 0;  // 0: none are drawn
    bool is_streamed = false;      // they lie where the table of the shards says
  };
  [[nodiscard]] std::optional<Error> list(Handle stream, const data::BatchRows& batch,
                                          const Choice* choice, std::span<const std::uint64_t> keys,
                                          std::uint32_t symmetries, const Listed& out) const;

  // The places of records by their numbers in the set; staged ones are to be copied.
  std::uint64_t place_of(std::uint64_t number) const {
    return places_.empty() ? number : places_[number];
  }

  RecordsOn rows_at(const Listed& listed, std::uint64_t count) const {
    return {.records = memory_->address(),
            .count = count,
            .rows = listed.rows,
            .symmetries = listed.symmetries};
  }
  DevicePointer address() const { return memory_->address(); }
  // Records in the memory, without the shards that come and go.
  std::uint64_t kept() const { return kept_; }

  // Of a set that is streamed in lanes: the shards that come and go; null where there is no room.
  Shards* shards() const { return shards_.get(); }
  // How many of them may be there at once.
  std::uint64_t slots() const { return slots_; }

 private:
  explicit Records(const Device& device) : device_(device) {}

  std::optional<Error> plan_parts(const data::Set& set, const UploadOptions& options);
  std::optional<Error> fit(std::size_t record_bytes, const UploadOptions& options);
  void reserve_slots(std::size_t record_bytes, std::uint64_t limit, std::uint64_t all);
  std::optional<Error> load_shards(data::Set& set, unsigned threads);
  std::optional<Error> copy_parts(data::Set& set, unsigned threads);
  Result<const Memory*> lanes_of(const std::shared_ptr<const data::Order>& order) const;

  Device device_;
  std::uint64_t size_ = 0;      // of the set
  std::uint64_t resident_ = 0;  // numbers below it are here
  std::uint64_t kept_ = 0;
  std::vector<KeptPart> parts_;  // those that stay, then those that are streamed
  std::size_t staying_ = 0;
  std::unique_ptr<Shards> shards_;
  std::uint64_t slots_ = 0;  // for those, of so many records each
  std::uint64_t slot_records_ = 0;
  std::vector<std::uint32_t> places_;  // by number; empty: they are the numbers
  std::optional<Memory> memory_;
  std::optional<Memory> places_on_;
  std::shared_ptr<const Module> lister_;

  // The tables of orders in lanes, of the last epochs.
  struct Lanes {
    std::shared_ptr<const data::Order> order;
    Memory memory;
  };
  mutable std::mutex lanes_lock_;
  mutable std::vector<std::unique_ptr<Lanes>> lanes_;
};

}  // namespace intarsia::cuda
