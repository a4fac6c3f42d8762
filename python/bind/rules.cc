#include "python/bind/rules.h"

#include <algorithm>
#include <utility>

#include <nanobind/stl/vector.h>

#include "intarsia/base/text.h"
#include "intarsia/data/tag_filters.h"
#include "intarsia/games/registry.h"
#include "python/bind/errors.h"

namespace intarsia::bind {

namespace {

// The words that the library reads, each under the name of its argument.
template <class Read>
void read_words(const nb::dict& options, const char* name, Read read) {
  const auto text = option<std::string>(options, name);
  if (text.empty()) return;
  if (auto error = read(text)) {
    raise({error->code, error->offset, concat({name, ": ", error->detail})});
  }
}

// `require` and `tag` are texts of rules, `named` what is said with the filters that have names.
void add_tag_rules(const nb::dict& o, data::Games games, data::Filters& f) {
  for (const char* list : {"require", "tag"}) {
    for (const std::string& text : option<std::vector<std::string>>(o, list)) {
      auto rule = data::read_tag_rule(text);
      if (!rule) raise({rule.error().code, 0, concat({list, ": ", rule.error().detail})});
      f.tags.push_back(*std::move(rule));
    }
  }
  for (const data::NamedTags& n : data::named_tags(games)) {
    std::string argument(n.name);
    std::replace(argument.begin(), argument.end(), '-', '_');
    const auto said = option<std::string>(o, argument.c_str());
    if (!said.empty()) f.tags.push_back(n.rule(said));
  }
  if (f.tags.size() > game::kMaxTagRules) {
    throw nb::value_error(
        concat({"require, tag: at most ", std::to_string(game::kMaxTagRules), " rules"}).c_str());
  }
}

}  // namespace

data::Rules rules_in(const nb::dict& o) {
  data::Rules rules;
  auto& f = rules.filters;
  f.min_rating = option<std::uint32_t>(o, "min_elo");
  f.max_rating = option<std::uint32_t>(o, "max_elo");
  f.has_eval = option<bool>(o, "has_eval");
  if (const auto most = option<std::int64_t>(o, "max_elo_difference"); most >= 0) {
    f.max_rating_difference = static_cast<std::uint32_t>(most);
  }
  const auto all = games::all_games();
  add_tag_rules(o, all, f);
  const auto of_games = [&](auto read) {
    return [&, read](std::string_view text) { return read(text, all, f); };
  };
  read_words(o, "time_control", of_games(data::read_times));
  read_words(o, "termination", of_games(data::read_terminations));
  read_words(o, "outcome", of_games(data::read_outcomes));
  read_words(o, "result", of_games(data::read_outcomes));
  read_words(o, "variant", of_games(data::read_variants));
  read_words(o, "length", [&](std::string_view text) { return data::read_lengths(text, f); });
  read_words(o, "date", [&](std::string_view text) { return data::read_dates(text, f); });
  read_words(o, "ply",
             [&](std::string_view text) { return data::read_plies(text, rules.choices); });
  rules.choices.every = option<std::uint32_t>(o, "every");
  rules.choices.quiet = option<bool>(o, "quiet");
  rules.choices.sample = option<double>(o, "sample");
  rules.with_final = option<bool>(o, "final");
  rules.seed = option<std::uint64_t>(o, "seed");
  if (const auto split = option<std::string>(o, "split"); !split.empty()) {
    auto splits = data::read_splits(split);
    if (!splits) {
      const Error& e = splits.error();
      raise({e.code, e.offset, concat({"split: ", e.detail})});
    }
    rules.splits = *std::move(splits);
  }
  return rules;
}

}  // namespace intarsia::bind
