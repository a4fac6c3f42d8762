#include "bench/gpu_sample.h"

#include <algorithm>
#include <cstring>

#include "intarsia/base/keys.h"
#include "intarsia/cuda/driver.h"

namespace intarsia::bench {

namespace {

Bytes random_records(const game::GameType& type, int size, std::size_t least) {
  KeySequence random(2026 + static_cast<std::uint64_t>(size));
  const game::RecordType record = type.record_type(size);
  Bytes all;
  constexpr Outcome kOutcomes[] = {Outcome::kUnknown, Outcome::kFirst, Outcome::kSecond};
  while (all.size() < least * record.bytes) {
    const game::LinePtr line = type.start(size, {});
    const auto most = 1 + static_cast<int>(random.next() % 120);
    while (line->ply() < most && !line->end()) {
      const auto moves = line->legal_moves();
      if (moves.empty()) break;
      must(line->play(moves[random.next() % moves.size()]));
    }
    const game::RecordTargets targets{.outcome = line->end() ? Outcome::kUnknown
                                                             : kOutcomes[random.next() % 3]};
    Bytes own(static_cast<std::size_t>(line->ply() + 1) * record.bytes);
    line->pack(0, line->ply(), /*is_first=*/true, {&targets, 1}, own.data());
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

}  // namespace

void finish(const cuda::Device& device) {
  const cuda::Current current(device);
  must(device.driver()(device.driver().synchronize_stream, cuda::Handle{nullptr}));
}

void copy_out(const cuda::Device& device, cuda::DevicePointer from, void* to, std::size_t bytes) {
  const cuda::Current current(device);
  must(device.driver()(device.driver().copy_out, to, from, bytes, cuda::Handle{nullptr}));
  must(device.driver()(device.driver().synchronize_stream, cuda::Handle{nullptr}));
}

Sample Sample::make(const cuda::Device& device, const game::GameType& type, int size,
                    std::size_t count) {
  const game::RecordType record = type.record_type(size);
  Bytes records = random_records(type, size, std::min<std::size_t>(count, 20'000));
  const std::size_t once = records.size();
  records.resize(count * record.bytes);
  for (std::size_t at = once; at < records.size(); at += once) {
    std::memcpy(&records[at], records.data(), std::min(once, records.size() - at));
  }
  auto on = must(cuda::Memory::holding(device, records));
  return {type, size, record, std::move(records), std::move(on)};
}

}  // namespace intarsia::bench
