// Many data sets as one: the parts of a plan in their order, joined by a small manifest.
//
// `manifest.json` of a collection names its parts, each a folder with a data set, and what they hold
// together. It is written when all parts are there: without it the collection is not finished. Records,
// games and splits are numbered through the parts.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/data/joined.h"
#include "intarsia/data/manifest.h"
#include "intarsia/data/plan.h"

namespace intarsia::data {

inline constexpr int kCollectionVersion = 1;

// Records by split; the choice among positions stands under the empty name.
using Selected = std::vector<std::pair<std::string, std::uint64_t>>;
Selected selected_in(const Manifest& m);

struct PartEntry {
  PlannedPart sources;
  std::uint64_t shards = 0;
  std::uint64_t games = 0;
  std::uint64_t records = 0;
  Selected selected = {};
  std::uint64_t hash = 0;  // of its manifest
  friend bool operator==(const PartEntry&, const PartEntry&) = default;
};

struct Collection {
  std::uint64_t plan = 0;  // its hash
  std::string game = {};   // empty: no part has a game
  std::string tool = {};
  std::string options = "{}";
  std::uint64_t seed = 0;
  std::vector<Split> splits = {};
  std::uint64_t read = 0;
  std::uint64_t games = 0;
  std::uint64_t positions = 0;
  std::map<std::string, std::uint64_t> dropped = {};
  std::map<std::string, std::uint64_t> rejected = {};
  std::vector<PartEntry> parts = {};
  std::uint64_t hash = 0;  // of its text, once there is one
};
Selected selected_in(const Collection& c);

// The part that comes next, with what it adds to the totals. Another game than that of the parts before
// is an error.
[[nodiscard]] std::optional<Error> add_part(Collection& all, const PlannedPart& sources,
                                            const Manifest& m, std::uint64_t hash);

std::string to_json(const Collection& c);
bool is_collection(std::string_view manifest);  // or that of a data set
// Refuses anything that is not what `to_json` wrote.
Result<Collection> read_collection(std::string_view text);

// What manifest.json of a folder says, or why it cannot be read.
struct FolderManifest {
  std::uint64_t hash = 0;
  std::optional<Manifest> set = {};
  std::optional<Collection> collection = {};
};
Result<FolderManifest> read_folder_manifest(const std::string& folder);

// The data sets that a folder stands for: itself, or the parts of a collection, whose manifests must be
// those that it names. `hash` becomes that of the folder's own manifest.
Result<std::vector<NamedManifest>> read_sets_of(const std::string& folder,
                                                std::uint64_t* hash = nullptr);

}  // namespace intarsia::data
