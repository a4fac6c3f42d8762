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
#include "intarsia/cuda/shard_table.h"
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
  // Of the parts from `staying` on; those before lie on the card one after the other.
  static Result<std::unique_ptr<Shards>> load(const Device& device, const data::Set& set,
                                              std::span<const KeptPart> parts, std::size_t staying,
                                              const Slots& slots,
                                              std::shared_ptr<const Module> lister,
                                              unsigned threads);
  ~Shards();
  Shards(const Shards&) = delete;
  Shards& operator=(const Shards&) = delete;

  // The part in which a number of the set lies.
  std::size_t part_of(std::uint64_t number) const;

  // Held from what a batch needs to what is expected behind it: several loops may share the shards.
  [[nodiscard]] std::unique_lock<std::mutex> hold() { return std::unique_lock(in_use_); }

  // What a batch reads, and what its lanes read next.
  struct Wanted {
    std::vector<std::size_t> now, next;
  };
  // Brings what is read now and is not there; what the stream is given from here on waits for it. False
  // if there is no room for all of it.
  Result<bool> need(const Wanted& wanted, Handle stream);
  // The stream was given all that reads what was needed last.
  [[nodiscard]] std::optional<Error> used(Handle stream);
  // Begins to bring what is read next, as far as there is room.
  [[nodiscard]] std::optional<Error> expect(const Wanted& wanted);

  // Where kernels of that stream find what was needed.
  const ShardTable& table() const { return *table_; }

 private:
  struct Slot {
    std::optional<std::size_t> part;
    std::uint64_t turn = 0;                // the last one in which it was wanted
    std::shared_ptr<const Event> used;     // behind its last reader
    std::shared_ptr<const Event> arrived;  // behind its copy
    std::uint64_t arrival = 0;             // whose number this is: copies follow each other
  };
  struct Coming {
    std::size_t part;
    Slot* slot;
  };

  Shards(const Device& device, const Slots& slots) : device_(device), slots_at_(slots) {}

  Slot* find(std::size_t part);
  bool has_room(std::vector<std::size_t> parts) const;
  void keep(std::span<const std::size_t> parts, std::uint64_t turn);
  Slot* claim(std::uint64_t turn);
  std::vector<Coming> find_room(std::span<const std::size_t> parts, std::uint64_t turn);
  std::optional<Error> bring(std::span<const Coming> coming);
  std::optional<Error> bring_together(std::span<const Coming> coming);

  Device device_;
  Slots slots_at_;
  std::size_t staying_ = 0;
  std::vector<std::uint64_t> ends_;   // of the parts' numbers
  std::vector<std::uint64_t> bases_;  // by part the row of its first record, as far as it is there
  std::optional<ShardTable> table_;
  std::vector<Pinned> waiting_;  // of the parts from `staying_` on
  std::vector<Slot> slots_;
  std::vector<std::size_t> slot_of_;  // by part; slots_.size(): none
  std::uint64_t turn_ = 0;    // a batch's; the number before it is that of what is read next
  Handle copying_ = nullptr;  // the stream
  std::uint64_t arrivals_ = 0;
  std::shared_ptr<const Event> latest_use_;
  std::mutex in_use_;
};

}  // namespace intarsia::cuda
