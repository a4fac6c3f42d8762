#include "intarsia/graph/nodes.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

namespace intarsia::graph {

namespace {

// Whether two records are the same. They are short, and a call of memcmp costs as much as it does.
bool are_same(const std::byte* a, const std::byte* b, std::size_t bytes) {
  for (; bytes >= sizeof(std::uint64_t); bytes -= sizeof(std::uint64_t)) {
    std::uint64_t x;
    std::uint64_t y;
    std::memcpy(&x, a, sizeof x);
    std::memcpy(&y, b, sizeof y);
    if (x != y) return false;
    a += sizeof x;
    b += sizeof y;
  }
  for (std::size_t i = 0; i < bytes; ++i) {
    if (a[i] != b[i]) return false;
  }
  return true;
}

}  // namespace

std::size_t Nodes::size() const {
  std::size_t sum = 0;
  for (const Shard& s : shards_) sum += s.keys.size();
  return sum;
}

std::size_t Nodes::end_id() const {
  std::size_t largest = 0;
  for (const Shard& s : shards_) largest = std::max(largest, s.keys.size());
  return largest * kShards;
}

std::size_t Nodes::memory() const {
  std::size_t sum = 0;
  for (const Shard& s : shards_) {
    sum +=
        s.slots.capacity() * sizeof(Slot) + s.keys.capacity() * sizeof(Key) + s.records.capacity();
  }
  return sum;
}

// Room for so many nodes with at most two slots in three taken.
void Nodes::grow(Shard& shard, std::size_t nodes) {
  if (3 * nodes <= 2 * shard.slots.size()) return;
  Shard larger;
  larger.slots.resize(std::bit_ceil(std::max<std::size_t>(3 * nodes / 2 + 1, 64)));
  const std::size_t mask = larger.slots.size() - 1;
  for (std::uint32_t i = 0; i < shard.keys.size(); ++i) {
    const std::uint64_t hash = hash_of(shard.keys[i]);
    std::size_t slot = first_slot(hash, larger);
    while (larger.slots[slot].node != 0) slot = (slot + 1) & mask;
    larger.slots[slot] = {tag_of(hash), i + 1};
  }
  shard.slots = std::move(larger.slots);
}

std::size_t Nodes::find_slot(const Shard& shard, std::uint64_t hash,
                             const std::byte* record) const {
  const std::size_t mask = shard.slots.size() - 1;
  for (std::size_t slot = first_slot(hash, shard);; slot = (slot + 1) & mask) {
    const Slot& s = shard.slots[slot];
    if (s.node == 0) return slot;
    if (s.tag != tag_of(hash)) continue;
    // The same record is the same position, and so has the same key.
    const std::byte* const other = shard.records.data() + (s.node - 1) * record_bytes_;
    if (are_same(other, record, record_bytes_)) return slot;
  }
}

NodeId Nodes::find(Key key, const std::byte* record) const {
  const std::uint32_t number = shard_of_key(key);
  const Shard& shard = shards_[number];
  if (shard.slots.empty()) return kNoNode;
  const std::uint32_t node = shard.slots[find_slot(shard, hash_of(key), record)].node;
  return node == 0 ? kNoNode : node_at(number, node - 1);
}

// Of a large graph every look-up waits for memory: for a slot and for the record that it names. So both
// are asked for while the positions before are looked up.
void Nodes::intern(std::uint32_t number, const game::Identities& positions,
                   std::span<const std::uint32_t> numbers, std::span<NodeId> ids) {
  constexpr std::size_t kSlotsAhead = 24;
  constexpr std::size_t kRecordsAhead = 12;
  Shard& shard = shards_[number];
  grow(shard, shard.keys.size() + numbers.size());
  const auto slot_ahead = [&](std::size_t i) {
    return &shard.slots[first_slot(hash_of(positions.keys[numbers[i]]), shard)];
  };
  for (std::size_t i = 0; i < std::min(kSlotsAhead, numbers.size()); ++i) {
    __builtin_prefetch(slot_ahead(i));
  }
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i + kSlotsAhead < numbers.size()) __builtin_prefetch(slot_ahead(i + kSlotsAhead));
    if (i + kRecordsAhead < numbers.size()) {
      const std::uint32_t node = slot_ahead(i + kRecordsAhead)->node;
      if (node != 0) __builtin_prefetch(shard.records.data() + (node - 1) * record_bytes_);
    }
    const Key key = positions.keys[numbers[i]];
    const std::byte* const record = positions.records.data() + numbers[i] * record_bytes_;
    Slot& slot = shard.slots[find_slot(shard, hash_of(key), record)];
    if (slot.node == 0) {
      // The slot last: whatever throws before it leaves the shard as it was.
      shard.records.resize(shard.keys.size() * record_bytes_);
      shard.records.insert(shard.records.end(), record, record + record_bytes_);
      shard.keys.push_back(key);
      slot = {tag_of(hash_of(key)), static_cast<std::uint32_t>(shard.keys.size())};
    }
    ids[numbers[i]] = node_at(number, slot.node - 1);
  }
}

std::vector<std::uint32_t> Nodes::sorted(std::uint32_t number) const {
  const Shard& shard = shards_[number];
  std::vector<std::uint32_t> order(shard.keys.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (shard.keys[a] != shard.keys[b]) return shard.keys[a] < shard.keys[b];
    return std::memcmp(shard.records.data() + a * record_bytes_,
                       shard.records.data() + b * record_bytes_, record_bytes_) < 0;
  });
  return order;
}

}  // namespace intarsia::graph
