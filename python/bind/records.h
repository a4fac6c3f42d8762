// Arrays of records, as Python hands them over.

#pragma once

#include <cstdint>
#include <span>

#include "python/bind/array.h"

namespace intarsia::bind {

namespace nb = nanobind;

// One record a row, without gaps.
template <class Byte>
using RecordRows = Array<Byte, nb::ndim<2>, nb::device::cpu, nb::c_contig>;
using RecordArray = RecordRows<const std::uint8_t>;

// What memory safety needs: rows are as long as the game's records.
template <class Byte>
void check_records(const RecordRows<Byte>& records, std::size_t bytes) {
  if (records.shape(1) != bytes) throw nb::value_error("records of another game or size");
}

template <class Byte>
std::span<Byte> record_at(const RecordRows<Byte>& records, std::size_t i) {
  return {records.data() + i * records.shape(1), records.shape(1)};
}

}  // namespace intarsia::bind
