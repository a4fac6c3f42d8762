#include "intarsia/data/collection.h"

#include <algorithm>

#include "intarsia/base/text.h"
#include "intarsia/data/files.h"
#include "intarsia/data/json_fields.h"
#include "intarsia/data/seal.h"

namespace intarsia::data {

namespace {

constexpr std::string_view kFormat = "intarsia collection";

Error bad(ErrorCode code, std::size_t offset, std::string_view what) {
  return Error{code, offset, concat({kManifestName, ": ", what})};
}

using Counts = std::map<std::string, std::uint64_t>;

void add_counts(JsonText& out, std::string_view key, const Counts& counts) {
  out.key(key).begin_object();
  for (const auto& [name, count] : counts) out.key(name).value(count);
  out.end_object();
}

Counts read_counts(JsonReader& in, std::string_view key) {
  Counts counts;
  in.key(key);
  for_each_name(in, key,
                [&](const std::string& name) { return counts.emplace(name, in.number()).second; });
  return counts;
}

void add_part(JsonText& out, const PartEntry& p, std::size_t number) {
  out.begin_object();
  out.key("name").value(part_name(number));
  out.key("sources").begin_list().value(p.sources.first).value(p.sources.last).end_list();
  out.key("shards").value(p.shards);
  out.key("games").value(p.games);
  out.key("records").value(p.records);
  out.key("selected").begin_object();
  for (const auto& [split, records] : p.selected) out.key(split).value(records);
  out.end_object();
  out.key("manifest_xxh3").value(hex16(p.hash));
  out.end_object();
}

PartEntry read_part(JsonReader& in, std::size_t number) {
  PartEntry p;
  in.begin_object();
  fixed_in(in, "name", part_name(number));
  in.key("sources");
  in.begin_list();
  if (in.next_item()) p.sources.first = in.number();
  if (in.next_item()) p.sources.last = in.number();
  if (in.next_item()) in.fail("sources are two numbers");
  p.shards = number_in(in, "shards");
  p.games = number_in(in, "games");
  p.records = number_in(in, "records");
  in.key("selected");
  for_each_name(in, "selected", [&](const std::string& split) {
    const bool is_new = std::none_of(p.selected.begin(), p.selected.end(),
                                     [&](const auto& s) { return s.first == split; });
    p.selected.emplace_back(split, in.number());
    return is_new;
  });
  p.hash = hash_in(in, "manifest_xxh3");
  in.end_object();
  return p;
}

std::uint64_t sum_of(const Counts& counts) {
  std::uint64_t sum = 0;
  for (const auto& [name, count] : counts) sum += count;
  return sum;
}

void check_totals(JsonReader& in, const Collection& c) {
  std::uint64_t games = 0;
  std::uint64_t records = 0;
  std::size_t sources = 0;
  for (const PartEntry& p : c.parts) {
    games += p.games;
    records += p.records;
    if (p.sources.first != sources || p.sources.last <= sources) in.fail("sources with gaps");
    sources = p.sources.last;
  }
  if (games != c.games) in.fail("the parts have another number of games");
  if (records != c.positions) in.fail("the parts have another number of positions");
  if (c.games + sum_of(c.dropped) + sum_of(c.rejected) != c.read) {
    in.fail("the games stored, dropped and rejected are not those read");
  }
}

void add_to(Selected& sums, const std::string& split, std::uint64_t records) {
  const auto found =
      std::find_if(sums.begin(), sums.end(), [&](const auto& sum) { return sum.first == split; });
  if (found == sums.end()) {
    sums.emplace_back(split, records);
  } else {
    found->second += records;
  }
}

}  // namespace

Selected selected_in(const Manifest& m) {
  Selected sums;
  for (const ShardEntry& shard : m.shards) {
    for (const SelectionEntry& s : shard.selections) add_to(sums, s.split, s.records);
  }
  return sums;
}

Selected selected_in(const Collection& c) {
  Selected sums;
  for (const PartEntry& p : c.parts) {
    for (const auto& [split, records] : p.selected) add_to(sums, split, records);
  }
  return sums;
}

std::optional<Error> add_part(Collection& all, const PlannedPart& sources, const Manifest& m,
                              std::uint64_t hash) {
  if (all.game.empty()) all.game = m.game;
  if (!m.game.empty() && m.game != all.game) {
    return Error{ErrorCode::kUnsupported, 0,
                 concat({part_name(all.parts.size()), " holds games of ", m.game,
                         ", and those before it of ", all.game, ": a collection holds one game"})};
  }
  all.read += m.read;
  all.games += m.games;
  all.positions += m.positions;
  for (const auto& [filter, games] : m.dropped) all.dropped[filter] += games;
  for (const auto& [reason, counted] : m.rejected) all.rejected[reason] += counted.games;
  all.parts.push_back({sources, m.shards.size(), m.games, m.positions, selected_in(m), hash});
  return std::nullopt;
}

std::string to_json(const Collection& c) {
  JsonText out(/*is_open=*/true);
  out.begin_object();
  out.key("format").value(kFormat);
  out.key("version").value(kCollectionVersion);
  out.key("plan").value(hex16(c.plan));
  out.key("game").value(c.game);
  out.key("tool").value(c.tool);
  out.key("options").json(c.options);
  out.key("seed").value(c.seed);
  add_splits(out, c.splits);
  out.key("read").value(c.read);
  out.key("games").value(c.games);
  out.key("positions").value(c.positions);
  add_counts(out, "dropped", c.dropped);
  add_counts(out, "rejected", c.rejected);
  out.key("parts").begin_list();
  for (std::size_t i = 0; i < c.parts.size(); ++i) add_part(out, c.parts[i], i);
  out.end_list();
  return sealed(out);
}

bool is_collection(std::string_view manifest) {
  constexpr std::size_t kWithin = 64;
  return manifest.substr(0, kWithin).find(kFormat) != std::string_view::npos;
}

Result<Collection> read_collection(std::string_view text) {
  if (!seal_of(text)) {
    return bad(ErrorCode::kInvalid, 0, "its hash is not that of its text: it was changed or cut");
  }
  JsonReader in(text);
  Collection c;
  in.begin_object();
  fixed_in(in, "format", kFormat);
  if (number_in(in, "version") != kCollectionVersion && !in.error()) {
    return bad(ErrorCode::kUnsupported, 0, "another version of the format");
  }
  c.plan = hash_in(in, "plan");
  c.game = text_in(in, "game");
  c.tool = text_in(in, "tool");
  in.key("options");
  c.options = options_in(in);
  c.seed = number_in(in, "seed");
  c.splits = splits_in(in);
  c.read = number_in(in, "read");
  c.games = number_in(in, "games");
  c.positions = number_in(in, "positions");
  c.dropped = read_counts(in, "dropped");
  c.rejected = read_counts(in, "rejected");
  in.key("parts");
  for (in.begin_list(); in.next_item();) c.parts.push_back(read_part(in, c.parts.size()));
  if (c.parts.empty()) in.fail("a collection without parts");
  check_totals(in, c);
  c.hash = hash_in(in, "xxh3");
  in.end_object();
  in.end();
  if (const auto& e = in.error()) {
    return bad(ErrorCode::kInvalid, e->offset,
               concat({e->detail, " at byte ", std::to_string(e->offset)}));
  }
  return c;
}

Result<FolderManifest> read_folder_manifest(const std::string& folder) {
  const auto text = read_whole(concat({folder, "/", kManifestName}), kMaxManifestBytes);
  if (!text && text.error().code == ErrorCode::kNotFound) {
    const auto plan = read_plan_of(folder);
    if (!plan) return text.error();
    return Error{ErrorCode::kNotFound, 0,
                 concat({folder,
                         " is planned and not finished: intarsia build --plan makes what "
                         "is missing, intarsia finish joins it"})};
  }
  if (!text) return text.error();
  if (!is_collection(*text)) {
    auto set = read_manifest(*text);
    if (!set) return set.error();
    return FolderManifest{.hash = *seal_of(*text), .set = *std::move(set)};
  }
  auto collection = read_collection(*text);
  if (!collection) return collection.error();
  const std::uint64_t hash = collection->hash;
  return FolderManifest{.hash = hash, .collection = *std::move(collection)};
}

Result<std::vector<NamedManifest>> read_sets_of(const std::string& folder, std::uint64_t* hash) {
  auto found = read_folder_manifest(folder);
  if (!found) return found.error();
  if (hash != nullptr) *hash = found->hash;
  std::vector<NamedManifest> sets;
  if (found->set) {
    sets.push_back({folder, *std::move(found->set)});
    return sets;
  }
  for (std::size_t i = 0; i < found->collection->parts.size(); ++i) {
    const std::string part = concat({folder, "/", part_name(i)});
    const auto text = read_whole(concat({part, "/", kManifestName}), kMaxManifestBytes);
    if (!text) return text.error();
    if (seal_of(*text) != found->collection->parts[i].hash) {
      return Error{ErrorCode::kInvalid, 0,
                   concat({part, "/", kManifestName,
                           ": its hash is not that of the collection's "
                           "manifest; `intarsia verify` finds all that is wrong"})};
    }
    auto m = read_manifest(*text);
    if (!m) return about_file(part, m.error());
    sets.push_back({part, *std::move(m)});
  }
  return sets;
}

}  // namespace intarsia::data
