// What the kernels are called with: the same bytes on both sides.

#pragma once

#include "intarsia/cuda/kernel/order.h"

namespace intarsia::cuda::kernel {

// Rows of a batch that are of one epoch and one lane (data::BatchRows): every `step`-th place.
struct Stretch {
  u64 first;  // place
  u64 row;    // of the batch
};

// Which records come into a batch.
struct RowsArgs {
  static constexpr u32 kMostStretches = 64;

  Order order;
  u64 step;
  u32 stretch_count;
  Stretch stretches[kMostStretches];
  u64 end;  // behind the last row of these stretches

  // Records that were chosen, by their numbers in the set; where records of the set lie. Null: all of
  // them, in order.
  const u64* choice;
  const u32* places;
  // Of a set that is streamed: where the places of each shard begin, and where that one is now: rows
  // are relative to it. Null: rows are places.
  const u64* part_firsts;
  const u64* part_bases;
  u32 part_count;

  // Out: for each row of the batch where its record lies, and the symmetry in which it is shown.
  u64* rows;
  u8* symmetries;  // null: as they are
  u64 symmetry_key;
  u32 symmetry_count;
};

// What a table of shards is told: which of them has come to which row.
struct MovedArgs {
  static constexpr u32 kMost = 128;
  struct Moved {
    u64 part, base;
  };

  u64* bases;  // RowsArgs::part_bases
  u32 count;
  Moved moved[kMost];
};

// The records of a batch as planes and targets. What is null is not wanted.
struct EncodeArgs {
  static constexpr u64 kStaged = 1ULL << 63;

  const u8* records;
  const u8* staged;  // more of them: those of rows with the bit kStaged
  const u64* rows;   // null: the records as they lie
  const u8* symmetries;
  u64 count;
  u32 positions;  // of a block
  u8* planes;
  const u32* elements;  // Plan::element_table
  u8* scratch;          // layers of positions that shared memory cannot hold
  void* policy;         // i32, or i64
  const i32* code;      // what Game::policy reads
  float* value;
  const float* worth;  // by evaluation (if it counts), outcome and view
  u32 value_width;
  u32 has_evals;
  u32 is_policy_wide;
  i32 target_frame;
  u32 has_history;  // whether the records before one in memory are those before it in its game
};

// Which records have a move without a number: the least of them, else `count`.
struct CheckArgs {
  const u8* records;
  u64 count;
  const i32* code;
  i32 target_frame;
  u64* found;
};

}  // namespace intarsia::cuda::kernel
