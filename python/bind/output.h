// Where encoded positions go in Python's memory: tensors in an array, or their layers in two.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "intarsia/games/set_encode.h"
#include "python/bind/array.h"
#include "python/bind/tensor.h"

namespace intarsia::bind {

class Output {
 public:
  // An array for tensors of the plan; or, of a plan in float32, a tuple: masks, uint64 (rows, layers, words),
  // and values, float32 (rows, layers). What does not fit raises TypeError or ValueError; `name` is the
  // argument's.
  Output(nb::handle out, const layout::Plan& plan, const std::string& name);

  std::size_t count() const { return count_; }

  // Fills the rows from `first` on with all positions of an encoder, or with records.
  void take(game::Encoder& encoder, std::size_t first) const;
  void take(game::RecordEncoder& encoder, std::span<const layout::RecordMoment> moments,
            std::size_t first) const;

  // The whole, without targets.
  games::BatchRows rows() const { return rows_; }
  layout::Stores stores() const { return stores_; }

 private:
  using Masks = Array<std::uint64_t, nb::ndim<3>, nb::device::cpu, nb::c_contig>;
  using Values = Array<float, nb::ndim<2>, nb::device::cpu, nb::c_contig>;

  void take_tensors(nb::handle array, const std::string& name);
  void take_layers(nb::handle masks, nb::handle values, const std::string& name);
  bool has_layers() const { return masks_.has_value(); }
  std::byte* tensor(std::size_t row) const {
    return rows_.planes + static_cast<std::ptrdiff_t>(row) * rows_.stride;
  }

  layout::Plan plan_;
  std::size_t count_ = 0;
  games::BatchRows rows_;
  layout::Stores stores_ = layout::Stores::kCached;
  // They keep the memory alive.
  std::optional<TensorsOut> tensors_;
  std::optional<Masks> masks_;
  std::optional<Values> values_;
};

}  // namespace intarsia::bind
