// Tensors that a card made beside the host's, bit for bit: for bench/gpu_check.cc.

#pragma once

#include <cstdint>
#include <vector>

#include "bench/gpu_sample.h"
#include "intarsia/cuda/device.h"
#include "intarsia/data/sampling.h"
#include "intarsia/layout/encode.h"

namespace intarsia::bench {

// Where the records at places `first` … of an order lie, listed on the card.
cuda::Memory rows_on(const cuda::Device& device, const data::Order& order, std::uint64_t first,
                     std::uint64_t count);

class Comparison {
 public:
  explicit Comparison(const cuda::Device& device);

  // So many positions of a shuffled order. What differs is printed, and counted.
  void compare(const Sample& s, const layout::Plan& plan, std::uint64_t count,
               data::Shuffle shuffle);

  int layouts() const { return layouts_; }
  int wrong() const { return wrong_; }
  std::uint64_t positions() const { return positions_; }

 private:
  bool is_same(const Sample& s, const layout::Plan& plan, const data::Order& order,
               std::uint64_t first, const std::vector<std::uint64_t>& rows) const;

  cuda::Device device_;
  cuda::Pinned planes_;  // what the card made, in this machine's memory
  int layouts_ = 0;
  int wrong_ = 0;
  std::uint64_t positions_ = 0;
};

}  // namespace intarsia::bench
