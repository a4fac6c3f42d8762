// Shards that another format kept, as the files of a data set again.
//
//   auto set = Restorer::open("data", manifest, find_record_type, /*has_choices=*/false);
//   set->add(size, rows, records, {});   // a shard, as often as there are
//   set->finish(rejected);               // now it is a data set
//
// What is handed over comes from outside and is checked as what is read from files: a record by the
// rules, a row by its shard. There is no manifest before `finish`, so what ended early is no data set.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "intarsia/base/result.h"
#include "intarsia/data/manifest.h"
#include "intarsia/data/shard.h"
#include "intarsia/game/game_row.h"
#include "intarsia/io/folder.h"

namespace intarsia::data {

// The filter under which a part of a set counts the games that it does not have.
inline constexpr std::string_view kPartFilter = "part";

class Restorer {
 public:
  // `original` is the manifest of the set that is restored, or of which a part is. The folder must not
  // hold a data set.
  static Result<std::unique_ptr<Restorer>> open(const std::string& folder, Manifest original,
                                                FindRecordType find, bool has_choices);

  // A shard: games that tile the records. `chosen` are numbers of records, ascending; they count only
  // where there are choices.
  [[nodiscard]] std::optional<Error> add(int size, std::span<const game::GameRow> rows,
                                         std::span<const std::byte> records,
                                         std::span<const std::uint32_t> chosen);

  // With the text of rejected.jsonl.
  [[nodiscard]] std::optional<Error> finish(std::string_view rejected);
  const Manifest& manifest() const { return manifest_; }

 private:
  Restorer(io::Folder folder, Manifest original, FindRecordType find, bool has_choices);

  io::Folder folder_;
  FindRecordType find_;
  bool has_choices_;
  Manifest manifest_;
  std::uint64_t original_games_;
  std::uint64_t selections_ = 0;
};

}  // namespace intarsia::data
