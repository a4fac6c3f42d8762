// Which records of a shard are chosen: their numbers, or runs of neighbours where that is shorter.
//
//   numbers  <u4                                  ascending
//   runs     [('first', '<u4'), ('end', '<u4')]   records first … end - 1; ascending, with gaps
//
// A split takes whole games, whose records lie together: 8 bytes a run of games instead of 4 bytes a
// record. A choice among positions leaves short runs, and is stored as numbers.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "intarsia/base/field.h"
#include "intarsia/base/result.h"
#include "intarsia/data/manifest.h"

namespace intarsia::data {

struct RecordRun {
  std::uint32_t first, end;
  friend bool operator==(const RecordRun&, const RecordRun&) = default;
};
static_assert(sizeof(RecordRun) == 8);

inline constexpr std::string_view kNumbersType = "<u4";
inline constexpr Field kRunFields[] = {{"first", "<u4"}, {"end", "<u4"}};

// The runs of ascending numbers; none if the numbers themselves take no more bytes.
std::vector<RecordRun> runs_if_shorter(std::span<const std::uint32_t> numbers);

class Selection {
 public:
  Selection() = default;

  // The rows of a file of that entry, in a shard of so many records. The offset of an error counts from
  // the first row.
  static Result<Selection> read(std::string_view rows, const SelectionEntry& entry,
                                std::uint64_t records);

  std::uint64_t size() const { return size_; }
  // The i-th chosen record: constant time, as a run is found from the last one that begins at or before
  // the place i / kStride * kStride.
  std::uint32_t operator[](std::uint64_t i) const {
    if (runs_.empty()) return numbers_[i];
    const Run* run = &runs_[starts_[i / kStride]];
    while (run[1].before <= i) ++run;
    return run->first + static_cast<std::uint32_t>(i - run->before);
  }
  std::vector<std::uint32_t> numbers() const;

 private:
  static constexpr std::uint64_t kStride = 64;

  struct Run {
    std::uint32_t first;
    std::uint32_t before;  // chosen records that lie before it
  };

  std::optional<Error> add_numbers(std::string_view rows, std::uint64_t records);
  std::optional<Error> add_runs(std::string_view rows, std::uint64_t records);

  std::uint64_t size_ = 0;
  std::vector<std::uint32_t> numbers_;
  std::vector<Run> runs_;              // and one behind the last
  std::vector<std::uint32_t> starts_;  // the run of every kStride-th chosen record
};

}  // namespace intarsia::data
