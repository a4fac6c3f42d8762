#include "intarsia/data/narrow.h"

#include <cassert>

#include "intarsia/base/text.h"

namespace intarsia::data {

namespace {

// As files write it: 300+3. The text itself is not stored.
std::string time_control_of(const GameRow& row) {
  if (row.time_base == 0 && row.time_increment == 0) return {};
  return concat({std::to_string(row.time_base), "+", std::to_string(row.time_increment)});
}

}  // namespace

std::optional<std::string_view> dropped_by(const Filters& f, const game::Words& words,
                                           const GameRow& row, bool with_final) {
  assert(f.tags.empty());
  GameFacts facts{.row = row};
  if (!f.time_controls.empty()) facts.time_control = time_control_of(row);
  if (const auto filter = dropped_by_tags(f, words, facts)) return filter;
  return dropped_by_play(f, facts, plies_of(row.records, with_final));
}

Result<std::vector<std::uint64_t>> numbers_where(const Set& set, const Filters& filters,
                                                 const Choices& choices, const game::Words& words,
                                                 bool with_final) {
  assert(!choices.quiet);
  std::vector<std::uint64_t> numbers;
  auto error = set.for_each_run([&](const Set::Run& run) {
    if (dropped_by(filters, words, run.row, with_final)) return;
    for (std::size_t i = 0; i < run.plies.size(); ++i) {
      if (choices.is_chosen(run.plies[i], true, run.row.hash)) numbers.push_back(run.first + i);
    }
  });
  if (error) return *std::move(error);
  return numbers;
}

Result<std::vector<std::uint32_t>> games_of_records(const Set& set) {
  std::vector<std::uint32_t> games;
  games.reserve(set.size());
  auto error = set.for_each_run([&](const Set::Run& run) {
    games.insert(games.end(), run.plies.size(), static_cast<std::uint32_t>(run.game));
  });
  if (error) return *std::move(error);
  return games;
}

}  // namespace intarsia::data
