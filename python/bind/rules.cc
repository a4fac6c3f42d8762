#include "python/bind/rules.h"

#include <utility>

#include <nanobind/stl/vector.h>

#include "intarsia/base/text.h"
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

}  // namespace

data::Rules rules_in(const nb::dict& o) {
  data::Rules rules;
  auto& f = rules.filters;
  f.min_rating = option<std::uint32_t>(o, "min_elo");
  f.max_rating = option<std::uint32_t>(o, "max_elo");
  f.has_eval = option<bool>(o, "has_eval");
  f.require = option<std::vector<std::string>>(o, "require");
  if (f.require.size() > data::kMaxRequired) {
    throw nb::value_error(
        concat({"require: at most ", std::to_string(data::kMaxRequired), " tags"}).c_str());
  }
  const auto all = games::all_games();
  const auto of_games = [&](auto read) {
    return [&, read](std::string_view text) { return read(text, all, f); };
  };
  read_words(o, "time_control", of_games(data::read_times));
  read_words(o, "termination", of_games(data::read_terminations));
  read_words(o, "outcome", of_games(data::read_outcomes));
  read_words(o, "result", of_games(data::read_outcomes));
  read_words(o, "variant", of_games(data::read_variants));
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
