#include "bench/gpu_compare.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <string>
#include <thread>

#include "intarsia/cuda/encoder.h"
#include "intarsia/cuda/kernel/args.h"
#include "intarsia/cuda/order_args.h"

namespace intarsia::bench {

namespace {

constexpr std::size_t kAtOnce = std::size_t{1} << 30;  // bytes of planes
constexpr std::size_t kHostAtOnce = std::size_t{1} << 18;

}  // namespace

cuda::Memory rows_on(const cuda::Device& device, const data::Order& order, std::uint64_t first,
                     std::uint64_t count) {
  const auto lister = must(device.load("#include \"intarsia/cuda/kernel/rows.h\"\n"));
  auto rows = must(cuda::Memory::allocate(device, count * 8));
  std::vector<std::uint64_t> tables;
  if (order.in_lanes()) {
    tables.assign(order.in_lanes()->firsts().begin(), order.in_lanes()->firsts().end());
    tables.insert(tables.end(), order.in_lanes()->begins().begin(),
                  order.in_lanes()->begins().end());
  }
  const auto tables_on = must(cuda::Memory::holding(device, std::as_bytes(std::span(tables))));
  cuda::kernel::RowsArgs a{};
  a.order = cuda::order_args(order, tables_on.address());
  a.step = 1;
  a.stretch_count = 1;
  a.stretches[0] = {first, 0};
  a.end = count;
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the driver's addresses are numbers.
  a.rows = reinterpret_cast<cuda::kernel::u64*>(rows.address());
  must(lister->launch("intarsia_rows", {static_cast<unsigned>((count + 255) / 256), 256}, nullptr,
                      a));
  finish(device);
  return rows;
}

Comparison::Comparison(const cuda::Device& device)
    : device_(device), planes_(must(cuda::Pinned::allocate(device, kAtOnce))) {}

void Comparison::compare(const Sample& s, const layout::Plan& plan, std::uint64_t count,
                         data::Shuffle shuffle) {
  const auto encoder = must(cuda::Encoder::make(device_, plan, s.type.device));
  const std::uint64_t half = s.count() / 2;
  const std::vector<std::uint64_t> shards = {half, s.count() - half};
  const data::Order order(shards, {.seed = 5, .epoch = 1, .shuffle = shuffle, .run = 100});
  const std::uint64_t chunk = std::max<std::uint64_t>(1, kAtOnce / plan.bytes());
  ++layouts_;
  const auto planes = must(cuda::Memory::allocate(device_, std::min(chunk, count) * plan.bytes()));
  for (std::uint64_t first = 0; first < count; first += chunk) {
    const std::uint64_t here = std::min(chunk, count - first);
    const auto rows = rows_on(device_, order, first, here);
    must(encoder.encode(nullptr, {.records = s.on.address(), .count = here, .rows = rows.address()},
                        {.planes = planes.address()}));
    copy_out(device_, planes.address(), planes_.data(), here * plan.bytes());
    std::vector<std::uint64_t> found(here);
    copy_out(device_, rows.address(), found.data(), here * sizeof found[0]);
    positions_ += here;
    if (is_same(s, plan, order, first, found)) continue;
    ++wrong_;
    std::printf("WRONG: %s %s %s\n", plan.layout().id.c_str(),
                std::string(name(plan.layout().order)).c_str(),
                std::string(info(plan.layout().dtype).name).c_str());
    break;
  }
}

// Whether these rows are the order's, and the planes theirs. The host makes some at a time on each core,
// while they are in its caches.
bool Comparison::is_same(const Sample& s, const layout::Plan& plan, const data::Order& order,
                         std::uint64_t first, const std::vector<std::uint64_t>& rows) const {
  const int history = s.type.record_history(plan.layout());
  const std::uint64_t chunk = std::max<std::uint64_t>(1, kHostAtOnce / plan.bytes());
  std::atomic<std::uint64_t> next = 0;
  std::atomic<bool> is_same = true;
  const auto work = [&] {
    const auto encoder = s.type.make_record_encoder(plan);
    std::vector<layout::RecordMoment> moments;
    Bytes wanted(chunk * plan.bytes());
    for (std::uint64_t at = next.fetch_add(chunk); at < rows.size(); at = next.fetch_add(chunk)) {
      moments.resize(std::min(chunk, rows.size() - at));
      for (std::uint64_t i = 0; i < moments.size(); ++i) {
        if (rows[at + i] != order[first + at + i]) is_same = false;
        moments[i] = game::moment_at(s.record, s.records, order[first + at + i], history);
      }
      encoder->encode(moments, wanted.data(), static_cast<std::ptrdiff_t>(plan.bytes()),
                      layout::Stores::kCached);
      const std::size_t bytes = moments.size() * plan.bytes();
      if (std::memcmp(wanted.data(), planes_.data() + at * plan.bytes(), bytes) != 0) {
        is_same = false;
      }
    }
  };
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < std::max(1U, std::thread::hardware_concurrency()); ++t) {
    threads.emplace_back(work);
  }
  for (std::thread& t : threads) t.join();
  return is_same;
}

}  // namespace intarsia::bench
