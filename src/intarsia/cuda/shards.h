// Shards of a set that is larger than the card: they wait in pinned memory, come when an order in lanes
// arrives at them, and go when it has left them.
//
// Lanes read whole shards, 64 side by side. So what a batch needs is known by the places at which its
// lanes begin and end, what comes next too, and a shard crosses the bus once an epoch.

#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/cuda/device.h"
#include "intarsia/data/set.h"

namespace intarsia::cuda {

// What is kept of a part of the set: whole games, without those that nobody asks for.
struct KeptPart {
  struct Run {
    std::uint32_t first, count;  // of a shard's records
  };
  std::size_t number;
  std::uint64_t numbers_first, numbers_end;  // of the set's numbers
  std::uint64_t first_place;                 // of all kept records, laid end to end
  std::vector<Run> runs;
  std::uint64_t records = 0;
};

class Shards {
 public:
  // Room on the card: `count` slots of `records` each, from row `first_row` on.
  struct Slots {
    DevicePointer memory;
    std::uint64_t first_row, count, records;
    std::size_t record_bytes;
  };
  // Of the parts from `staying` on; those before lie on the card one after the other. Null if they are
  // more than this machine should pin: half of its memory.
  static Result<std::unique_ptr<Shards>> load(const Device& device, const data::Set& set,
                                              std::span<const KeptPart> parts, std::size_t staying,
                                              const Slots& slots, unsigned threads);
  ~Shards();
  Shards(const Shards&) = delete;
  Shards& operator=(const Shards&) = delete;

  // The part in which a number of the set lies.
  std::size_t part_of(std::uint64_t number) const;

  // Brings those that are not there; what the stream is given from here on waits for them. False if they
  // are more than there is room for.
  Result<bool> need(std::span<const std::size_t> parts, Handle stream);
  // The stream was given all that reads what was needed last.
  [[nodiscard]] std::optional<Error> used(Handle stream);
  // Begins to bring what will be needed next, as far as there is room.
  [[nodiscard]] std::optional<Error> expect(std::span<const std::size_t> parts);

  // For each part the row of its first record, as far as it is there.
  std::span<const std::uint64_t> bases() const { return bases_; }

 private:
  struct Slot {
    std::optional<std::size_t> part;
    std::uint64_t turn = 0;                // when it was asked for last
    std::shared_ptr<const Event> used;     // behind its last reader
    std::shared_ptr<const Event> arrived;  // behind its copy
    bool is_awaited = true;                // by the stream of the batches
  };
  struct Coming {
    std::size_t part;
    Slot* slot;
  };

  Shards(const Device& device, const Slots& slots) : device_(device), slots_at_(slots) {}

  Slot* find(std::size_t part);
  Slot* claim();
  std::optional<Error> bring(std::span<const Coming> coming);
  std::optional<Error> bring_together(std::span<const Coming> coming);

  Device device_;
  Slots slots_at_;
  std::size_t staying_ = 0;
  std::vector<std::uint64_t> ends_;   // of the parts' numbers
  std::vector<std::uint64_t> bases_;  // by part
  std::vector<Pinned> waiting_;       // of the parts from `staying_` on
  std::vector<Slot> slots_;
  std::vector<std::size_t> slot_of_;  // by part; slots_.size(): none
  std::uint64_t turn_ = 0;
  Handle copying_ = nullptr;  // the stream
  Handle awaiting_ = nullptr;
};

}  // namespace intarsia::cuda
