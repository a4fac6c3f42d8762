#include "intarsia/cuda/program.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "intarsia/base/text.h"

namespace intarsia::cuda {

namespace {

// Positions of a block, at most. Of planes in float32 fewer are faster (measured on an H200).
constexpr std::uint32_t kMostPositions = 32;
constexpr std::uint32_t kMostOfWidePlanes = 16;
// Registers that a thread may use: with fewer, more blocks share a multiprocessor, and one computes
// while others wait for memory. In float32 threads do little but store, so that fewer blocks suffice.
constexpr std::uint32_t kRegistersEach = 52;
constexpr std::uint32_t kRegistersOfWide = 64;
// Of a block: so much that several fit into a multiprocessor, and what one may have at most.
constexpr std::uint32_t kUsualRows = 24U << 10;
constexpr std::uint32_t kMostRows = 96U << 10;
constexpr std::uint32_t kMostThreads = 512;
constexpr std::uint32_t kWarp = 32;

// How many threads keep busiest when each has a slot of its own: the best share, near 256 of equals.
std::uint32_t threads_for(std::uint32_t slots) {
  std::uint32_t best = 256;
  double best_share = 0;
  for (std::uint32_t threads = 128; threads <= kMostThreads; threads += kWarp) {
    const std::uint32_t used = threads > slots ? threads / slots * slots : slots;
    const std::uint32_t held =
        threads > slots ? threads : (slots + threads - 1) / threads * threads;
    const double busy = static_cast<double>(used) / held;
    const auto distance = [](std::uint32_t n) { return n > 256 ? n - 256 : 256 - n; };
    if (busy > best_share + 0.02 ||
        (busy > best_share - 0.02 && distance(threads) < distance(best))) {
      best = threads;
      best_share = std::max(busy, best_share);
    }
  }
  return best;
}

}  // namespace

Program::Program(const layout::Plan& plan, std::uint32_t alignment) {
  const layout::Layout& l = plan.layout();
  const kernels::Shape shape = plan.shape();
  frame = l.frame;
  words = shape.words;
  layers = shape.layers;
  element_bytes = shape.element_bytes;
  tensor_bytes = static_cast<std::uint32_t>(plan.bytes());
  is_plane_first = shape.order == kernels::Order::kPlaneFirst || shape.planes.size() == 1;
  slot_bytes = std::min<std::uint32_t>({16, alignment, 1U << std::countr_zero(tensor_bytes)});
  slot_bytes = std::max(slot_bytes, element_bytes);

  is_single = true;
  plane_elements = shape.planes.empty() ? 0 : shape.planes.front().elements;
  std::uint32_t begin = 0;
  for (const kernels::Plane& p : shape.planes) {
    plane_begin.push_back(begin);
    plane_layer.push_back(p.first_layer);
    plane_layers.push_back(p.layers);
    begin += p.elements;
    is_single = is_single && p.layers == 1;
    if (p.elements != plane_elements) plane_elements = 0;
  }
  plane_begin.push_back(begin);
  assert(layers < 1U << 18 && shape.cells <= 1023);  // as expand_anyhow packs them
  cells = shape.cells;
  has_bits = !is_plane_first && is_single;
  const auto is_in_planes = [&](std::uint32_t bytes) {
    return is_plane_first && std::all_of(shape.planes.begin(), shape.planes.end(), [&](auto& p) {
             return p.elements % (bytes / element_bytes) == 0;
           });
  };
  // Where each element has a plane of its own, a thread can keep few of them in mind.
  constexpr std::uint32_t kFewElements = 4;
  if (!has_bits && !is_in_planes(slot_bytes)) {
    slot_bytes = std::min(slot_bytes, kFewElements * element_bytes);
  }
  has_slots_in_planes = is_in_planes(slot_bytes);
  threads = threads_for(tensor_bytes / slot_bytes);

  ages = plan.ages();
  const auto& sources = plan.layers();
  for (std::size_t age = 0; age < ages.size(); ++age) {
    Steps own;
    std::uint32_t first = layers;
    for (std::uint32_t i = 0; i < sources.size(); ++i) {
      const auto& s = sources[i];
      if (s.age != age) continue;
      first = std::min(first, i);
      const layout::Fact& fact = l.catalogue->facts[s.fact];
      own.push_back({.layer = i - first,
                     .fact = s.fact,
                     .is_value = s.is_value,
                     .element = s.is_value ? s.zero : plan.element_table()[s.zero],
                     .lo = s.is_value ? static_cast<std::int32_t>(fact.lo) : 0,
                     .hi = s.is_value ? static_cast<std::int32_t>(fact.hi) : 0});
    }
    const auto known = std::find(steps.begin(), steps.end(), own);
    steps_of.push_back(static_cast<std::uint32_t>(known - steps.begin()));
    if (known == steps.end()) steps.push_back(std::move(own));
    first_layer.push_back(first);
  }

  std::uint32_t of_elements = 4 * layers;
  if (has_bits) {
    bit_words = (cells * layers + 31) / 32;
    // Any element of a cell may be a slot's first, and slots are read by whole words.
    row_of_cell = ((layers - 1) * element_bytes + std::max(slot_bytes, 4U) + 4 + 3) / 4 * 4;
    of_elements = 4 * bit_words + row_of_cell;
  }
  row_bytes = (layers * 8 * words + of_elements + 15) / 16 * 16;
  needs_scratch = row_bytes > kMostRows;
  const bool is_wide = element_bytes == 4;
  registers_each = is_wide ? kRegistersOfWide : kRegistersEach;
  positions = is_wide && is_plane_first ? kMostOfWidePlanes : kMostPositions;
  while (positions > 1 && positions * row_bytes > kUsualRows) positions /= 2;
}

namespace {

// Writes lines of a text.
class Text {
 public:
  void line(std::initializer_list<std::string_view> parts) {
    for (std::string_view part : parts) text_ += part;
    text_ += '\n';
  }
  void constant(std::string_view type, std::string_view name, std::uint64_t value) {
    line({"  static constexpr ", type, " ", name, " = ", std::to_string(value), ";"});
  }
  void table(std::string_view name, const std::vector<std::uint32_t>& values) {
    text_ += concat({"static INTARSIA_TABLE u32 ", name, "[] = {"});
    for (const std::uint32_t v : values) text_ += std::to_string(v) + ", ";
    text_ += "};\n";
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

void add_steps(const Program& p, Text& out) {
  out.line({"  template <class Sink>"});
  out.line({"  INTARSIA_DEVICE static void gather(u32 age, const Sink& s) {"});
  out.line({"    switch (steps_of[age]) {"});
  for (std::size_t i = 0; i < p.steps.size(); ++i) {
    out.line({"      case ", std::to_string(i), ":"});
    for (const LayerStep& s : p.steps[i]) {
      const std::string where = concat({"<", std::to_string(s.fact), ">(", std::to_string(s.layer),
                                        ", ", std::to_string(s.element), "u"});
      if (s.is_value) {
        out.line({"        s.template value", where, ", ", std::to_string(s.lo), ", ",
                  std::to_string(s.hi), ");"});
      } else {
        out.line({"        s.template cells", where, ");"});
      }
    }
    out.line({"        break;"});
  }
  out.line({"    }"});
  out.line({"  }"});
}

void add_planes(const Program& p, Text& out) {
  const auto function = [&](std::string_view head, std::string_view body) {
    out.line({"  INTARSIA_DEVICE static u32 ", head, " { return ", body, "; }"});
  };
  if (p.plane_elements != 0) {
    const std::string each = std::to_string(p.plane_elements);
    function("plane_of(u32 element)", concat({"element / ", each}));
    function("plane_begin(u32 plane)", concat({"plane * ", each}));
  } else {
    function("plane_of(u32 element)", "last_before(begins, planes, element)");
    function("plane_begin(u32 plane)", "begins[plane]");
  }
  function("plane_layer(u32 plane)", p.is_single ? "plane" : "plane_firsts[plane]");
  function("plane_layers(u32 plane)", p.is_single ? "1" : "plane_counts[plane]");
  function("ago(u32 age)", "agos[age]");
  function("first_layer(u32 age)", "first_layers[age]");
}

std::vector<std::uint32_t> widened(const std::vector<std::uint16_t>& values) {
  return {values.begin(), values.end()};
}

}  // namespace

std::string to_text(const Program& p, const game::DeviceCode& code, int size) {
  Text out;
  out.line({"#include \"", code.header, "\""});
  out.line({"#include \"intarsia/cuda/kernel/encode.h\""});
  out.line({"namespace intarsia::cuda::kernel {"});
  out.line({"using Game = ", code.type, "<", std::to_string(size), ">;"});
  out.table("agos", widened(p.ages));
  out.table("steps_of", p.steps_of);
  out.table("first_layers", p.first_layer);
  if (p.plane_elements == 0) out.table("begins", p.plane_begin);
  if (!p.is_single) out.table("plane_firsts", p.plane_layer);
  if (!p.is_single) out.table("plane_counts", p.plane_layers);
  out.line({"struct Plan {"});
  out.constant("int", "frame", p.frame);
  out.constant("u32", "layers", p.layers);
  out.constant("u32", "planes", p.planes());
  out.constant("u32", "ages", p.ages.size());
  out.constant("u32", "element_bytes", p.element_bytes);
  out.constant("u32", "slot_bytes", p.slot_bytes);
  out.constant("u32", "tensor_bytes", p.tensor_bytes);
  out.constant("u32", "threads", p.threads);
  out.constant("u32", "registers_each", p.registers_each);
  out.constant("u32", "scratch_bytes", p.row_bytes);
  out.constant("bool", "has_slots_in_planes", p.has_slots_in_planes);
  out.constant("bool", "has_bits", p.has_bits);
  out.constant("u32", "cells", p.cells);
  out.constant("u32", "bit_words", p.bit_words);
  out.constant("u32", "row_of_cell", p.row_of_cell);
  out.constant("bool", "is_single", p.is_single);
  out.constant("bool", "is_plane_first", p.is_plane_first);
  add_planes(p, out);
  add_steps(p, out);
  out.line({"};"});
  out.line({"}  // namespace intarsia::cuda::kernel"});
  out.line({"#include \"intarsia/cuda/kernel/entry.h\""});
  return out.take();
}

}  // namespace intarsia::cuda
