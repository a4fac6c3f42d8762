// The table of contents of a data set: what it holds, whence it came, how it was made.
//
// `manifest.json` is replaced as a whole after every step, so at any moment it describes files that
// are complete. While `is_complete` is false, `next` says where a later run goes on. The last key
// is the hash of everything before it.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/data/filters.h"
#include "intarsia/game/place.h"
#include "intarsia/game/record_type.h"

namespace intarsia::data {

// Of the manifest: the higher one only where a selection is stored as runs.
inline constexpr int kFormatVersion = 1;
inline constexpr int kRunsVersion = 2;
inline constexpr std::size_t kMaxManifestBytes = std::size_t{64} << 20;
inline constexpr std::size_t kMaxNames = 1'024;  // of splits, of filters or of reasons
inline constexpr char kManifestName[] = "manifest.json";
inline constexpr char kRejectedName[] = "rejected.jsonl";
// Among the reasons: a source that could not be read to its end.
inline constexpr std::string_view kDamageReason = "damaged input";

// "shard-00000.npy": names come from our own counters only.
std::string numbered_name(std::string_view kind, std::size_t number);

struct SelectionEntry {
  std::string split = {};  // empty: the choice among positions, whatever the split
  std::uint64_t number = 0;
  std::uint64_t records = 0;
  std::uint64_t hash = 0;
  std::uint64_t runs = 0;  // in its file; 0: that has the numbers of records
  std::string name() const { return numbered_name("selection", number); }
  friend bool operator==(const SelectionEntry&, const SelectionEntry&) = default;
};

// A shard and its games table: shard-00007.npy and games-00007.npy.
struct ShardEntry {
  int size = 0;  // of the board
  std::uint64_t records = 0;
  std::uint64_t games = 0;
  std::uint64_t hash = 0;
  std::uint64_t games_hash = 0;
  std::vector<SelectionEntry> selections;
  friend bool operator==(const ShardEntry&, const ShardEntry&) = default;
};

struct SourceEntry {
  std::string name;
  std::uint64_t bytes = 0;    // of the file
  std::uint64_t content = 0;  // uncompressed: what offsets count
  std::uint64_t hash = 0;     // of the content
  friend bool operator==(const SourceEntry&, const SourceEntry&) = default;
};

using game::FindRecordType;
using game::Place;
using game::RecordType;

// Games of which the same is said, and where the first of them is.
struct PlacedCount {
  std::uint64_t games = 0;
  Place first;
  friend bool operator==(const PlacedCount&, const PlacedCount&) = default;
};
using Reasons = std::map<std::string, PlacedCount>;

// Where to go on, and what must have been read until then.
struct Next {
  Place place;
  std::uint64_t checked_bytes = 0;  // of that source's content
  std::uint64_t checked_hash = 0;
  friend bool operator==(const Next&, const Next&) = default;
};

struct Manifest {
  std::string game = {};
  std::string tool = {};
  std::string options = "{}";  // a JSON object, as JsonText writes it
  std::uint64_t seed = 0;
  std::vector<Split> splits = {};
  bool is_complete = false;
  std::optional<Next> next = {};
  std::vector<SourceEntry> sources = {};  // those that were read to their end
  std::vector<ShardEntry> shards = {};
  std::uint64_t read = 0;  // games seen
  std::uint64_t games = 0;
  std::uint64_t positions = 0;
  std::map<std::string, std::uint64_t> dropped = {};  // by filter
  Reasons rejected = {};
  std::uint64_t rejected_bytes = 0;  // of rejected.jsonl
  std::uint64_t rejected_hash = 0;
  Reasons mended = {};  // games that are stored, with something in their text put right

  std::uint64_t rejected_games() const;
  // How many sources were not read to their end.
  std::uint64_t damaged_sources() const;
  // No game is lost: stored + dropped + rejected = read.
  bool is_balanced() const;
  friend bool operator==(const Manifest&, const Manifest&) = default;
};

// The keys under which counts by reason stand, and the places of the first.
struct ReasonKeys {
  std::string_view counts, places;
};
inline constexpr ReasonKeys kRejectedKeys = {"rejected", "rejected_first"};
inline constexpr ReasonKeys kMendedKeys = {"mended", "mended_first"};

int version_of(const Manifest& m);

// All files of the set.
std::set<std::string> file_names(const Manifest& m);

// The whole file. `find` gives the types of records for those who read without us.
std::string to_json(const Manifest& m, const FindRecordType& find);

// Refuses anything that is not what `to_json` wrote: another version, a changed byte, names or
// numbers that do not follow.
Result<Manifest> read_manifest(std::string_view text);

}  // namespace intarsia::data
