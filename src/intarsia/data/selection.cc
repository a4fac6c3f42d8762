#include "intarsia/data/selection.h"

#include <cstring>
#include <string>

namespace intarsia::data {

namespace {

Error bad(std::size_t offset, std::string_view why) {
  return Error{ErrorCode::kInvalid, offset, std::string(why)};
}

template <class Row>
std::vector<Row> rows_in(std::string_view bytes) {
  std::vector<Row> rows(bytes.size() / sizeof(Row));
  if (!rows.empty()) std::memcpy(rows.data(), bytes.data(), rows.size() * sizeof(Row));
  return rows;
}

}  // namespace

std::vector<RecordRun> runs_if_shorter(std::span<const std::uint32_t> numbers) {
  const std::size_t most = numbers.size() * sizeof(std::uint32_t) / sizeof(RecordRun);
  std::vector<RecordRun> runs;
  for (const std::uint32_t n : numbers) {
    if (!runs.empty() && runs.back().end == n) {
      ++runs.back().end;
      continue;
    }
    if (runs.size() == most) return {};
    runs.push_back({n, n + 1});
  }
  return runs.size() * sizeof(RecordRun) < numbers.size_bytes() ? runs : std::vector<RecordRun>();
}

Result<Selection> Selection::read(std::string_view rows, const SelectionEntry& entry,
                                  std::uint64_t records) {
  Selection s;
  auto error = entry.runs == 0 ? s.add_numbers(rows, records) : s.add_runs(rows, records);
  if (error) return *std::move(error);
  if (s.size_ != entry.records) {
    return bad(rows.size(), "another number of records than the manifest says");
  }
  return s;
}

std::optional<Error> Selection::add_numbers(std::string_view rows, std::uint64_t records) {
  numbers_ = rows_in<std::uint32_t>(rows);
  std::uint64_t next = 0;
  for (std::size_t i = 0; i < numbers_.size(); ++i) {
    if (numbers_[i] < next || numbers_[i] >= records) {
      return bad(i * sizeof(std::uint32_t), "records out of order or beyond the shard");
    }
    next = std::uint64_t{numbers_[i]} + 1;
  }
  size_ = numbers_.size();
  return std::nullopt;
}

std::optional<Error> Selection::add_runs(std::string_view rows, std::uint64_t records) {
  const auto stored = rows_in<RecordRun>(rows);
  runs_.reserve(stored.size() + 1);
  std::uint64_t least = 0;
  for (std::size_t i = 0; i < stored.size(); ++i) {
    const RecordRun& run = stored[i];
    if (run.first < least || run.end <= run.first || run.end > records) {
      return bad(i * sizeof(RecordRun), "runs out of order, without a gap or beyond the shard");
    }
    runs_.push_back({run.first, static_cast<std::uint32_t>(size_)});
    size_ += run.end - run.first;
    const std::uint64_t strides = (size_ + kStride - 1) / kStride;
    starts_.resize(strides, static_cast<std::uint32_t>(i));
    least = std::uint64_t{run.end} + 1;
  }
  runs_.push_back({0, static_cast<std::uint32_t>(size_)});
  return std::nullopt;
}

std::vector<std::uint32_t> Selection::numbers() const {
  std::vector<std::uint32_t> out = numbers_;
  out.reserve(size_);
  for (std::size_t i = 0; i + 1 < runs_.size(); ++i) {
    const std::uint32_t count = runs_[i + 1].before - runs_[i].before;
    for (std::uint32_t k = 0; k < count; ++k) out.push_back(runs_[i].first + k);
  }
  return out;
}

}  // namespace intarsia::data
