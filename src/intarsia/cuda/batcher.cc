#include "intarsia/cuda/batcher.h"

#include <algorithm>
#include <cstring>

#include "intarsia/cuda/driver.h"
#include "intarsia/cuda/kernel/order.h"

namespace intarsia::cuda {

namespace {

constexpr std::size_t kBuffers = 3;

std::size_t aligned(std::size_t bytes) { return (bytes + 255) / 256 * 256; }

}  // namespace

std::optional<Error> Batcher::fill(Handle stream, const data::BatchRows& rows,
                                   const BatchChoice& choice, const BatchOn& out) {
  const std::size_t count = rows.size();
  if (count == 0) return std::nullopt;
  if (records_.is_whole()) return fill_listed(stream, rows, choice, out, false);
  const auto is_done = fill_from_shards(stream, rows, choice, out);
  if (!is_done) return is_done.error();
  if (*is_done) return std::nullopt;

  std::vector<std::uint64_t> numbers(count);
  rows.fill(0, numbers);
  if (choice.choice != nullptr) {
    for (std::uint64_t& n : numbers) n = choice.choice->numbers()[n];
  }
  std::vector<std::uint8_t> symmetries;
  for (const auto& s : rows.stretches()) {
    if (choice.keys.empty()) break;
    for (std::size_t row = s.row; row < s.row + s.count; ++row) {
      symmetries.push_back(static_cast<std::uint8_t>(
          kernel::symmetry_for(choice.keys[s.epoch], numbers[row], choice.symmetries)));
    }
  }
  return fill_staged(stream, numbers, std::move(symmetries), out);
}

// Rows are found on the card.
std::optional<Error> Batcher::fill_listed(Handle stream, const data::BatchRows& rows,
                                          const BatchChoice& choice, const BatchOn& out,
                                          bool is_streamed) {
  const std::size_t count = rows.size();
  const std::size_t symmetries_at = aligned(count * sizeof(std::uint64_t));
  const auto memory = Memory::allocate_in(records_.device(), symmetries_at + count, stream);
  if (!memory) return memory.error();
  const Records::Listed listed{
      .rows = memory->address(),
      .symmetries = choice.keys.empty() ? 0 : memory->address() + symmetries_at,
      .is_streamed = is_streamed};
  if (auto error =
          records_.list(stream, rows, choice.choice, choice.keys, choice.symmetries, listed)) {
    return error;
  }
  return encoder_.encode(stream, records_.rows_at(listed, count), out);
}

void Batcher::follow(std::shared_ptr<const data::Order> epoch) {
  Shards* const shards = records_.shards();
  if (shards == nullptr) return;
  const auto lock = shards->hold();
  epoch_behind_ = std::move(epoch);
}

// Of those in some slots of an order, up to `most`; slots without records have none.
std::vector<std::size_t> Batcher::shards_in(const data::Lanes& lanes, std::size_t first,
                                            std::size_t last, const Choice* choice,
                                            std::size_t most) const {
  std::vector<std::size_t> shards;
  for (std::size_t slot = first; slot <= last && shards.size() < most; ++slot) {
    const data::Lanes::Shard shard = lanes.shard_in(slot);
    if (shard.count == 0) continue;
    const std::uint64_t number = choice == nullptr ? shard.first : choice->numbers()[shard.first];
    shards.push_back(records_.shards()->part_of(number));
  }
  return shards;
}

// What a batch of lanes reads now, and behind that: in this epoch or the next one.
Shards::Wanted Batcher::shards_of(const data::BatchRows& rows, const Choice* choice) const {
  Shards::Wanted wanted;
  const auto add = [](std::vector<std::size_t>& to, const std::vector<std::size_t>& more) {
    to.insert(to.end(), more.begin(), more.end());
  };
  for (const auto& s : rows.stretches()) {
    const data::Order& order = *rows.epochs()[s.epoch];
    const data::Lanes& lanes = *order.in_lanes();
    const std::uint64_t step = order.lanes();
    const std::size_t last = lanes.slot_at(s.first + (s.count - 1) * step);
    add(wanted.now, shards_in(lanes, lanes.slot_at(s.first), last, choice, lanes.slots()));

    const std::uint64_t end = order.size() - 1 - (order.size() - 1 - s.first) % step;
    const auto next = shards_in(lanes, last + 1, lanes.slot_at(end), choice, 1);
    add(wanted.next, next);
    const bool is_last = s.epoch + 1 == rows.epochs().size();
    const auto& then = is_last ? epoch_behind_ : rows.epochs()[s.epoch + 1];
    if (!next.empty() || !then || !then->in_lanes() || then->size() != order.size()) continue;
    const data::Lanes& behind = *then->in_lanes();
    const std::size_t first = behind.slot_at(s.first % step);
    add(wanted.next, shards_in(behind, first, behind.slot_at(end), choice, 1));
  }
  return wanted;
}

Result<bool> Batcher::fill_from_shards(Handle stream, const data::BatchRows& rows,
                                       const BatchChoice& choice, const BatchOn& out) {
  Shards* const shards = records_.shards();
  if (shards == nullptr || !rows.epochs().front()->in_lanes()) return false;
  const auto lock = shards->hold();
  const Shards::Wanted wanted = shards_of(rows, choice.choice);
  const auto is_there = shards->need(wanted, stream);
  if (is_there && !*is_there) return false;
  auto failed = is_there ? fill_listed(stream, rows, choice, out, true) : is_there.error();
  // Even if only a part of it was started.
  auto unmarked = shards->used(stream);
  if (failed) return *std::move(failed);
  if (unmarked) return *std::move(unmarked);
  if (auto error = shards->expect(wanted)) return *std::move(error);
  return true;
}

std::optional<Error> Batcher::copy_in(Handle stream, DevicePointer to, const std::byte* from,
                                      std::size_t bytes) const {
  const Current current(records_.device());
  if (current.error()) return current.error();
  const Driver& d = records_.device().driver();
  return d(d.copy_in, to, static_cast<const void*>(from), bytes, stream);
}

std::optional<Error> Batcher::fill(Handle stream, std::span<const std::uint64_t> numbers,
                                   const BatchOn& out) {
  return numbers.empty() ? std::nullopt : fill_staged(stream, numbers, {}, out);
}

// Rows, symmetries and records that are not there go to the card in one piece.
std::optional<Error> Batcher::fill_staged(Handle stream, std::span<const std::uint64_t> numbers,
                                          std::vector<std::uint8_t> symmetries,
                                          const BatchOn& out) {
  const std::lock_guard lock(staging_);
  const std::size_t each = set_.type().bytes;
  const std::size_t slot = static_cast<std::size_t>(history_) + 1;
  std::vector<std::uint64_t> rows(numbers.size());
  std::vector<std::uint64_t> missing;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] < records_.resident()) {
      rows[i] = records_.place_of(numbers[i]);
    } else {
      rows[i] = kStagedRow | (missing.size() * slot + slot - 1);
      missing.push_back(numbers[i]);
    }
  }
  const std::size_t symmetries_at = aligned(rows.size() * sizeof(std::uint64_t));
  const std::size_t records_at = aligned(symmetries_at + symmetries.size());
  const std::size_t bytes = records_at + missing.size() * slot * each;
  const auto buffer = next_buffer(bytes);
  if (!buffer) return buffer.error();
  std::byte* const to = (*buffer)->memory.data();
  std::memcpy(to, rows.data(), rows.size() * sizeof(std::uint64_t));
  if (!symmetries.empty()) std::memcpy(to + symmetries_at, symmetries.data(), symmetries.size());
  data::Window window;
  if (auto error = set_.read(missing, history_, window)) return error;
  for (std::size_t i = 0; i < missing.size(); ++i) {
    const layout::RecordMoment& m = window.moments[i];
    const std::size_t size = (static_cast<std::size_t>(m.history) + 1) * each;
    std::byte* const end = to + records_at + (i + 1) * slot * each;
    std::memcpy(end - size, m.now - static_cast<std::size_t>(m.history) * each, size);
  }

  const Device& device = records_.device();
  const auto memory = Memory::allocate_in(device, bytes, stream);
  if (!memory) return memory.error();
  if (auto error = copy_in(stream, memory->address(), to, bytes)) return error;
  if (auto error = (*buffer)->copied.record(stream)) return error;
  return encoder_.encode(stream,
                         {.records = records_.address(),
                          .count = numbers.size(),
                          .rows = memory->address(),
                          .staged = memory->address() + records_at,
                          .symmetries = symmetries.empty() ? 0 : memory->address() + symmetries_at},
                         out);
}

// Whose copy, some batches ago, has been made.
Result<Batcher::Buffer*> Batcher::next_buffer(std::size_t bytes) {
  if (buffers_.size() < kBuffers) {
    auto memory = Pinned::allocate(records_.device(), bytes);
    if (!memory) return memory.error();
    auto event = Event::make(records_.device());
    if (!event) return event.error();
    buffers_.push_back(std::make_unique<Buffer>(Buffer{*std::move(memory), *std::move(event)}));
    return buffers_.back().get();
  }
  Buffer& b = *buffers_[turn_++ % kBuffers];
  if (auto error = b.copied.wait()) return *std::move(error);
  if (b.memory.bytes() < bytes) {
    auto memory = Pinned::allocate(records_.device(), bytes);
    if (!memory) return memory.error();
    b.memory = *std::move(memory);
  }
  return &b;
}

}  // namespace intarsia::cuda
