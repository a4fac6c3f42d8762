// Arrays of records, as Python hands them over.

#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <span>

#include "intarsia/chess/record.h"
#include "intarsia/hex/record.h"
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

// Where record i is to be written.
inline std::span<std::uint8_t> record_at(const RecordRows<std::uint8_t>& records, std::size_t i) {
  return {records.data() + i * records.shape(1), records.shape(1)};
}

// Record i of an array that was checked, copied. Other threads may change the array at any time, so
// whoever asks a record more than one question asks a copy: what was found sound is what is used.
class RecordCopy {
 public:
  RecordCopy(const RecordArray& records, std::size_t i) : size_(records.shape(1)) {
    assert(size_ <= bytes_.size());
    std::memcpy(bytes_.data(), records.data() + i * size_, size_);
  }

  std::span<const std::uint8_t> bytes() const { return {bytes_.data(), size_}; }

 private:
  static constexpr std::size_t kMost =
      std::max(sizeof(chess::Record), hex::record_shape(hex::kMaxSize).bytes);

  std::size_t size_;
  std::array<std::uint8_t, kMost> bytes_;
};

}  // namespace intarsia::bind
