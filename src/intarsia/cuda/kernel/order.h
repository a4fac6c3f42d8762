// The orders of data/sampling.h for code that also runs on a GPU: which record is at a place.
//
// What data::Order computes place by place is computed here by one thread for each; order_test.cc
// compares them.

#pragma once

#include "intarsia/layout/device.h"

namespace intarsia::cuda::kernel {

using namespace intarsia::device;

INTARSIA_DEVICE u64 mix(u64 z) {
  z += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

// data/permutation.h: a Feistel network, walked until it falls inside.
struct Permutation {
  static constexpr int kRounds = 6;
  static constexpr int kRoundsOfMany = 4;
  static constexpr u32 kManyBits = 16;

  u64 size;
  u32 low_bits, high_bits;
  int rounds;
  u64 keys[kRounds];

  INTARSIA_DEVICE static Permutation make(u64 size, u64 key) {
    Permutation p;
    u32 bits = 2;
    for (u64 most = size > 2 ? size - 1 : 2; most >> bits != 0;) ++bits;
    p.size = size;
    p.low_bits = bits / 2;
    p.high_bits = bits - p.low_bits;
    p.rounds = bits >= kManyBits ? kRoundsOfMany : kRounds;
    for (int i = 0; i < kRounds; ++i) p.keys[i] = key = mix(key);
    return p;
  }

  INTARSIA_DEVICE static u64 scrambled(u64 x, u32 bits) {
    x *= 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93;
    return x >> (64 - bits);
  }
  INTARSIA_DEVICE u64 at(u64 i) const {
    do {
      u64 low = i & ((1ULL << low_bits) - 1);
      u64 high = i >> low_bits;
      for (int round = 0; round < kRounds; round += 2) {
        if (round >= rounds) break;
        high ^= scrambled(low ^ keys[round], high_bits);
        low ^= scrambled(high ^ keys[round + 1], low_bits);
      }
      i = high << low_bits | low;
    } while (i >= size);
    return i;
  }
};

// An epoch's order: what data::Order holds.
struct Order {
  enum Shuffle { kNone, kGlobal, kBlocks, kLanes };  // data::Shuffle

  u32 shuffle;
  u64 size;
  u64 key;
  u64 run, runs, pool_runs;  // of blocks
  u64 missing, short_slot;
  Permutation global;     // of all records
  Permutation run_order;  // of runs, or of shards
  const u64* firsts;      // of lanes: the shards, and where their slots begin
  const u64* begins;
  u64 slots;
  u64 lanes;

  INTARSIA_DEVICE u64 at(u64 place) const {
    if (shuffle == kGlobal) return global.at(place);
    if (shuffle == kBlocks) return in_blocks(place);
    if (shuffle == kLanes) return in_lanes(place);
    return place;
  }

 private:
  INTARSIA_DEVICE u64 pool_capacity(u64 pool) const {
    const u64 left = runs - pool * pool_runs;
    return (left < pool_runs ? left : pool_runs) * run;
  }

  INTARSIA_DEVICE u64 in_blocks(u64 place) const {
    const u64 whole = pool_runs * run;
    const u64 short_pool = short_slot / pool_runs;
    if (place >= short_pool * whole + pool_capacity(short_pool) - missing) place += missing;
    const u64 pool = place / whole;
    const u64 of_pool = pool_capacity(pool) - (pool == short_pool ? missing : 0);
    u64 inside = Permutation::make(of_pool, mix_key(pool)).at(place - pool * whole);
    const u64 short_end = (short_slot % pool_runs + 1) * run - missing;
    if (pool == short_pool && inside >= short_end) inside += missing;
    return run_order.at(pool * pool_runs + inside / run) * run + inside % run;
  }

  INTARSIA_DEVICE u64 in_lanes(u64 place) const {
    const u64 lane = place % lanes;
    const u64 rest = size % lanes;
    const u64 row = lane * (size / lanes) + (lane < rest ? lane : rest) + place / lanes;
    u64 slot = 0;  // the last one that begins there or before
    for (u64 left = slots; left > 1;) {
      const u64 half = left / 2;
      slot += begins[slot + half] <= row ? half : 0;
      left -= half;
    }
    const u64 shard = run_order.at(slot);
    const u64 count = begins[slot + 1] - begins[slot];
    return firsts[shard] + Permutation::make(count, mix_key(shard)).at(row - begins[slot]);
  }

  INTARSIA_DEVICE u64 mix_key(u64 part) const { return mix(key ^ mix(part)); }
};

// games/set_encode.h: in which of `count` symmetries a record is shown.
INTARSIA_DEVICE int symmetry_for(u64 key, u64 number, u32 count) {
  const u64 random = mix(key ^ number * 0x9e3779b97f4a7c15);
  return static_cast<int>((random >> 32) * count >> 32);
}

}  // namespace intarsia::cuda::kernel
