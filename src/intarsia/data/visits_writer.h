// The column `visits` of a data set that is being written: what a search says of its positions.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/data/beside.h"
#include "intarsia/data/column_manifest.h"

namespace intarsia::data {

// Moves and how often, or with which share, they were looked at, as shares of all: ascending, summing
// up to Visit::kAll. What is left by rounding goes to those that lost most; what rounds to nothing is
// left out. An error for a share that is none, and for a move that comes twice.
Result<std::vector<Visit>> to_visits(std::vector<std::pair<std::uint16_t, double>> counts);

// The visits of a game's records, in order; empty where there are none.
using GameVisits = std::vector<std::vector<Visit>>;

class VisitsWriter final : public Beside {
 public:
  explicit VisitsWriter(std::string made_by);

  // Of a game that the open shard of this size has taken.
  void add(int size, const GameVisits& visits);

  [[nodiscard]] std::optional<Error> begin(const io::Folder& folder, const Manifest& m) override;
  void close_shards() override;
  [[nodiscard]] std::optional<Error> write(const io::Folder& folder, const Manifest& m) override;
  [[nodiscard]] std::optional<Error> publish(const io::Folder& folder, const Manifest& m,
                                             std::uint64_t hash) override;

 private:
  // Of a shard.
  struct Rows {
    std::vector<Visit> visits;
    std::vector<std::uint64_t> offsets = {0};
  };

  std::optional<Error> put(const io::Folder& column, const Manifest& m, const Rows& rows);

  ColumnManifest manifest_;  // with the shards that are on the disk
  std::map<int, Rows> open_;
  std::map<int, Rows> closed_;
  bool is_wanted_ = false;  // there are visits: until then there is no column
};

}  // namespace intarsia::data
