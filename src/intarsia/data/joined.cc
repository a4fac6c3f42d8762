#include "intarsia/data/joined.h"

#include <algorithm>

#include "intarsia/base/json_reader.h"
#include "intarsia/base/text.h"

namespace intarsia::data {

namespace {

std::string splits_text(const Manifest& m) {
  std::string out;
  for (const Split& s : m.splits) out += concat({" ", s.name, "=", short_number(s.share, 15)});
  return out.empty() ? " none" : out;
}

bool has_same_splits(std::span<const NamedManifest> sets) {
  const Manifest& first = sets.front().manifest;
  return std::all_of(sets.begin(), sets.end(), [&](const NamedManifest& s) {
    return s.manifest.splits == first.splits && s.manifest.seed == first.seed;
  });
}

// The first set that has the game of all.
const NamedManifest* with_game(std::span<const NamedManifest> sets) {
  for (const NamedManifest& s : sets) {
    if (!s.manifest.game.empty()) return &s;
  }
  return nullptr;
}

}  // namespace

std::optional<Error> refuse_join(std::span<const NamedManifest> sets) {
  const NamedManifest* const first = with_game(sets);
  for (const NamedManifest& s : sets) {
    if (s.manifest.game.empty() || s.manifest.game == first->manifest.game) continue;
    return Error{ErrorCode::kUnsupported, 0,
                 concat({first->folder, " is a data set of ", first->manifest.game, ", and ",
                         s.folder, " of ", s.manifest.game, ": they cannot be one"})};
  }
  return std::nullopt;
}

std::string options_but_inputs(const std::string& options) {
  JsonReader in(options);
  std::string key;
  std::string out;
  for (in.begin_object(); in.next_key(key);) {
    const std::string_view value = in.skip();
    if (key != "inputs") out += concat({out.empty() ? "" : ", ", key, ": ", trimmed(value)});
  }
  return out;
}

std::vector<std::string> differences(std::span<const NamedManifest> sets) {
  std::vector<std::string> found;
  const NamedManifest& first = sets.front();
  for (const NamedManifest& s : sets.subspan(1)) {
    const auto note = [&](std::string_view what, std::string_view here, std::string_view there) {
      if (here == there) return;
      found.push_back(concat({s.folder, " was built with another ", what, " than ", first.folder,
                              ": ", here, "; there: ", there}));
    };
    const Manifest& a = first.manifest;
    const Manifest& b = s.manifest;
    note("tool", b.tool, a.tool);
    const std::string here = options_but_inputs(b.options);
    const std::string there = options_but_inputs(a.options);
    note("choice of options", here, there);
    note("seed", std::to_string(b.seed), std::to_string(a.seed));
    note("split", splits_text(b).substr(1), splits_text(a).substr(1));
  }
  return found;
}

void add_reasons(const Reasons& reasons, std::size_t sources, Reasons& sum) {
  for (const auto& [reason, counted] : reasons) {
    PlacedCount& same = sum[reason];
    if (same.games == 0) {
      same.first = counted.first;
      same.first.source += static_cast<std::uint32_t>(sources);
    }
    same.games += counted.games;
  }
}

void add_counts(const Manifest& m, std::size_t sources, Manifest& sum) {
  sum.read += m.read;
  sum.games += m.games;
  sum.positions += m.positions;
  for (const auto& [filter, games] : m.dropped) sum.dropped[filter] += games;
  add_reasons(m.rejected, sources, sum.rejected);
  add_reasons(m.mended, sources, sum.mended);
}

Manifest joined(std::span<const NamedManifest> sets) {
  const Manifest& first = sets.front().manifest;
  Manifest all;
  all.tool = first.tool;
  all.options = first.options;
  all.seed = first.seed;
  if (has_same_splits(sets)) all.splits = first.splits;
  if (const NamedManifest* named = with_game(sets)) all.game = named->manifest.game;
  all.is_complete = true;
  for (const NamedManifest& s : sets) {
    const Manifest& m = s.manifest;
    all.is_complete = all.is_complete && m.is_complete;
    add_counts(m, all.sources.size(), all);
    all.rejected_bytes += m.rejected_bytes;
    all.sources.insert(all.sources.end(), m.sources.begin(), m.sources.end());
    all.shards.insert(all.shards.end(), m.shards.begin(), m.shards.end());
  }
  return all;
}

}  // namespace intarsia::data
