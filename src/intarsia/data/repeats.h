// Which of many numbered keys came before: in memory that does not grow with them, by sorting on disk.
//
//   auto repeats = Repeats::open("out", {.keys = n, .memory = kUsualMemory});
//   for (...) repeats->add(key, number);          // by ascending numbers
//   repeats->finish();
//   while (const auto r = *repeats->next())       // by ascending numbers, too
//     leave_out(r->number);                       // its key is that of r->first
//
// Keys must be spread evenly, as hashes are: their uppermost bits say into which bin they go. A bin is
// sorted in memory; what repeats in each is a list by numbers, and these lists are read side by side.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <queue>
#include <string>
#include <vector>

#include "intarsia/base/keys.h"
#include "intarsia/base/result.h"
#include "intarsia/io/bins.h"

namespace intarsia::data {

inline constexpr std::uint64_t kUsualMemory = std::uint64_t{1} << 30;
inline constexpr std::uint64_t kLeastMemory = std::uint64_t{16} << 20;

struct RepeatsOptions {
  std::uint64_t keys = 0;  // as many will come, or a few more
  std::uint64_t memory = kUsualMemory;
};

struct Repeat {
  std::uint64_t number;
  std::uint64_t first;  // the first number with its key
};

class Repeats {
 public:
  // Temporary files without a name, of 16 bytes a key and a repeat, are made in the folder.
  static Result<std::unique_ptr<Repeats>> open(const std::string& folder,
                                               const RepeatsOptions& options);

  Repeats(const Repeats&) = delete;  // its cursors know where it lies
  Repeats& operator=(const Repeats&) = delete;

  [[nodiscard]] std::optional<Error> add(Key key, std::uint64_t number) {
    return keys_.add(bin_of(key), {key, number});
  }
  [[nodiscard]] std::optional<Error> finish();
  Result<std::optional<Repeat>> next();
  std::uint64_t count() const { return count_; }  // of repeats, once it is finished

 private:
  struct Numbered {
    Key key;
    std::uint64_t number;
  };
  using Found = io::Bins<Repeat>;
  // The next repeat of a bin.
  struct Head {
    Repeat repeat;
    std::size_t bin;
    bool operator>(const Head& other) const { return repeat.number > other.repeat.number; }
  };

  Repeats(io::Bins<Numbered> keys, Found found)
      : keys_(std::move(keys)), found_(std::move(found)) {}

  std::size_t bin_of(Key key) const {
    return static_cast<std::size_t>((key >> 32) * keys_.count() >> 32);
  }
  std::optional<Error> find_in(std::size_t bin, std::vector<Numbered>& keys);
  std::optional<Error> take_next(std::size_t bin);

  io::Bins<Numbered> keys_;
  Found found_;
  std::vector<Found::Cursor> cursors_;  // of the bins
  std::priority_queue<Head, std::vector<Head>, std::greater<>> heads_;
  std::uint64_t count_ = 0;
};

}  // namespace intarsia::data
