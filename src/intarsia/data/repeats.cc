#include "intarsia/data/repeats.h"

#include <algorithm>
#include <utility>

namespace intarsia::data {

namespace {

// So many that a bin, with what repeats in it, takes a quarter of the memory: some bins are larger than
// the mean, and the blocks of all are there, too.
std::size_t bins_for(const RepeatsOptions& o) {
  constexpr std::uint64_t kRowBytes = 16;
  const std::uint64_t memory = std::max(o.memory, kLeastMemory);
  return static_cast<std::size_t>(o.keys * kRowBytes / (memory / 4) + 1);
}

}  // namespace

Result<std::unique_ptr<Repeats>> Repeats::open(const std::string& folder,
                                               const RepeatsOptions& options) {
  static_assert(sizeof(Numbered) == 16 && sizeof(Repeat) == 16);
  const std::uint64_t memory = std::max(options.memory, kLeastMemory);
  auto keys = io::Bins<Numbered>::open(folder, bins_for(options), memory / 4);
  if (!keys) return keys.error();
  auto found = Found::open(folder, keys->count(), memory / 4);
  if (!found) return found.error();
  return std::unique_ptr<Repeats>(new Repeats(*std::move(keys), *std::move(found)));
}

std::optional<Error> Repeats::finish() {
  if (auto error = keys_.flush()) return error;
  {
    std::vector<Numbered> keys;
    for (std::size_t bin = 0; bin < keys_.count(); ++bin) {
      if (auto error = find_in(bin, keys)) return error;
    }
  }
  if (auto error = found_.flush()) return error;
  for (std::size_t bin = 0; bin < found_.count(); ++bin) {
    count_ += found_.size(bin);
    cursors_.emplace_back(found_, bin);
    if (auto error = take_next(bin)) return error;
  }
  return std::nullopt;
}

std::optional<Error> Repeats::find_in(std::size_t bin, std::vector<Numbered>& keys) {
  if (auto error = keys_.read(bin, keys)) return error;
  std::sort(keys.begin(), keys.end(), [](const Numbered& a, const Numbered& b) {
    return a.key != b.key ? a.key < b.key : a.number < b.number;
  });
  std::vector<Repeat> repeats;
  for (std::size_t i = 1, first = 0; i < keys.size(); ++i) {
    if (keys[i].key != keys[first].key) {
      first = i;
    } else {
      repeats.push_back({keys[i].number, keys[first].number});
    }
  }
  std::sort(repeats.begin(), repeats.end(),
            [](const Repeat& a, const Repeat& b) { return a.number < b.number; });
  for (const Repeat& r : repeats) {
    if (auto error = found_.add(bin, r)) return error;
  }
  return std::nullopt;
}

std::optional<Error> Repeats::take_next(std::size_t bin) {
  const auto repeat = cursors_[bin].next();
  if (!repeat) return repeat.error();
  if (*repeat) heads_.push({**repeat, bin});
  return std::nullopt;
}

Result<std::optional<Repeat>> Repeats::next() {
  if (heads_.empty()) return std::optional<Repeat>();
  const Head least = heads_.top();
  heads_.pop();
  if (auto error = take_next(least.bin)) return *std::move(error);
  return std::optional(least.repeat);
}

}  // namespace intarsia::data
