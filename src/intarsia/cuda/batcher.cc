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
  if (records_.is_whole()) return fill_listed(stream, rows, choice, out, {});
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

// Rows are found on the card. `bases`: of a set whose shards come and go.
std::optional<Error> Batcher::fill_listed(Handle stream, const data::BatchRows& rows,
                                          const BatchChoice& choice, const BatchOn& out,
                                          std::span<const std::uint64_t> bases) {
  const std::size_t count = rows.size();
  const std::size_t symmetries_at = aligned(count * sizeof(std::uint64_t));
  const std::size_t bases_at = aligned(symmetries_at + count);
  const auto memory = Memory::allocate_in(records_.device(), bases_at + bases.size_bytes(), stream);
  if (!memory) return memory.error();
  const Records::Listed listed{
      .rows = memory->address(),
      .symmetries = choice.keys.empty() ? 0 : memory->address() + symmetries_at,
      .bases = bases.empty() ? 0 : memory->address() + bases_at};
  if (!bases.empty()) {
    const auto buffer = next_buffer(bases.size_bytes());
    if (!buffer) return buffer.error();
    std::memcpy((*buffer)->memory.data(), bases.data(), bases.size_bytes());
    if (auto error = copy_in(stream, listed.bases, (*buffer)->memory.data(), bases.size_bytes())) {
      return error;
    }
    if (auto error = (*buffer)->copied.record(stream)) return error;
  }
  if (auto error =
          records_.list(stream, rows, choice.choice, choice.keys, choice.symmetries, listed)) {
    return error;
  }
  return encoder_.encode(stream, records_.rows_at(listed, count), out);
}

Batcher::PartsOf Batcher::parts_of(const data::BatchRows& rows, const Choice* choice) const {
  PartsOf parts;
  for (const auto& s : rows.stretches()) {
    const data::Order& order = *rows.epochs()[s.epoch];
    const data::Lanes& lanes = *order.in_lanes();
    const auto part_in = [&](std::size_t slot) {
      const std::uint64_t first = lanes.shard_in(slot).first;
      return records_.shards()->part_of(choice == nullptr ? first : choice->numbers()[first]);
    };
    const std::size_t last = lanes.slot_at(s.first + (s.count - 1) * order.lanes());
    for (std::size_t slot = lanes.slot_at(s.first); slot <= last; ++slot) {
      if (lanes.shard_in(slot).count != 0) parts.now.push_back(part_in(slot));
    }
    if (last + 1 < lanes.slots() && lanes.shard_in(last + 1).count != 0) {
      parts.next.push_back(part_in(last + 1));
    }
  }
  return parts;
}

Result<bool> Batcher::fill_from_shards(Handle stream, const data::BatchRows& rows,
                                       const BatchChoice& choice, const BatchOn& out) {
  Shards* const shards = records_.shards();
  if (shards == nullptr || !rows.epochs().front()->in_lanes()) return false;
  const std::lock_guard lock(staging_);
  const PartsOf parts = parts_of(rows, choice.choice);
  auto is_there = shards->need(parts.now, stream);
  if (!is_there || !*is_there) return is_there;
  if (auto error = fill_listed(stream, rows, choice, out, shards->bases())) {
    return *std::move(error);
  }
  if (auto error = shards->used(stream)) return *std::move(error);
  if (auto error = shards->expect(parts.next)) return *std::move(error);
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
