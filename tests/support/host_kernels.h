// The kernels of cuda/kernel on this machine: a loop over threads instead of a GPU.
//
//   HostKernel kernel(plan);
//   kernel.encode(args);               // as intarsia_encode would
//
// What a program says as constants is read from its Program here, so that any plan can be run without
// compiling its text.

#pragma once

#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>

#include "intarsia/chess/tensor/device.h"
#include "intarsia/connect4/tensor/device.h"
#include "intarsia/cuda/kernel/encode.h"
#include "intarsia/cuda/program.h"
#include "intarsia/hex/tensor/device.h"

namespace intarsia::test {

namespace host {

using cuda::LayerStep;
using cuda::Program;
using cuda::kernel::EncodeArgs;
using device::u32;
using device::u8;

// A plan as the kernels ask for it.
struct AnyPlan {
  const Program& program;
  u32 layers = program.layers;
  u32 ages = static_cast<u32>(program.ages.size());
  u32 planes = static_cast<u32>(program.planes());
  u32 tensor_bytes = program.tensor_bytes;
  int frame = static_cast<int>(program.frame);
  bool is_single = program.is_single;
  bool is_plane_first = program.is_plane_first;
  u32 cells = program.cells;
  u32 bit_words = program.bit_words;
  u32 row_of_cell = program.row_of_cell;

  u32 ago(u32 age) const { return program.ages[age]; }
  u32 first_layer(u32 age) const { return program.first_layer[age]; }
  u32 plane_of(u32 element) const {
    return device::last_before(program.plane_begin.data(), planes, element);
  }
  u32 plane_begin(u32 plane) const { return program.plane_begin[plane]; }
  u32 plane_layer(u32 plane) const { return program.plane_layer[plane]; }
  u32 plane_layers(u32 plane) const { return program.plane_layers[plane]; }
};

template <class Game>
struct GatherPlan : AnyPlan {
  bool has_bits = program.has_bits;
  u32 element_bytes = program.element_bytes;

  template <class Sink>
  void gather(u32 age, const Sink& sink) const {
    for (const LayerStep& s : program.steps[program.steps_of[age]]) {
      put(s, sink, std::make_integer_sequence<int, Game::kFacts>());
    }
  }
  template <class Sink, int... kFact>
  static void put(const LayerStep& s, const Sink& sink,
                  std::integer_sequence<int, kFact...> /*all*/) {
    using Put = void (*)(const LayerStep&, const Sink&);
    static constexpr Put kPuts[] = {put_one<kFact, Sink>...};
    kPuts[s.fact](s, sink);
  }
  template <int kFact, class Sink>
  static void put_one(const LayerStep& s, const Sink& sink) {
    if (s.is_value) {
      sink.template value<kFact>(s.layer, s.element, s.lo, s.hi);
    } else {
      sink.template cells<kFact>(s.layer, s.element);
    }
  }
};

// How slots are filled.
enum class Way { kAnyhow, kInPlanes, kInCells };

template <u32 kElementBytes, u32 kSlotBytes, Way kWay>
struct ExpandPlan : AnyPlan {
  static constexpr u32 element_bytes = kElementBytes;
  static constexpr u32 slot_bytes = kSlotBytes;
  static constexpr bool has_slots_in_planes = kWay == Way::kInPlanes;
  static constexpr bool has_bits = kWay == Way::kInCells;
};

template <int kWordsEach>
struct Words {
  static constexpr int kWords = kWordsEach;
};

using Expand = void (*)(const Program&, const EncodeArgs&, u8* memory, device::u64 block);

template <class Game, u32 kElementBytes, u32 kSlotBytes, Way kWay>
void expand_as(const Program& p, const EncodeArgs& a, u8* memory, device::u64 block) {
  using Plan = ExpandPlan<kElementBytes, kSlotBytes, kWay>;
  const Plan plan{{p}};
  for (u32 t = 0; t < p.threads; ++t) {
    cuda::kernel::expand<Game, Plan>(plan, a, block, t, p.threads, memory);
  }
}

template <class Game, u32 kElementBytes, u32 kSlotBytes = 16>
Expand expand_for(const Program& p) {
  if (p.slot_bytes == kSlotBytes) {
    if (p.has_bits) return &expand_as<Game, kElementBytes, kSlotBytes, Way::kInCells>;
    return p.has_slots_in_planes ? &expand_as<Game, kElementBytes, kSlotBytes, Way::kInPlanes>
                                 : &expand_as<Game, kElementBytes, kSlotBytes, Way::kAnyhow>;
  }
  if constexpr (kSlotBytes > kElementBytes) {
    return expand_for<Game, kElementBytes, kSlotBytes / 2>(p);
  }
  throw std::runtime_error("no such slots");
}

template <class Game>
void encode(const Program& p, const EncodeArgs& a) {
  using Plan = GatherPlan<Game>;
  using Expanded = Words<Game::kWords>;
  const Plan plan{{p}};
  const Expand expand = p.element_bytes == 4   ? expand_for<Expanded, 4>(p)
                        : p.element_bytes == 2 ? expand_for<Expanded, 2>(p)
                                               : expand_for<Expanded, 1>(p);
  std::vector<std::uint64_t> shared((std::size_t{a.positions} * p.row_bytes + 7) / 8);
  auto* const memory = reinterpret_cast<u8*>(shared.data());
  for (device::u64 block = 0; block * a.positions < a.count; ++block) {
    std::fill(shared.begin(), shared.end(), ~std::uint64_t{0});
    for (u32 t = 0; t < p.threads; ++t) {
      cuda::kernel::gather<Game, Plan>(plan, a, block, t, p.threads, memory);
    }
    for (u32 t = 0; t < p.threads; ++t) {
      cuda::kernel::transpose<Game, Plan>(plan, a, block, t, p.threads, memory);
    }
    expand(p, a, memory, block);
  }
}

using Encode = void (*)(const Program&, const EncodeArgs&);

struct Row {
  std::string_view game;
  int size;
  Encode encode;
};
inline constexpr Row kRows[] = {
    {"chess", 8, encode<chess::device::Game<8>>},
    {"hex", 1, encode<hex::device::Game<1>>},
    {"hex", 2, encode<hex::device::Game<2>>},
    {"hex", 3, encode<hex::device::Game<3>>},
    {"hex", 7, encode<hex::device::Game<7>>},
    {"hex", 8, encode<hex::device::Game<8>>},
    {"hex", 11, encode<hex::device::Game<11>>},
    {"hex", 13, encode<hex::device::Game<13>>},
    {"hex", 26, encode<hex::device::Game<26>>},
    {"connect4", 11, encode<connect4::device::Game<11>>},
    {"connect4", 12, encode<connect4::device::Game<12>>},
    {"connect4", 13, encode<connect4::device::Game<13>>},
    {"connect4", 32, encode<connect4::device::Game<32>>},
    {"connect4", 76, encode<connect4::device::Game<76>>},
    {"connect4", 88, encode<connect4::device::Game<88>>},
    {"connect4", 97, encode<connect4::device::Game<97>>},
};

}  // namespace host

// Null for a board that is not among those compiled here.
inline host::Encode host_kernel(std::string_view game, int size) {
  for (const host::Row& row : host::kRows) {
    if (row.game == game && row.size == size) return row.encode;
  }
  return nullptr;
}

}  // namespace intarsia::test
