// Arrays of records, as Python hands them over.

#pragma once

#include <cstdint>
#include <cstring>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "intarsia/chess/record.h"

namespace intarsia::bind {

namespace nb = nanobind;

// 32 bytes a row, without gaps.
template <class Byte>
using RecordRows = nb::ndarray<Byte, nb::shape<-1, 32>, nb::device::cpu, nb::c_contig>;
using RecordArray = RecordRows<const std::uint8_t>;

inline chess::Record record_at(const RecordArray& records, std::size_t i) {
  chess::Record record;
  std::memcpy(&record, records.data() + i * sizeof record, sizeof record);
  return record;
}

}  // namespace intarsia::bind
