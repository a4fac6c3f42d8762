#include "intarsia/cuda/order_args.h"

#include <algorithm>

namespace intarsia::cuda {

kernel::Order order_args(const data::Order& order, DevicePointer tables) {
  using data::mix;
  const data::Order::Parts parts = order.parts();
  kernel::Order o{};
  o.shuffle = static_cast<kernel::u32>(parts.shuffle);
  o.size = order.size();
  o.key = parts.key;
  o.run = parts.run;
  o.runs = parts.runs;
  o.pool_runs = data::kPoolRuns;
  o.missing = parts.missing;
  o.short_slot = parts.short_slot;
  o.lanes = order.lanes();
  o.global = kernel::Permutation::make(order.size(), parts.key);
  const auto& lanes = order.in_lanes();
  o.slots = lanes ? lanes->slots() : 0;
  o.run_order = kernel::Permutation::make(lanes ? o.slots : std::max<std::uint64_t>(parts.runs, 1),
                                          mix(parts.key));
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the driver's addresses are numbers.
  o.firsts = reinterpret_cast<const kernel::u64*>(tables);
  o.begins = o.firsts + (tables == 0 ? 0 : o.slots);
  return o;
}

}  // namespace intarsia::cuda
