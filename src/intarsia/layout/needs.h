// Which families of facts a plan uses: all that a game gathers for it.

#pragma once

#include <cassert>
#include <cstdint>

#include "intarsia/layout/encode.h"
#include "intarsia/layout/fact.h"

namespace intarsia::layout {

// Found once per plan; a bit for each family, so that asking costs a test of a register.
class Needs {
 public:
  explicit Needs(const Plan& plan) {
    for (const Plan::LayerSource& l : plan.layers()) {
      const FamilyId family = plan.layout().catalogue->facts[l.fact].family;
      assert(family < kMaxFamilies);
      bits_ |= std::uint64_t{1} << family;
    }
  }
  // Every family, whatever a plan uses.
  static Needs all() { return Needs(~std::uint64_t{0}); }
  friend Needs operator|(Needs a, Needs b) { return Needs(a.bits_ | b.bits_); }

  // The family itself, or the one `i` after it.
  bool has(int family, int i = 0) const { return (bits_ >> (family + i) & 1) != 0; }
  // Any of `count` families from this one on.
  bool has_any(int family, int count) const {
    return (bits_ >> family & ((std::uint64_t{1} << count) - 1)) != 0;
  }

 private:
  explicit Needs(std::uint64_t bits) : bits_(bits) {}

  std::uint64_t bits_ = 0;
};

}  // namespace intarsia::layout
