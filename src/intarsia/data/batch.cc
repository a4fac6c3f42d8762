#include "intarsia/data/batch.h"

#include <utility>

namespace intarsia::data {

void BatchBuilder::drop(const Place& place, std::string_view filter) {
  if (!batch_.games.empty()) {
    Entry& last = batch_.games.back();
    if (last.kind == Entry::Kind::kDropped && last.filter == filter) {
      ++last.games;
      return;
    }
  }
  batch_.games.push_back({.kind = Entry::Kind::kDropped, .place = place, .filter = filter});
}

void BatchBuilder::reject(const Place& place, Refusal refusal) {
  batch_.games.push_back(
      {.kind = Entry::Kind::kRejected, .place = place, .refusal = batch_.refusals.size()});
  detail_bytes_ += refusal.detail.size();
  batch_.refusals.push_back(std::move(refusal));
}

bool BatchBuilder::begin(const Place& place, GameFacts& facts, std::span<const std::byte> records,
                         std::size_t record_bytes) {
  if (const auto filter = dropped_by_play(rules_.filters, facts)) {
    drop(place, *filter);
    return false;
  }
  if (records.empty()) {
    drop(place, "no moves");
    return false;
  }
  facts.row.offset = place.offset;
  facts.row.number = place.game;
  facts.row.source = place.source;
  facts.row.records = static_cast<std::uint32_t>(records.size() / record_bytes);
  facts.row.split = split_of(rules_.splits, facts.row.hash);
  batch_.games.push_back({.kind = Entry::Kind::kAccepted,
                          .place = place,
                          .row = facts.row,
                          .bytes_at = batch_.records.size(),
                          .bytes = records.size()});
  batch_.records.insert(batch_.records.end(), records.begin(), records.end());
  return true;
}

void BatchBuilder::reuse(Batch used) {
  used.clear();
  batch_ = std::move(used);
  detail_bytes_ = 0;
}

bool BatchBuilder::is_full() const {
  const std::size_t bytes = batch_.games.size() * sizeof(Entry) + batch_.records.size() +
                            batch_.chosen.size() * sizeof(std::uint32_t) +
                            batch_.refusals.size() * sizeof(Refusal) + detail_bytes_;
  return bytes >= kMaxBatchBytes;
}

Batch BatchBuilder::take() {
  detail_bytes_ = 0;
  return std::exchange(batch_, Batch{});
}

}  // namespace intarsia::data
