// The order of an epoch, and rows of batches in it, as Python holds them.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "intarsia/data/batch_rows.h"
#include "intarsia/data/sampling.h"

namespace intarsia::bind {

// An order, and which of its records the system was told of, that they will be read soon. Copies are of
// one and the same.
class OrderObject {
 public:
  OrderObject(std::span<const std::uint64_t> shards, const data::OrderOptions& options);

  const data::Order& order() const { return state_->order; }
  std::shared_ptr<const data::Order> shared() const { return {state_, &state_->order}; }

  // Calls `tell` with runs of records around these places that were not told of before.
  using Tell = std::function<void(std::uint64_t first, std::uint64_t count)>;
  void announce(const data::BatchRows::Stretch& places, const Tell& tell) const;

 private:
  struct State {
    data::Order order;
    bool is_blocks;
    std::mutex telling = {};
    std::uint64_t pools_told = 0;
    std::vector<bool> slots_told = {};  // of lanes
  };

  void announce_blocks(std::uint64_t first, std::uint64_t last, const Tell& tell) const;
  void announce_lanes(std::uint64_t first, std::uint64_t last, const Tell& tell) const;

  std::shared_ptr<State> state_;
};

// What a rank takes of a global batch.
struct RowsObject {
  std::vector<OrderObject> orders;  // of its epochs
  data::BatchRows rows;
};

}  // namespace intarsia::bind
