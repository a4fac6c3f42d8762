// Manifests from their text: their hash first, then key by key in the order in which `to_json` writes.

#include <algorithm>
#include <charconv>

#include "intarsia/base/json_reader.h"
#include "intarsia/base/text.h"
#include "intarsia/data/json_fields.h"
#include "intarsia/data/manifest.h"
#include "intarsia/data/seal.h"

namespace intarsia::data {

namespace {

Error bad(ErrorCode code, std::size_t offset, std::string_view what) {
  return Error{code, offset, concat({"manifest.json: ", what})};
}

Place read_place(JsonReader& in) {
  const auto source = static_cast<std::uint32_t>(number_in(in, "source", UINT32_MAX));
  const std::uint64_t offset = number_in(in, "offset");
  const std::uint64_t line = number_in(in, "line");
  return {source, offset, line, number_in(in, "game")};
}

// Behind the key of the counts.
Reasons read_reasons(JsonReader& in, const ReasonKeys& keys) {
  Reasons reasons;
  for_each_name(in, keys.counts, [&](const std::string& reason) {
    return reasons.emplace(reason, PlacedCount{in.number(), {}}).second;
  });
  std::size_t places = 0;
  in.key(keys.places);
  for_each_name(in, keys.places, [&](const std::string& reason) {
    const auto found = reasons.find(reason);
    if (found == reasons.end()) in.fail("a place for a reason that counts no games");
    in.begin_object();
    const Place first = read_place(in);
    in.end_object();
    if (found != reasons.end()) found->second.first = first;
    return ++places <= reasons.size();
  });
  if (places != reasons.size()) in.fail("a reason without its first place");
  return reasons;
}

void read_origin(JsonReader& in, Manifest& m) {
  in.key("options");
  m.options = options_in(in);
  m.seed = number_in(in, "seed");
  m.splits = splits_in(in);
  in.key("sources");
  for (in.begin_list(); in.next_item();) {
    SourceEntry s;
    in.begin_object();
    s.name = text_in(in, "name");
    s.bytes = number_in(in, "bytes");
    s.content = number_in(in, "content_bytes");
    s.hash = hash_in(in, "xxh3");
    in.end_object();
    m.sources.push_back(std::move(s));
  }
}

void read_counts(JsonReader& in, Manifest& m) {
  m.read = number_in(in, "read");
  m.games = number_in(in, "games");
  m.positions = number_in(in, "positions");
  in.key("dropped");
  for_each_name(in, "dropped", [&](const std::string& filter) {
    return m.dropped.emplace(current_name(filter), in.number()).second;
  });
  in.key(kRejectedKeys.counts);
  m.rejected = read_reasons(in, kRejectedKeys);
  if (!m.is_balanced()) in.fail("the games stored, dropped and rejected are not those read");
  in.key("rejected_file");
  in.begin_object();
  fixed_in(in, "name", kRejectedName);
  m.rejected_bytes = number_in(in, "bytes");
  m.rejected_hash = hash_in(in, "xxh3");
  in.end_object();
  if (in.has_key(kMendedKeys.counts)) m.mended = read_reasons(in, kMendedKeys);
}

// The numbers of selections run through all shards.
ShardEntry read_shard(JsonReader& in, std::size_t shard, std::uint64_t& selections) {
  ShardEntry s;
  in.begin_object();
  fixed_in(in, "name", numbered_name("shard", shard));
  s.size = static_cast<int>(number_in(in, "size", UINT8_MAX));
  s.records = number_in(in, "records", UINT32_MAX);
  s.games = number_in(in, "games", s.records);
  s.hash = hash_in(in, "xxh3");
  fixed_in(in, "games_name", numbered_name("games", shard));
  s.games_hash = hash_in(in, "games_xxh3");
  in.key("selections");
  for (in.begin_list(); in.next_item();) {
    SelectionEntry e;
    in.begin_object();
    e.split = text_in(in, "split");
    e.number = selections++;
    fixed_in(in, "name", e.name());
    e.records = number_in(in, "records", s.records);
    if (in.has_key("runs")) {
      e.runs = in.number();
      if (e.runs == 0 || e.runs > e.records) in.fail("an impossible number of runs");
    }
    e.hash = hash_in(in, "xxh3");
    in.end_object();
    s.selections.push_back(std::move(e));
  }
  in.end_object();
  return s;
}

void read_shards(JsonReader& in, Manifest& m) {
  std::uint64_t selections = 0;
  std::uint64_t games = 0;
  std::uint64_t positions = 0;
  in.key("shards");
  for (in.begin_list(); in.next_item();) {
    m.shards.push_back(read_shard(in, m.shards.size(), selections));
    games += m.shards.back().games;
    positions += m.shards.back().records;
  }
  if (games != m.games) in.fail("the shards have another number of games");
  if (positions != m.positions) in.fail("the shards have another number of positions");
}

std::optional<Next> read_next(JsonReader& in) {
  if (!in.has_key("next")) return std::nullopt;
  Next next;
  in.begin_object();
  next.place = read_place(in);
  next.checked_bytes = number_in(in, "checked_bytes");
  next.checked_hash = hash_in(in, "checked_xxh3");
  if (next.place.offset > next.checked_bytes) in.fail("it goes on behind what was read");
  in.end_object();
  return next;
}

}  // namespace

Result<Manifest> read_manifest(std::string_view file) {
  if (file.size() > kMaxManifestBytes)
    return bad(ErrorCode::kLimit, 0, concat({"more than ", binary_size(kMaxManifestBytes)}));
  if (!seal_of(file)) {
    return bad(ErrorCode::kInvalid, 0, "its hash is not that of its text: it was changed or cut");
  }
  JsonReader in(file);
  Manifest m;
  in.begin_object();
  fixed_in(in, "format", "intarsia data set");
  const std::uint64_t version = number_in(in, "version");
  if (version != kFormatVersion && version != kRunsVersion && !in.error()) {
    return bad(ErrorCode::kUnsupported, 0, "another version of the format");
  }
  in.key("complete");
  m.is_complete = in.truth();
  m.game = text_in(in, "game");
  m.tool = text_in(in, "tool");
  in.key("record_types");
  in.skip();
  read_origin(in, m);
  read_counts(in, m);
  read_shards(in, m);
  if (version != static_cast<std::uint64_t>(version_of(m))) {
    in.fail("version 2 is that of sets with runs in a selection, and of no other");
  }
  m.next = read_next(in);
  if (m.is_complete == m.next.has_value()) in.fail("a complete set goes on nowhere, another does");
  hash_in(in, "xxh3");
  in.end_object();
  in.end();
  if (const auto& e = in.error()) {
    return bad(ErrorCode::kInvalid, e->offset,
               concat({e->detail, " at byte ", std::to_string(e->offset)}));
  }
  return m;
}

}  // namespace intarsia::data
