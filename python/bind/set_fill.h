// Records of a data set as batches: one call a batch.

#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "intarsia/data/set.h"
#include "intarsia/games/targets.h"
#include "intarsia/layout/encode.h"
#include "python/bind/array.h"
#include "python/bind/orders.h"
#include "python/bind/records.h"

namespace intarsia::bind {

// The numbers of records in the set.
using Numbers = Array<const std::uint64_t, nb::ndim<1>, nb::device::cpu, nb::c_contig>;
using PolicyRows = Array<std::int32_t, nb::ndim<1>, nb::device::cpu, nb::c_contig>;
using ValueRows = Array<float, nb::ndim<2>, nb::device::cpu, nb::c_contig>;
using MaskRows = Array<std::uint8_t, nb::ndim<2>, nb::device::cpu, nb::c_contig>;

// The records of a set that were chosen, by their numbers in it, in order; or all. As NumPy has them:
// 32 bits if that is enough.
using Small = Array<const std::uint32_t, nb::ndim<1>, nb::device::cpu, nb::c_contig>;
using Choice = std::optional<std::variant<Small, Numbers>>;

// Of each record; 0: there is none.
inline std::size_t record_bytes(const data::Set& set) {
  return set.parts() == 0 ? 0 : set.type().bytes;
}

// The records with these numbers, without history.
void read_records(data::Set& set, const Numbers& numbers, const RecordRows<std::uint8_t>& out);

// Planes and targets of rows of an order, or of numbers; with `keys`, one for each epoch of the rows, in
// symmetries.
void fill(data::Set& set, const layout::Plan& plan, const games::Targets& targets,
          const RowsObject* rows, std::optional<Numbers> numbers, const Choice& choice,
          nb::handle planes, std::optional<PolicyRows> policy, std::optional<ValueRows> value,
          std::optional<MaskRows> mask, unsigned threads, const std::vector<std::uint64_t>& keys);

}  // namespace intarsia::bind
