#include "intarsia/data/manifest.h"

#include <set>

#include "intarsia/base/json_text.h"
#include "intarsia/base/text.h"
#include "intarsia/data/json_fields.h"
#include "intarsia/data/seal.h"

namespace intarsia::data {

namespace {

void add_dtype(JsonText& out, const RecordType& t) {
  out.begin_object();
  out.key("size").value(t.size);
  out.key("bytes").value(t.bytes);
  out.key("dtype").begin_list();
  for (const Field& f : t.fields) {
    out.begin_list().value(f.name).value(f.type);
    if (f.count != 0) out.begin_list().value(f.count).end_list();
    out.end_list();
  }
  out.end_list().end_object();
}

void add_record_types(JsonText& out, const Manifest& m, const FindRecordType& find) {
  std::set<int> sizes;
  for (const ShardEntry& s : m.shards) sizes.insert(s.size);
  out.key("record_types").begin_list();
  for (int size : sizes) {
    if (const auto type = find(m.game, size)) add_dtype(out, *type);
  }
  out.end_list();
}

void add_shard(JsonText& out, const ShardEntry& s, std::size_t number) {
  out.begin_object();
  out.key("name").value(numbered_name("shard", number));
  out.key("size").value(s.size);
  out.key("records").value(s.records);
  out.key("games").value(s.games);
  out.key("xxh3").value(hex16(s.hash));
  out.key("games_name").value(numbered_name("games", number));
  out.key("games_xxh3").value(hex16(s.games_hash));
  out.key("selections").begin_list();
  for (const SelectionEntry& e : s.selections) {
    out.begin_object();
    out.key("split").value(e.split);
    out.key("name").value(e.name());
    out.key("records").value(e.records);
    if (e.runs != 0) out.key("runs").value(e.runs);
    out.key("xxh3").value(hex16(e.hash));
    out.end_object();
  }
  out.end_list().end_object();
}

void add_place(JsonText& out, const Place& p) {
  out.key("source").value(p.source);
  out.key("offset").value(p.offset);
  out.key("line").value(p.line);
  out.key("game").value(p.game);
}

void add_origin(JsonText& out, const Manifest& m) {
  out.key("options").json(m.options);
  out.key("seed").value(m.seed);
  add_splits(out, m.splits);
  out.key("sources").begin_list();
  for (const SourceEntry& s : m.sources) {
    out.begin_object();
    out.key("name").value(s.name);
    out.key("bytes").value(s.bytes);
    out.key("content_bytes").value(s.content);
    out.key("xxh3").value(hex16(s.hash));
    out.end_object();
  }
  out.end_list();
}

void add_reasons(JsonText& out, const ReasonKeys& keys, const Reasons& reasons) {
  out.key(keys.counts).begin_object();
  for (const auto& [reason, r] : reasons) out.key(reason).value(r.games);
  out.end_object();
  out.key(keys.places).begin_object();
  for (const auto& [reason, r] : reasons) {
    out.key(reason).begin_object();
    add_place(out, r.first);
    out.end_object();
  }
  out.end_object();
}

void add_counts(JsonText& out, const Manifest& m) {
  out.key("read").value(m.read);
  out.key("games").value(m.games);
  out.key("positions").value(m.positions);
  out.key("dropped").begin_object();
  for (const auto& [filter, games] : m.dropped) out.key(filter).value(games);
  out.end_object();
  add_reasons(out, kRejectedKeys, m.rejected);
  out.key("rejected_file").begin_object();
  out.key("name").value(kRejectedName);
  out.key("bytes").value(m.rejected_bytes);
  out.key("xxh3").value(hex16(m.rejected_hash));
  out.end_object();
  if (!m.mended.empty()) add_reasons(out, kMendedKeys, m.mended);
}

}  // namespace

std::string numbered_name(std::string_view kind, std::size_t number) {
  constexpr std::size_t kDigits = 5;
  std::string digits = std::to_string(number);
  if (digits.size() < kDigits) digits.insert(0, kDigits - digits.size(), '0');
  return concat({kind, "-", digits, ".npy"});
}

std::uint64_t Manifest::rejected_games() const {
  std::uint64_t n = 0;
  for (const auto& [reason, r] : rejected) n += r.games;
  return n;
}

std::uint64_t Manifest::damaged_sources() const {
  const auto found = rejected.find(std::string(kDamageReason));
  return found == rejected.end() ? 0 : found->second.games;
}

bool Manifest::is_balanced() const {
  std::uint64_t n = games + rejected_games();
  for (const auto& [filter, games_dropped] : dropped) n += games_dropped;
  return n == read;
}

int version_of(const Manifest& m) {
  for (const ShardEntry& shard : m.shards) {
    for (const SelectionEntry& s : shard.selections) {
      if (s.runs != 0) return kRunsVersion;
    }
  }
  return kFormatVersion;
}

std::set<std::string> file_names(const Manifest& m) {
  std::set<std::string> names = {kManifestName, kRejectedName};
  for (std::size_t i = 0; i < m.shards.size(); ++i) {
    names.insert(numbered_name("shard", i));
    names.insert(numbered_name("games", i));
    for (const SelectionEntry& s : m.shards[i].selections) names.insert(s.name());
  }
  return names;
}

std::string to_json(const Manifest& m, const FindRecordType& find) {
  JsonText out(/*is_open=*/true);
  out.begin_object();
  out.key("format").value("intarsia data set");
  out.key("version").value(version_of(m));
  out.key("complete").value(m.is_complete);
  out.key("game").value(m.game);
  out.key("tool").value(m.tool);
  add_record_types(out, m, find);
  add_origin(out, m);
  add_counts(out, m);
  out.key("shards").begin_list();
  for (std::size_t i = 0; i < m.shards.size(); ++i) add_shard(out, m.shards[i], i);
  out.end_list();
  if (m.next) {
    out.key("next").begin_object();
    add_place(out, m.next->place);
    out.key("checked_bytes").value(m.next->checked_bytes);
    out.key("checked_xxh3").value(hex16(m.next->checked_hash));
    out.end_object();
  }
  return sealed(out);
}

}  // namespace intarsia::data
