#include "apps/cli/set_json.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/cli/print.h"
#include "intarsia/base/text.h"
#include "intarsia/data/column.h"
#include "intarsia/data/files.h"
#include "intarsia/games/registry.h"
#include "intarsia/io/random_file.h"

namespace intarsia::cli {

namespace {

using Json = nlohmann::ordered_json;

Json place_json(const data::Place& p) {
  return {{"source", p.source}, {"offset", p.offset}, {"line", p.line}, {"game", p.game}};
}

void add_reasons(const data::ReasonKeys& keys, const data::Reasons& reasons, Json& out) {
  Json& counts = out[std::string(keys.counts)] = Json::object();
  for (const auto& [reason, r] : reasons) counts[reason] = r.games;
  Json& places = out[std::string(keys.places)] = Json::object();
  for (const auto& [reason, r] : reasons) places[reason] = place_json(r.first);
}

}  // namespace

// The manifest by its file, the others by what it says of them.
Result<std::uint64_t> set_bytes(const std::string& folder, const data::Manifest& m) {
  const auto manifest = io::RandomFile::open(concat({folder, "/", data::kManifestName}));
  if (!manifest) return manifest.error();
  std::uint64_t sum = m.rejected_bytes + manifest->size();
  for (std::size_t i = 0; i < m.shards.size(); ++i) {
    const auto type = games::find_record_type(m.game, m.shards[i].size);
    if (type) sum += data::shard_file({}, m, i, *type).bytes();
    sum += data::games_file({}, m, i).bytes();
    for (const auto& s : m.shards[i].selections) sum += data::selection_file({}, s).bytes();
  }
  return sum;
}

double bytes_per_position(std::uint64_t bytes, const data::Manifest& m) {
  return m.positions == 0 ? 0 : static_cast<double>(bytes) / static_cast<double>(m.positions);
}

Json selected_json(const data::Selected& selected) {
  Json out = Json::object();
  for (const auto& [split, records] : selected) out[split.empty() ? "chosen" : split] = records;
  return out;
}

void add_totals(const data::Collection& c, Json& out) {
  out["read"] = c.read;
  out["games"] = c.games;
  out["positions"] = c.positions;
  out["dropped"] = c.dropped;
  out["rejected"] = c.rejected;
  out["selected"] = selected_json(data::selected_in(c));
}

Result<Json> columns_json(const std::string& folder, const data::Manifest& m) {
  Json out = Json::array();
  const auto names = data::column_names(folder);
  if (!names) return names.error();
  for (const std::string& name : *names) {
    const auto column = data::read_column_manifest_of(folder, name);
    const auto problem = column ? data::refuse_column(*column, m) : std::optional(column.error());
    if (problem) {
      out.push_back({{"name", name}, {"problem", problem->detail}});
      continue;
    }
    std::uint64_t bytes = 0;
    for (const data::ColumnFile& f : column->shards) bytes += f.bytes + f.offsets_bytes;
    out.push_back({{"name", name},
                   {"dtype", column->type.dtype},
                   {"shape", column->type.shape},
                   {"ragged", column->type.is_ragged},
                   {"meaning", column->meaning},
                   {"view", column->view},
                   {"made_by", Json::parse(column->made_by, nullptr, /*allow_exceptions=*/false)},
                   {"bytes", bytes}});
  }
  return out;
}

Json set_json(const std::string& folder, std::uint64_t bytes, const data::Manifest& m) {
  Json out = {{"schema", 1},
              {"folder", as_utf8(folder)},
              {"game", m.game},
              {"complete", m.is_complete},
              {"games", m.games},
              {"positions", m.positions},
              {"shards", m.shards.size()},
              {"bytes", bytes},
              {"bytes_per_position", bytes_per_position(bytes, m)},
              {"read", m.read},
              {"seed", m.seed}};
  out["dropped"] = Json(m.dropped);
  add_reasons(data::kRejectedKeys, m.rejected, out);
  add_reasons(data::kMendedKeys, m.mended, out);
  out["split"] = Json::object();
  out["selected"] = selected_json(data::selected_in(m));
  out["sources"] = Json::array();
  for (const data::SourceEntry& s : m.sources) {
    out["sources"].push_back({{"name", s.name}, {"bytes", s.bytes}, {"content_bytes", s.content}});
  }
  return out;
}

void note_selection(std::string_view verb, const data::Set& set, const std::string& split) {
  const data::Manifest& m = set.manifest();
  if (!m.is_complete) {
    say("intarsia {}: {} is not complete: build --resume goes on\n", verb, set.name());
  }
  if (m.splits.empty() || !split.empty()) return;
  say("intarsia {}: {} has splits, and all records are taken; --split is one of:", verb,
      set.name());
  for (const data::Split& s : m.splits) say(" {}", s.name);
  say("\n");
}

std::optional<Error> note_columns(std::string_view verb, const std::string& folder) {
  const auto names = data::column_names(folder);
  if (!names) return names.error();
  if (!names->empty()) {
    say("intarsia {}: columns are left out: {}\n", verb, fmt::join(*names, ", "));
  }
  return std::nullopt;
}

std::string sizes_text(const data::Manifest& m) {
  const auto type = games::find_game(m.game);
  if (!type || (*type)->sizes.is_one()) return {};
  std::map<int, std::uint64_t> sums;
  for (const data::ShardEntry& shard : m.shards) sums[shard.size] += shard.records;
  std::string out;
  for (const auto& [size, records] : sums) {
    out += fmt::format("{}{} ({})", out.empty() ? "" : ", ", (*type)->sizes.to_text(size),
                       counted(records, "position"));
  }
  return out;
}

}  // namespace intarsia::cli
