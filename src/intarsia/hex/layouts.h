// The built-in Hex layouts, as tables, and encoding of Hex positions in any layout.

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "intarsia/hex/facts.h"
#include "intarsia/layout/encode.h"
#include "intarsia/layout/layout.h"

namespace intarsia::hex {

// All of them for boards of size n, in the order of the documentation.
const std::vector<layout::Layout>& layouts(int n);

// A position to encode: the state, and how many earlier states of its game lie just before it in
// memory.
struct Moment {
  const State* now;
  int history = 0;
};

// Encodes Hex positions of the plan's size, again and again. The plan must outlive it.
class Encoder {
 public:
  explicit Encoder(const layout::Plan& plan) : needs_(plan), encoder_(plan) {}

  const layout::Plan& plan() const { return encoder_.plan(); }

  // Fills `out` with one tensor for each moment, `stride` bytes apart.
  void encode(std::span<const Moment> moments, std::byte* out, std::ptrdiff_t stride,
              layout::Stores stores = layout::Stores::kBySize);

  // The layers of a moment as number i of a stack that was made for the same plan.
  void stack(const Moment& m, std::size_t i, layout::Stack& out) const;

 private:
  bool gather_at(const Moment& m, int ago, layout::Bank& bank) const;

  Needs needs_;
  layout::Encoder encoder_;
};

// The same, once.
void encode(const layout::Plan& plan, std::span<const Moment> moments, std::byte* out,
            std::ptrdiff_t stride, layout::Stores stores = layout::Stores::kBySize);

}  // namespace intarsia::hex
