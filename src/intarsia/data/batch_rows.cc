#include "intarsia/data/batch_rows.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace intarsia::data {

BatchRows::BatchRows(std::vector<std::shared_ptr<const Order>> epochs, std::uint64_t first,
                     std::uint64_t count, std::uint64_t begin, std::uint64_t end)
    : epochs_(std::move(epochs)) {
  assert(begin <= end && end <= count);
  const std::uint64_t lanes = epochs_.empty() ? 1 : epochs_.front()->lanes();
  const std::uint64_t size = epochs_.empty() ? 0 : epochs_.front()->size();
  std::uint64_t row = 0;  // of the global batch
  for (std::uint64_t lane = 0; lane < lanes && row < end; ++lane) {
    std::uint64_t from = first;
    std::uint64_t left = count;
    for (std::size_t epoch = 0; epoch < epochs_.size(); ++epoch, from = 0) {
      const std::uint64_t to = std::min(size, from + left);
      left -= to - from;
      const std::uint64_t at = from + (lane + lanes - from % lanes) % lanes;
      const std::uint64_t rows = at < to ? (to - at + lanes - 1) / lanes : 0;
      const std::uint64_t skipped = std::min(rows, begin - std::min(begin, row));
      const std::uint64_t taken = std::min(rows, end - std::min(end, row));
      if (taken > skipped) {
        stretches_.push_back({epoch, at + skipped * lanes, size_, taken - skipped});
        size_ += taken - skipped;
      }
      row += rows;
    }
    assert(left == 0);
  }
}

const BatchRows::Stretch& BatchRows::stretch_at(std::size_t row) const {
  assert(row < size_);
  const auto behind =
      std::upper_bound(stretches_.begin(), stretches_.end(), row,
                       [](std::size_t wanted, const Stretch& s) { return wanted < s.row; });
  return *std::prev(behind);
}

void BatchRows::fill(std::size_t row, std::span<std::uint64_t> out) const {
  while (!out.empty()) {
    const Stretch& s = stretch_at(row);
    const Order& order = *epochs_[s.epoch];
    const std::size_t skipped = row - s.row;
    const auto here = out.first(std::min(out.size(), s.count - skipped));
    order.fill_lane(s.first + skipped * order.lanes(), here);
    out = out.subspan(here.size());
    row += here.size();
  }
}

}  // namespace intarsia::data
