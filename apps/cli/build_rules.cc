#include "apps/cli/build_rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/cli/print.h"
#include "intarsia/games/registry.h"

namespace intarsia::cli {

namespace {

template <class Read, class Out>
bool read_flag(std::string_view verb, const char* flag, const std::string& text, Read read,
               Out& out) {
  if (text.empty()) return true;
  const auto error = read(text, out);
  if (error) say("intarsia {}: {}: {}\n", verb, flag, error->detail);
  return !error;
}

// The readers of filters that are written in the words of games.
template <class Read>
auto in_words(Read read) {
  return
      [read](std::string_view text, data::Filters& f) { return read(text, games::all_games(), f); };
}

bool add_rule(std::string_view verb, const char* flag, const std::string& text, data::Filters& f) {
  auto rule = data::read_tag_rule(text);
  if (!rule) {
    say("intarsia {}: {}: {}\n", verb, flag, rule.error().detail);
    return false;
  }
  f.tags.push_back(*std::move(rule));
  return true;
}

bool read_tags(std::string_view verb, const FilterFlags& w, data::Filters& f) {
  for (const std::string& name : w.require) {
    if (!add_rule(verb, "--require", name, f)) return false;
  }
  for (const std::string& rule : w.tags) {
    if (!add_rule(verb, "--tag", rule, f)) return false;
  }
  for (const NamedRule& n : w.named) {
    if (n.is_set || !n.pattern.empty()) f.tags.push_back(n.filter.rule(n.pattern));
  }
  return true;
}

// What is wrong with filters that are good one by one.
bool are_good(std::string_view verb, const data::Filters& f) {
  if (f.tags.size() > game::kMaxTagRules) {
    say("intarsia {}: --require, --tag: at most {} rules\n", verb, game::kMaxTagRules);
    return false;
  }
  if (f.max_rating != 0 && f.min_rating > f.max_rating) {
    const auto ratings = data::rating_filters(games::all_games());
    say("intarsia {}: --{} is above --{}\n", verb, ratings[0], ratings[1]);
    return false;
  }
  return true;
}

// For --help.
std::string quiet_words() {
  std::string words;
  for (const games::GameType* type : games::all_games()) {
    if (type->words.quiet.empty()) continue;
    words += fmt::format("; in {}: {}", type->words.title, type->words.quiet);
  }
  return words;
}

void add_choices(CLI::App& verb, RuleFlags& o, games::BuildOptions& build) {
  data::Choices& c = build.rules.choices;
  const char* group = "Which positions of them (all are stored; the choice is a selection)";
  verb.add_option("--ply", o.ply, "A..B, counted from 0: 8..120, 8.., ..40")
      ->check(some_text())
      ->group(group);
  verb.add_option("--every", c.every, "Every n-th, from the first of --ply on")
      ->group(group)
      ->check(CLI::Range(1, 1'000'000));
  verb.add_flag("--quiet", c.quiet, fmt::format("Quiet ones{}", quiet_words()))->group(group);
  verb.add_option("--sample", c.sample, "This share of them, by the seed: 0.1")
      ->group(group)
      ->check(share_of_one());
  verb.add_flag("--final", build.rules.with_final, "Store the last position of each game too")
      ->group(group);
}

}  // namespace

void add_filters(CLI::App& verb, FilterFlags& o, data::Filters& f, std::uint64_t& limit) {
  const auto all = games::all_games();
  const char* group =
      "Which games (what a game does not say is kept, but a tag that is asked for must be there)";
  for (data::NamedTags& tags : data::named_tags(all)) o.named.push_back({std::move(tags)});
  const auto ratings = data::rating_filters(all);
  verb.add_option(fmt::format("--{}", ratings[0]), f.min_rating, "Both players at least")
      ->group(group);
  verb.add_option(fmt::format("--{}", ratings[1]), f.max_rating, "Both players at most")
      ->group(group);
  verb.add_option(fmt::format("--{}", ratings[2]), f.max_rating_difference,
                  "The two players at most so far apart")
      ->group(group);
  verb.add_option("--time-control", o.time_control,
                  fmt::format("300+3 as written, or {}; more by commas",
                              fmt::join(data::time_words(all), ", ")))
      ->check(some_text())
      ->group(group);
  verb.add_option("--termination", o.termination,
                  fmt::format("{}; more by commas", fmt::join(data::termination_words(all), ", ")))
      ->check(some_text())
      ->group(group);
  verb.add_option("--outcome,--result", o.outcome,
                  fmt::format("first, second, draw, unknown, or as a game says it: {}; more by "
                              "commas",
                              fmt::join(data::outcome_words(all), ", ")))
      ->check(some_text())
      ->group(group);
  verb.add_option("--date", o.date, "A..B: 2013..2014-06, 2013-01-31.., ..2012")
      ->check(some_text())
      ->group(group);
  verb.add_option("--variant", o.variant,
                  fmt::format("{}; more by commas", fmt::join(data::variant_words(all), ", ")))
      ->check(some_text())
      ->group(group);
  verb.add_flag("--has-eval", f.has_eval, "Games with an evaluation of a position")->group(group);
  verb.add_option("--length", o.length, "Of the game in plies, A..B: 20.., ..200")
      ->check(some_text())
      ->group(group);
  for (NamedRule& n : o.named) {
    const std::string name = fmt::format("--{}", n.filter.name);
    const std::string help(n.filter.help);
    (n.filter.unwanted.empty() ? verb.add_option(name, n.pattern, help)->check(some_text())
                               : verb.add_flag(name, n.is_set, help))
        ->group(group);
  }
  verb.add_option("--tag", o.tags,
                  "Games with a tag that fits, NAME=PATTERN (* any text, ? a letter, | or), or "
                  "NAME!=PATTERN that does not; may be given again")
      ->group(group)
      ->expected(1)
      ->take_all();
  verb.add_option("--require", o.require, "Games that have this tag; may be given again")
      ->group(group)
      ->expected(1)
      ->take_all();
  verb.add_option("--limit", limit, "Stop after so many games")
      ->group(group)
      ->check(whole_number(1));
}

void add_rules(CLI::App& verb, RuleFlags& flags, games::BuildOptions& build) {
  verb.add_option("--split", flags.split, "Shares of the games: train=0.9,validation=0.1");
  verb.add_option("--seed", build.rules.seed, "Of splits and samples")->check(whole_number(0));
  add_filters(verb, flags.filters, build.rules.filters, build.limit);
  add_choices(verb, flags, build);
}

bool read_filters(std::string_view verb, const FilterFlags& w, data::Filters& f) {
  return read_flag(verb, "--time-control", w.time_control, in_words(data::read_times), f) &&
         read_flag(verb, "--termination", w.termination, in_words(data::read_terminations), f) &&
         read_flag(verb, "--outcome", w.outcome, in_words(data::read_outcomes), f) &&
         read_flag(verb, "--date", w.date, data::read_dates, f) &&
         read_flag(verb, "--variant", w.variant, in_words(data::read_variants), f) &&
         read_flag(verb, "--length", w.length, data::read_lengths, f) && read_tags(verb, w, f) &&
         are_good(verb, f);
}

bool read_rules(const RuleFlags& w, data::Rules& rules) {
  const bool are_read = read_filters("build", w.filters, rules.filters) &&
                        read_flag("build", "--ply", w.ply, data::read_plies, rules.choices);
  if (!are_read || w.split.empty()) return are_read;
  auto splits = data::read_splits(w.split);
  if (!splits) {
    say("intarsia build: --split: {}\n", splits.error().detail);
    return false;
  }
  rules.splits = *std::move(splits);
  return true;
}

}  // namespace intarsia::cli
