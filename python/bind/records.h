// Arrays of records, as Python hands them over.

#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "intarsia/game/game_type.h"
#include "intarsia/layout/moments.h"
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

inline std::span<const std::byte> bytes_of(const RecordArray& records) {
  return std::as_bytes(std::span(records.data(), records.size()));
}

// Where record i is to be written.
inline std::byte* record_at(const RecordRows<std::uint8_t>& records, std::size_t i) {
  return reinterpret_cast<std::byte*>(records.data()) + i * records.shape(1);
}

// Some records of an array, copied. Other threads may change the array at any time, so whoever asks a
// record more than one question asks a copy: what was found sound is what is used.
class RecordCopies {
 public:
  // Records `first` to `first + count - 1` of an array that was checked.
  void take(const RecordArray& records, std::size_t first, std::size_t count) {
    each_ = records.shape(1);
    bytes_.resize(count * each_);
    if (count != 0) {
      std::memcpy(bytes_.data(), bytes_of(records).data() + first * each_, bytes_.size());
    }
    moments_.clear();
    for (std::size_t i = 0; i < count; ++i) moments_.push_back({bytes_.data() + i * each_, 0});
  }

  std::span<const std::byte> record(std::size_t i) const {
    return std::span(bytes_).subspan(i * each_, each_);
  }
  std::span<const std::byte> all() const { return bytes_; }
  // All of them, each alone.
  std::span<const layout::RecordMoment> moments() const { return moments_; }

 private:
  std::size_t each_ = 0;
  std::vector<std::byte> bytes_;
  std::vector<layout::RecordMoment> moments_;
};

}  // namespace intarsia::bind
