// Positions by identity: each once, with a number.
//
// A position is its key and its identity record (game/rules.h); two may have the same key, and the
// records tell them apart. The nodes lie in shards by the first bits of their keys, so that threads
// which add many at once meet nowhere, and so that the shards one after the other are in order.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "intarsia/base/keys.h"
#include "intarsia/game/rules.h"

namespace intarsia::graph {

// Of one graph in memory; another graph of the same positions has other numbers.
using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = ~NodeId{0};

inline constexpr unsigned kShardBits = 6;
inline constexpr std::uint32_t kShards = 1U << kShardBits;
constexpr std::uint32_t shard_of_key(Key key) {
  return static_cast<std::uint32_t>(key >> (64 - kShardBits));
}

// The low bits of a node's number are its shard, the others its index there.
constexpr std::uint32_t shard_of(NodeId id) { return id % kShards; }
constexpr std::uint32_t index_of(NodeId id) { return id / kShards; }
constexpr NodeId node_at(std::uint32_t shard, std::uint32_t index) {
  return index * kShards + shard;
}
inline constexpr std::uint32_t kMaxIndex = index_of(kNoNode) - 1;

class Nodes {
 public:
  // Keys are those of identities, already masked.
  explicit Nodes(std::size_t record_bytes) : record_bytes_(record_bytes) {}

  std::size_t record_bytes() const { return record_bytes_; }
  std::size_t size() const;
  std::uint32_t size(std::uint32_t shard) const {
    return static_cast<std::uint32_t>(shards_[shard].keys.size());
  }
  // All numbers of nodes are below this one.
  std::size_t end_id() const;
  std::size_t memory() const;  // bytes that it holds

  const Key& key(NodeId id) const { return shards_[shard_of(id)].keys[index_of(id)]; }
  std::span<const std::byte> record(NodeId id) const {
    return {shards_[shard_of(id)].records.data() + index_of(id) * record_bytes_, record_bytes_};
  }

  // kNoNode if it is not there.
  NodeId find(Key key, const std::byte* record) const;

  // Finds or adds those of `numbers` among the positions, whose shard this must be: ids[i] becomes the
  // node of position i. Different shards may be filled by different threads.
  void intern(std::uint32_t shard, const game::Identities& positions,
              std::span<const std::uint32_t> numbers, std::span<NodeId> ids);

  // The indices of a shard's nodes, by key and then by record.
  std::vector<std::uint32_t> sorted(std::uint32_t shard) const;

 private:
  // An open-addressing table: the index of a node + 1, or 0; and bits of its hash, so that most others
  // are passed over without looking at them.
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t node = 0;
  };
  struct Shard {
    std::vector<Slot> slots;  // a power of two, or none
    std::vector<Key> keys;
    std::vector<std::byte> records;
  };

  static std::uint64_t hash_of(Key key) { return (key ^ key >> 32) * 0x9e3779b97f4a7c15; }
  static std::size_t first_slot(std::uint64_t hash, const Shard& shard) {
    return static_cast<std::size_t>(hash >> 32) & (shard.slots.size() - 1);
  }
  static std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 8); }
  static void grow(Shard& shard, std::size_t nodes);
  // The slot of a position, or the empty one in which it belongs.
  std::size_t find_slot(const Shard& shard, std::uint64_t hash, const std::byte* record) const;

  std::size_t record_bytes_;
  std::array<Shard, kShards> shards_;
};

}  // namespace intarsia::graph
