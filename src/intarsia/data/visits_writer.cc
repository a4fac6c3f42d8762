#include "intarsia/data/visits_writer.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "intarsia/base/text.h"
#include "intarsia/data/column.h"
#include "intarsia/data/column_writer.h"

namespace intarsia::data {

namespace {

Error wrong(std::string detail) { return Error{ErrorCode::kInvalid, 0, std::move(detail)}; }

}  // namespace

Result<std::vector<Visit>> to_visits(std::vector<std::pair<std::uint16_t, double>> counts) {
  std::sort(counts.begin(), counts.end());
  double sum = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto& [move, count] = counts[i];
    if (!std::isfinite(count) || count < 0) return wrong("a share of visits is 0 or more");
    if (i > 0 && counts[i - 1].first == move) return wrong("a move comes twice");
    sum += count;
  }
  if (sum == 0) return std::vector<Visit>();
  if (!std::isfinite(sum)) return wrong("shares of visits whose sum is beyond all numbers");
  std::vector<Visit> visits;
  std::vector<double> lost;
  unsigned left = Visit::kAll;
  for (const auto& [move, count] : counts) {
    const double share = count / sum * Visit::kAll;
    const auto weight = static_cast<std::uint16_t>(share);
    visits.push_back({move, weight});
    lost.push_back(share - weight);
    left -= weight;
  }
  std::vector<std::size_t> order(visits.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return lost[a] > lost[b]; });
  for (std::size_t i = 0; left > 0; i = (i + 1) % order.size(), --left) ++visits[order[i]].weight;
  std::erase_if(visits, [](const Visit& v) { return v.weight == 0; });
  return visits;
}

VisitsWriter::VisitsWriter(std::string made_by)
    : manifest_{.name = std::string(kVisitsName),
                .type = {std::string(kVisitType), {}, true},
                .meaning = "the share of a search's visits that each move got",
                .made_by = std::move(made_by)} {}

void VisitsWriter::add(int size, const GameVisits& visits) {
  Rows& rows = open_[size];
  for (const auto& some : visits) {
    rows.visits.insert(rows.visits.end(), some.begin(), some.end());
    rows.offsets.push_back(rows.visits.size());
  }
}

// Of a run that was killed, what goes beyond the set's manifest is forgotten.
std::optional<Error> VisitsWriter::begin(const io::Folder& folder, const Manifest& m) {
  const std::string name(kVisitsName);
  const auto has_columns = folder.has(kColumnsName);
  if (!has_columns) return has_columns.error();
  if (!*has_columns) return std::nullopt;
  const auto columns = folder.inside(kColumnsName, io::Folder::Lock::kAwaited);
  if (!columns) return columns.error();
  const auto has_visits = columns->has(name);
  if (!has_visits) return has_visits.error();
  if (!*has_visits) return std::nullopt;
  auto found = read_column_manifest_of(folder.path(), name);
  if (!found && found.error().code == ErrorCode::kNotFound) {
    return columns->remove_folder(name, is_file_of_column);
  }
  if (!found) return found.error();
  if (auto error = refuse_column(*found, m)) return error;
  found->shards.resize(m.shards.size());
  manifest_.shards = std::move(found->shards);
  is_wanted_ = true;
  const auto column = columns->inside(name);
  if (!column) return column.error();
  const auto files = column->names();
  if (!files) return files.error();
  std::set<std::string> known = {kManifestName};
  for (std::size_t i = 0; i < m.shards.size(); ++i) {
    known.insert(numbered_name("shard", i));
    known.insert(offsets_name(i));
  }
  for (const std::string& file : *files) {
    if (known.contains(file) || !is_file_of_column(file)) continue;
    if (auto error = column->remove(file)) return error;
  }
  return std::nullopt;
}

void VisitsWriter::close_shards() { closed_ = std::exchange(open_, {}); }

std::optional<Error> VisitsWriter::write(const io::Folder& folder, const Manifest& m) {
  const auto closed = std::exchange(closed_, {});
  for (const auto& [size, rows] : closed) is_wanted_ = is_wanted_ || !rows.visits.empty();
  if (!is_wanted_ || closed.empty()) return std::nullopt;
  const auto columns = folder.inside(kColumnsName, io::Folder::Lock::kAwaited);
  if (!columns) return columns.error();
  const auto column = columns->inside(std::string(kVisitsName));
  if (!column) return column.error();
  // Shards from before the first visits have none.
  while (manifest_.shards.size() + closed.size() < m.shards.size()) {
    Rows none;
    none.offsets.resize(m.shards[manifest_.shards.size()].records + 1);
    if (auto error = put(*column, m, none)) return error;
  }
  for (const auto& [size, rows] : closed) {
    if (auto error = put(*column, m, rows)) return error;
  }
  return std::nullopt;
}

std::optional<Error> VisitsWriter::put(const io::Folder& column, const Manifest& m,
                                       const Rows& rows) {
  const std::size_t shard = manifest_.shards.size();
  const auto written = put_column_shard(column, manifest_.type, shard, m.shards[shard],
                                        std::as_bytes(std::span(rows.visits)), rows.offsets);
  if (!written) return written.error();
  manifest_.shards.push_back(*written);
  return std::nullopt;
}

std::optional<Error> VisitsWriter::publish(const io::Folder& folder, const Manifest& /*m*/,
                                           std::uint64_t hash) {
  if (!is_wanted_) return std::nullopt;
  const auto columns = folder.inside(kColumnsName, io::Folder::Lock::kAwaited);
  if (!columns) return columns.error();
  const auto column = columns->inside(std::string(kVisitsName));
  if (!column) return column.error();
  manifest_.set = hash;
  return column->put(kManifestName, {to_json(manifest_)});
}

}  // namespace intarsia::data
