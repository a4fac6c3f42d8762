// Records to planes and targets, a block of positions at a time.
//
//   gather     a thread for each position and age turns a record into layers: masks and elements
//   transpose  of cell-first tensors the masks become one row of bits, in the order of the elements
//   expand     each thread owns fixed slots of the tensor, so which plane and cells a slot shows is
//              found once, and serves all positions of its block
//
// Game is chess::device::Game<8>, … . Plan says what a layout::Plan wants (cuda/program.h);
// on a GPU all of it is known to the compiler. Nothing here knows how threads are started: entry.h does.

#pragma once

#include "intarsia/cuda/kernel/args.h"

namespace intarsia::cuda::kernel {

// The layers of a block's positions: masks of all; then elements of all, or (bits) the bits of all
// elements of a tensor and the elements of a cell's planes, over and over, so that any slot finds its
// own side by side.
template <class Game, class Plan>
struct Rows {
  u64* masks;
  u32* elements;
  u32* bits;
  u8* row;

  INTARSIA_DEVICE static Rows at(const Plan& p, u32 positions, u8* memory) {
    Rows rows;
    rows.masks = reinterpret_cast<u64*>(memory);
    rows.elements = reinterpret_cast<u32*>(rows.masks + positions * p.layers * Game::kWords);
    rows.bits = rows.elements;
    rows.row = reinterpret_cast<u8*>(rows.bits + positions * p.bit_words);
    return rows;
  }
  INTARSIA_DEVICE u64* mask(const Plan& p, u32 position, u32 layer) const {
    return masks + (position * p.layers + layer) * Game::kWords;
  }
  INTARSIA_DEVICE u32* element(const Plan& p, u32 position, u32 layer) const {
    return elements + position * p.layers + layer;
  }
  INTARSIA_DEVICE void put_element(const Plan& p, u32 position, u32 layer, u32 element) const {
    if (!p.has_bits) {
      elements[position * p.layers + layer] = element;
      return;
    }
    u8* const own = row + position * p.row_of_cell;
    for (u32 at = layer * p.element_bytes; at + p.element_bytes <= p.row_of_cell;
         at += p.layers * p.element_bytes) {
      if (p.element_bytes == 4) *reinterpret_cast<u32*>(own + at) = element;
      if (p.element_bytes == 2) *reinterpret_cast<u16*>(own + at) = static_cast<u16>(element);
      if (p.element_bytes == 1) own[at] = static_cast<u8>(element);
    }
  }
};

// Where the plan's lists of layers put what they find: one position at one age.
template <class Game, class Plan>
struct Sink {
  const Plan& plan;
  const Rows<Game, Plan>& rows;
  const typename Game::State& state;
  const u32* table;  // of elements
  u32 position;
  u32 first_layer;
  bool is_known;

  template <int kFact>
  INTARSIA_DEVICE void cells(u32 layer, u32 element) const {
    u64* const mask = rows.mask(plan, position, first_layer + layer);
    u64 found[Game::kWords];
    Game::template cells<kFact>(state, found);
    for (int w = 0; w < Game::kWords; ++w) mask[w] = is_known ? found[w] : 0;
    rows.put_element(plan, position, first_layer + layer, element);
  }
  // A number from `lo` on, of which number 0 has its element at `zero`; records that nobody checked may
  // say others.
  template <int kFact>
  INTARSIA_DEVICE void value(u32 layer, u32 zero, i32 lo, i32 hi) const {
    u64* const mask = rows.mask(plan, position, first_layer + layer);
    for (int w = 0; w < Game::kWords; ++w) mask[w] = is_known ? ~0ULL : 0;
    i32 number = Game::template value<kFact>(state);
    number = number < lo ? lo : number > hi ? hi : number;
    rows.put_element(plan, position, first_layer + layer, table[static_cast<i32>(zero) + number]);
  }
};

template <class Game>
INTARSIA_DEVICE const u8* record_of(const EncodeArgs& a, u64 index) {
  const u64 row = a.rows != nullptr ? a.rows[index] : index;
  if ((row & EncodeArgs::kStaged) != 0) {
    return a.staged + (row & ~EncodeArgs::kStaged) * Game::kRecordBytes;
  }
  return a.records + row * Game::kRecordBytes;
}

// Whether a record has `ago` earlier ones of its game.
template <class Game>
INTARSIA_DEVICE bool reaches(const EncodeArgs& a, const u8* record, u32 ago) {
  if (a.has_history == 0) return ago == 0;
  for (; ago > 0; --ago, record -= Game::kRecordBytes) {
    if (Game::is_first(record)) return false;
  }
  return true;
}

template <class Game, class Plan>
INTARSIA_DEVICE void gather_targets(const EncodeArgs& a, u64 index, const u8* record,
                                    int symmetry) {
  if (a.policy != nullptr) {
    const i32 move = Game::policy(record, a.target_frame, symmetry, a.code);
    if (a.is_policy_wide != 0) {
      static_cast<i64*>(a.policy)[index] = move;
    } else {
      static_cast<i32*>(a.policy)[index] = move;
    }
  }
  if (a.value == nullptr) return;
  const Worth w = Game::worth(record, symmetry);
  const bool is_turned = a.target_frame == 1 && w.is_second_to_move;
  const u32 eval = a.has_evals != 0 ? static_cast<u16>(w.eval) : 0;
  const float* const from = a.worth + ((eval * 4 + w.outcome) * 2 + is_turned) * a.value_width;
  for (u32 i = 0; i < a.value_width; ++i) a.value[index * a.value_width + i] = from[i];
}

// What thread `thread` of `threads` does for block number `block`.
template <class Game, class Plan>
INTARSIA_DEVICE void gather(const Plan& p, const EncodeArgs& a, u64 block, u32 thread, u32 threads,
                            u8* memory) {
  const auto rows = Rows<Game, Plan>::at(p, a.positions, memory);
  for (u32 i = thread; i < a.positions * p.bit_words; i += threads) rows.bits[i] = 0;
  for (u32 job = thread; job < a.positions * p.ages; job += threads) {
    const u32 position = job % a.positions;
    const u32 age = job / a.positions;
    const u64 index = block * a.positions + position;
    if (index >= a.count) continue;
    const int symmetry = a.symmetries != nullptr ? a.symmetries[index] : 0;
    const u8* const now = record_of<Game>(a, index);
    if (age == 0) gather_targets<Game, Plan>(a, index, now, symmetry);
    const u32 ago = p.ago(age);
    const bool is_known = reaches<Game>(a, now, ago);
    const u8* const then = is_known ? now - static_cast<u64>(ago) * Game::kRecordBytes : now;
    const bool has_before = a.has_history != 0 && !Game::is_first(then);
    const auto state =
        Game::read(now, then, has_before ? then - Game::kRecordBytes : nullptr, p.frame, symmetry);
    const Sink<Game, Plan> sink{p, rows, state, a.elements, position, p.first_layer(age), is_known};
    p.gather(age, sink);
  }
}

// Several threads put bits into a word.
INTARSIA_DEVICE void put_bits(u32* word, u32 bits) {
#ifdef __CUDA_ARCH__
  if (bits != 0) atomicOr(word, bits);
#else
  *word |= bits;
#endif
}

// Each thread brings the planes of a cell together, 32 at a time.
template <class Game, class Plan>
INTARSIA_DEVICE void transpose(const Plan& p, const EncodeArgs& a, u64 block, u32 thread,
                               u32 threads, u8* memory) {
  if (!p.has_bits) return;
  const auto rows = Rows<Game, Plan>::at(p, a.positions, memory);
  const u64 left = a.count - block * a.positions;
  const u32 count = left < a.positions ? static_cast<u32>(left) : a.positions;
  for (u32 job = thread; job < count * p.cells; job += threads) {
    const u32 position = job / p.cells;
    const u32 cell = job % p.cells;
    const auto* const masks = reinterpret_cast<const u32*>(rows.mask(p, position, 0)) + cell / 32;
    u32* const bits = rows.bits + position * p.bit_words;
    for (u32 first = 0; first < p.layers; first += 32) {
      const u32 here = p.layers - first < 32 ? p.layers - first : 32;
      u32 row = 0;
#ifdef __CUDACC__
#pragma unroll 8
#endif
      for (u32 i = 0; i < here; ++i) {
        row |= (masks[(first + i) * 2 * Game::kWords] >> cell % 32 & 1) << i;
      }
      const u32 at = cell * p.layers + first;
      put_bits(bits + at / 32, row << at % 32);
      if (at % 32 + here > 32) put_bits(bits + at / 32 + 1, row >> (32 - at % 32));
    }
  }
}

// The element of a cell: layers of a plane have no cell in common.
template <class Game, class Plan>
INTARSIA_DEVICE u32 element_at(const Plan& p, const Rows<Game, Plan>& rows, u32 position,
                               u32 first_layer, u32 layers, u32 cell) {
  const u64* const masks = rows.mask(p, position, first_layer);
  const u32* const elements = rows.element(p, position, first_layer);
  u32 found = 0;
  if (p.is_single) layers = 1;
  for (u32 l = 0; l < layers; ++l) {
    const u32 half = static_cast<u32>(masks[l * Game::kWords + cell / 64] >> (cell & 32));
    found |= (half >> (cell & 31) & 1) != 0 ? elements[l] : 0;
  }
  return found;
}

// Memory of one slot, stored past the caches.
template <u32 kBytes>
struct Slot {
  u32 words[(kBytes + 3) / 4];

  INTARSIA_DEVICE void store(u8* to) const {
#ifdef __CUDA_ARCH__
    if constexpr (kBytes == 16) {
      __stcs(reinterpret_cast<uint4*>(to), make_uint4(words[0], words[1], words[2], words[3]));
    } else if constexpr (kBytes == 8) {
      __stcs(reinterpret_cast<uint2*>(to), make_uint2(words[0], words[1]));
    } else if constexpr (kBytes == 4) {
      __stcs(reinterpret_cast<u32*>(to), words[0]);
    } else if constexpr (kBytes == 2) {
      *reinterpret_cast<u16*>(to) = static_cast<u16>(words[0]);
    } else {
      *to = static_cast<u8>(words[0]);
    }
#else
    for (u32 i = 0; i < kBytes; ++i) to[i] = static_cast<u8>(words[i / 4] >> (8 * (i % 4)));
#endif
  }
};

// A slot within one plane: its cells are neighbours in one half of a mask's word.
template <class Game, class Plan>
INTARSIA_DEVICE void expand_in_planes(const Plan& p, const Rows<Game, Plan>& rows, u32 slot,
                                      u32 first, u32 step, u32 count, u8* out) {
  constexpr u32 kEach = Plan::slot_bytes / Plan::element_bytes;
  constexpr u32 kInWord = 4 / Plan::element_bytes;
  const u32 element = slot * kEach;
  const u32 plane = p.plane_of(element);
  const u32 cell = element - p.plane_begin(plane);
  const u32 first_layer = p.plane_layer(plane);
  const u32 layers = p.is_single ? 1 : p.plane_layers(plane);
  const u32 word = cell / 32;
  for (u32 position = first; position < count; position += step) {
    const auto* const masks = reinterpret_cast<const u32*>(rows.mask(p, position, first_layer));
    const u32* const elements = rows.element(p, position, first_layer);
    Slot<Plan::slot_bytes> found = {};
    for (u32 l = 0; l < layers; ++l) {
      const u32 bits = masks[l * 2 * Game::kWords + word] >> cell % 32;
      const u32 value = elements[l];
#ifdef __CUDACC__
#pragma unroll
#endif
      for (u32 i = 0; i < kEach; ++i) {
        const u32 here = (bits >> i & 1) != 0 ? value : 0;
        found.words[i / kInWord] |= here << (i % kInWord * 8 * Plan::element_bytes % 32);
      }
    }
    found.store(out + static_cast<u64>(position) * p.tensor_bytes + slot * Plan::slot_bytes);
  }
}

// A word of elements, each of them all ones or zeros by the lowest bits.
template <u32 kElementBytes>
INTARSIA_DEVICE u32 spread(u32 bits) {
  if (kElementBytes == 4) return 0 - (bits & 1);
  if (kElementBytes == 2) return ((bits & 1) | (bits & 2) << 15) * 0xFFFFU;
  return ((bits & 15) * 0x00204081U & 0x01010101U) * 0xFFU;
}

// A slot of a cell-first tensor: its bits lie side by side, and so do its elements, as if all were
// there.
template <class Game, class Plan>
INTARSIA_DEVICE void expand_in_cells(const Plan& p, const Rows<Game, Plan>& rows, u32 slot,
                                     u32 first, u32 step, u32 count, u8* out) {
  constexpr u32 kEach = Plan::slot_bytes / Plan::element_bytes;
  constexpr u32 kInWord = 4 / Plan::element_bytes;
  constexpr u32 kWordsEach = (Plan::slot_bytes + 3) / 4;
  const u32 element = slot * kEach;
  const u32 at = element % p.layers * Plan::element_bytes;  // in the row of elements
  for (u32 position = first; position < count; position += step) {
    const u32 bits = rows.bits[position * p.bit_words + element / 32] >> element % 32;
    const auto* const row =
        reinterpret_cast<const u32*>(rows.row + position * p.row_of_cell) + at / 4;
    Slot<Plan::slot_bytes> found;
    u32 word = row[0];
#ifdef __CUDACC__
#pragma unroll
#endif
    for (u32 i = 0; i < kWordsEach; ++i) {
      u32 value = word;
      if constexpr (Plan::element_bytes < 4) {
        const u32 next = row[i + 1];
        value = static_cast<u32>((static_cast<u64>(next) << 32 | word) >> (at % 4 * 8));
        word = next;
      } else if (i + 1 < kWordsEach) {
        word = row[i + 1];
      }
      found.words[i] = value & spread<Plan::element_bytes>(bits >> (i * kInWord % 32));
    }
    found.store(out + static_cast<u64>(position) * p.tensor_bytes + slot * Plan::slot_bytes);
  }
}

// Any slot: each of its elements has a plane and a cell of its own.
template <class Game, class Plan>
INTARSIA_DEVICE void expand_anyhow(const Plan& p, const Rows<Game, Plan>& rows, u32 slot, u32 first,
                                   u32 step, u32 count, u8* out) {
  constexpr u32 kEach = Plan::slot_bytes / Plan::element_bytes;
  constexpr u32 kInWord = 4 / Plan::element_bytes;
  // A word for each element, so that they stay in registers: first layer, cell, number of layers.
  u32 places[kEach];
#ifdef __CUDACC__
#pragma unroll
#endif
  for (u32 i = 0; i < kEach; ++i) {
    const u32 element = slot * kEach + i;
    const u32 plane = p.is_plane_first ? p.plane_of(element) : element % p.planes;
    const u32 cell = p.is_plane_first ? element - p.plane_begin(plane) : element / p.planes;
    places[i] = p.plane_layer(plane) << 14 | cell << 4 | p.plane_layers(plane);
  }
  for (u32 position = first; position < count; position += step) {
    Slot<Plan::slot_bytes> found = {};
#ifdef __CUDACC__
#pragma unroll
#endif
    for (u32 i = 0; i < kEach; ++i) {
      const u32 here =
          element_at(p, rows, position, places[i] >> 14, places[i] & 15, places[i] >> 4 & 1023);
      found.words[i / kInWord] |= here << (i % kInWord * 8 * Plan::element_bytes % 32);
    }
    found.store(out + static_cast<u64>(position) * p.tensor_bytes + slot * Plan::slot_bytes);
  }
}

template <class Game, class Plan>
INTARSIA_DEVICE void expand(const Plan& p, const EncodeArgs& a, u64 block, u32 thread, u32 threads,
                            u8* memory) {
  if (a.planes == nullptr) return;
  const auto rows = Rows<Game, Plan>::at(p, a.positions, memory);
  const u64 begin = block * a.positions;
  const u32 count = a.count - begin < a.positions ? static_cast<u32>(a.count - begin) : a.positions;
  u8* const out = a.planes + begin * p.tensor_bytes;
  const u32 slots = p.tensor_bytes / Plan::slot_bytes;
  // Threads beyond the slots of one tensor take those of the next positions.
  const u32 groups = threads > slots ? threads / slots : 1;
  if (thread >= groups * slots && groups > 1) return;
  const u32 group = groups > 1 ? thread / slots : 0;
  for (u32 slot = groups > 1 ? thread % slots : thread; slot < slots; slot += threads) {
    if constexpr (Plan::has_bits) {
      expand_in_cells<Game, Plan>(p, rows, slot, group, groups, count, out);
    } else if constexpr (Plan::has_slots_in_planes) {
      expand_in_planes<Game, Plan>(p, rows, slot, group, groups, count, out);
    } else {
      expand_anyhow<Game, Plan>(p, rows, slot, group, groups, count, out);
    }
  }
}

template <class Game>
INTARSIA_DEVICE bool is_bad_move(const CheckArgs& a, u64 index) {
  const u8* const record = a.records + index * Game::kRecordBytes;
  return Game::has_move(record) && Game::policy(record, a.target_frame, 0, a.code) < 0;
}

// Row `index` of those in the arguments' stretches.
INTARSIA_DEVICE void write_row(const RowsArgs& a, u64 row) {
  u32 s = a.stretch_count - 1;
  while (s > 0 && a.stretches[s].row > row) --s;
  u64 number = a.order.at(a.stretches[s].first + (row - a.stretches[s].row) * a.step);
  if (a.choice != nullptr) number = a.choice[number];
  if (a.symmetries != nullptr) {
    a.symmetries[row] = static_cast<u8>(symmetry_for(a.symmetry_key, number, a.symmetry_count));
  }
  u64 place = a.places != nullptr ? a.places[number] : number;
  if (a.part_bases != nullptr) {
    u32 part = 0;
    for (u32 left = a.part_count; left > 1;) {
      const u32 half = left / 2;
      part += a.part_firsts[part + half] <= place ? half : 0;
      left -= half;
    }
    place = a.part_bases[part] + place - a.part_firsts[part];
  }
  a.rows[row] = place;
}

INTARSIA_DEVICE void write_base(const MovedArgs& a, u32 i) {
  a.bases[a.moved[i].part] = a.moved[i].base;
}

}  // namespace intarsia::cuda::kernel
