// Data sets made by tests, and opened again.

#pragma once

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "intarsia/data/set.h"
#include "intarsia/data/verify.h"
#include "intarsia/games/build.h"
#include "intarsia/games/registry.h"
#include "tests/support/pgn_text.h"
#include "tests/support/temp_folder.h"

namespace intarsia::test {

// The sanitizers make everything several times slower.
#ifdef INTARSIA_SLOW_BUILD
inline constexpr std::size_t kGames = 120;
#else
inline constexpr std::size_t kGames = 600;
#endif

inline Result<games::BuildReport> made(games::BuildOptions o) {
  if (o.run.threads == 1) o.run.threads = 2;
  return games::build(o);
}

inline std::unique_ptr<data::Set> open_set(const std::string& folder,
                                           const data::SetOptions& o = {}) {
  auto set = data::Set::open(folder, games::find_record_type, o);
  EXPECT_TRUE(set) << set.error().detail;
  return set ? *std::move(set) : nullptr;
}

inline data::Verified verified(const std::string& folder) {
  const auto v = data::verify(folder, games::find_record_type);
  EXPECT_TRUE(v) << v.error().detail;
  return v ? *v : data::Verified{};
}

// Options that use every part: filters, choices, splits, several shards, refused games.
inline games::BuildOptions rich(const std::string& input, const std::string& folder) {
  games::BuildOptions o{.inputs = {input}, .folder = folder};
  o.rules.filters.min_rating = 1600;
  o.rules.choices = {.first_ply = 4, .every = 2, .quiet = true};
  o.rules.splits = *data::read_splits("train=0.8,validation=0.2");
  o.rules.seed = 7;
  o.shard_records = 1500;
  o.run.threads = 2;
  return o;
}

}  // namespace intarsia::test
