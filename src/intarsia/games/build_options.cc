#include "intarsia/games/build_options.h"

#include <algorithm>
#include <map>
#include <utility>

#include "intarsia/base/json_reader.h"
#include "intarsia/base/json_text.h"
#include "intarsia/base/text.h"
#include "intarsia/games/record_rules.h"
#include "intarsia/games/registry.h"
#include "intarsia/io/file_kind.h"
#include "intarsia/io/logical_name.h"

namespace intarsia::games {

namespace {

// Of all games.
std::vector<game::OptionInfo> reading_options() {
  std::vector<game::OptionInfo> options;
  for (const GameType* type : all_games()) {
    for (const game::OptionInfo& o : type->options) {
      if (o.use == game::OptionInfo::Use::kReading) options.push_back(o);
    }
  }
  return options;
}

void add_game_options(JsonText& out, const game::Options& given) {
  for (const game::OptionInfo& option : reading_options()) {
    if (!given.has(option.name)) continue;
    const std::string_view value = given.value(option.name);
    if (option.choices.empty()) {
      out.key(option.name).value(true);
    } else if (value != option.choices.front()) {
      out.key(option.name).value(value);
    }
  }
}

game::Options read_game_options(JsonReader& in) {
  game::Options options;
  for (const game::OptionInfo& option : reading_options()) {
    if (!in.has_key(option.name)) continue;
    if (!option.choices.empty()) {
      options.set(option.name, in.text());
    } else if (in.truth()) {
      options.set(option.name);
    }
  }
  return options;
}

constexpr std::string_view kGames = "games";
constexpr std::string_view kPositions = "positions";

void read_unique(JsonReader& in, BuildOptions& o) {
  for (in.begin_list(); in.next_item();) {
    const std::string what = in.text();
    o.unique_games |= what == kGames;
    o.unique_positions |= what == kPositions;
    if (what != kGames && what != kPositions) in.fail("neither games nor positions");
  }
}

Result<BuildOptions> read_options(const data::Manifest& m) {
  BuildOptions o;
  JsonReader in(m.options);
  in.begin_object();
  if (in.has_key("inputs")) {
    for (in.begin_list(); in.next_item();) o.inputs.push_back(in.text());
  }
  if (in.has_key("from")) o.format = in.text();
  o.game = read_game_options(in);
  in.key("filters");
  data::read_json(in, all_games(), o.rules.filters);
  in.key("choices");
  data::read_json(in, o.rules.choices);
  in.key("final");
  o.rules.with_final = in.truth();
  if (in.has_key("unique")) read_unique(in, o);
  if (in.has_key("limit")) o.limit = in.number();
  in.key("shard_records");
  o.shard_records = in.number();
  in.end_object();
  in.end();
  o.rules.seed = m.seed;
  o.rules.splits = m.splits;
  if (in.error()) {
    return Error{ErrorCode::kInvalid, in.error()->offset,
                 concat({"the options of the data set: ", in.error()->detail})};
  }
  return o;
}

// Each option by its key, with its value as JSON.
using Values = std::map<std::string, std::string>;

// Keys for the ends of what is one option.
struct RangeKeys {
  std::string first, last, option;
};
const RangeKeys kRanges[] = {{"first_ply", "last_ply", "ply"},
                             {"min_length", "max_length", "length"},
                             {"min_date", "max_date", "date"}};

void join_ranges(Values& values) {
  for (const RangeKeys& r : kRanges) {
    if (!values.contains(r.first) && !values.contains(r.last)) continue;
    values[r.option] = concat({values[r.first], "..", values[r.last]});
    values.erase(r.first);
    values.erase(r.last);
  }
}

Values values_of(const BuildOptions& o) {
  Values values;
  const std::string json = options_json(o);
  JsonReader in(json);
  std::string key;
  for (in.begin_object(); in.next_key(key);) {
    if (key == "inputs") {
      in.skip();
    } else if (key == "filters" || key == "choices") {
      for (in.begin_object(); in.next_key(key);) values[key] = in.skip();
    } else {
      values[key] = in.skip();
    }
  }
  if (o.rules.seed != 0) values["seed"] = std::to_string(o.rules.seed);
  for (const data::Split& s : o.rules.splits) {
    values["split"] += concat({s.name, "=", short_number(s.share, 15), " "});
  }
  join_ranges(values);
  return values;
}

std::string value_in(const Values& values, const std::string& key) {
  const auto found = values.find(key);
  return found == values.end() ? "not given" : std::string(trimmed(found->second));
}

// As it is written for the tool: --min-elo.
std::string flag_of(std::string key) {
  std::replace(key.begin(), key.end(), '_', '-');
  return "--" + key;
}

// Every option that is given now and was another then.
std::optional<Error> option_difference(const BuildOptions& now, const BuildOptions& then) {
  const Values usual = values_of({});
  const Values given = values_of(now);
  const Values stored = values_of(then);
  std::string differences;
  std::size_t count = 0;
  for (const auto& [key, value] : given) {
    const std::string is = value_in(given, key);
    const std::string was = value_in(stored, key);
    if (value == value_in(usual, key) || is == was) continue;
    differences +=
        concat({count++ > 0 ? ", " : "", flag_of(key), " is ", is, " now and was ", was});
  }
  if (count == 0) return std::nullopt;
  return Error{ErrorCode::kInvalid, 0,
               concat({differences, " when the data set was begun: leave ",
                       count > 1 ? "them" : "it", " out, or begin anew with --force"})};
}

std::optional<Error> difference(const BuildOptions& now, const BuildOptions& then) {
  if (auto error = option_difference(now, then)) return error;
  // One that stands for many files is as good as they are: their content decides.
  const auto is_many = [](const std::string& input) {
    const auto kind = io::kind_of(input);
    return input.starts_with('@') || (kind && *kind == io::FileKind::kFolder);
  };
  const bool has_many = std::any_of(now.inputs.begin(), now.inputs.end(), is_many) ||
                        std::any_of(then.inputs.begin(), then.inputs.end(), is_many);
  if (now.inputs.empty() || has_many || now.inputs.size() == then.inputs.size()) {
    return std::nullopt;
  }
  return Error{ErrorCode::kInvalid, 0,
               concat({std::to_string(now.inputs.size()),
                       now.inputs.size() == 1 ? " input is" : " inputs are",
                       " named, and the data set was begun with ",
                       std::to_string(then.inputs.size()), ": name none, and those are read"})};
}

}  // namespace

std::string options_json(const BuildOptions& o) {
  JsonText out;
  out.begin_object();
  if (!o.inputs.empty()) {  // of a plan, whose sources are listed by themselves
    out.key("inputs").begin_list();
    for (const std::string& input : o.inputs) out.value(as_utf8(input));
    out.end_list();
  }
  if (!o.format.empty()) out.key("from").value(o.format);
  add_game_options(out, o.game);
  out.key("filters").begin_object();
  data::add_json(out, all_games(), o.rules.filters);
  out.end_object();
  out.key("choices").begin_object();
  data::add_json(out, o.rules.choices);
  out.end_object();
  out.key("final").value(o.rules.with_final);
  if (o.unique_games || o.unique_positions) {
    out.key("unique").begin_list();
    if (o.unique_games) out.value(kGames);
    if (o.unique_positions) out.value(kPositions);
    out.end_list();
  }
  if (o.limit != 0) out.key("limit").value(o.limit);
  out.key("shard_records").value(o.shard_records);
  out.end_object();
  return out.text();
}

game::Options game_options_of(const data::Manifest& m) {
  const auto options = read_options(m);
  return options ? options->game : game::Options();
}

bool has_final_positions(const data::Manifest& m) {
  const auto options = read_options(m);
  return options && options->rules.with_final;
}

std::string_view tool() { return "intarsia " INTARSIA_VERSION; }

Result<BuildOptions> stored_options(const data::Manifest& m) { return read_options(m); }

data::WriterOptions writer_options(const BuildOptions& o, const std::string& options) {
  data::WriterOptions w{.folder = o.folder,
                        .may_resume = o.resume,
                        .may_replace = o.force,
                        .may_trust = o.trust,
                        .threads = o.run.threads,
                        .checking = o.run.checking,
                        .shard_records = o.shard_records,
                        .limit = o.limit,
                        .has_choices = !o.rules.choices.is_all(),
                        .stop = o.run.stop,
                        .head = {.tool = std::string(tool()),
                                 .options = options,
                                 .seed = o.rules.seed,
                                 .splits = o.rules.splits},
                        .find = find_record_type,
                        .beside = o.beside,
                        .fault = o.fault};
  if (!o.unique_positions) return w;
  const auto find_rules = [](std::string_view game) -> Result<data::RecordRules> {
    const auto type = find_game(game);
    if (!type) return type.error();
    return record_rules(**type);
  };
  w.unique = data::UniqueOptions{.choices = o.rules.choices,
                                 .find_rules = find_rules,
                                 .memory = o.memory,
                                 .threads = o.run.threads};
  return w;
}

Result<BuildOptions> resumed_options(const data::Manifest& m, const BuildOptions& now) {
  auto then = read_options(m);
  if (!then) return then;
  if (auto error = difference(now, *then)) return *std::move(error);
  if (then->unique_games) {
    return Error{ErrorCode::kUnsupported, 0,
                 "the data set was begun by merge --unique games, and is merged anew, not built"};
  }
  BuildOptions o = now;
  if (o.inputs.empty()) {
    for (std::string& name : then->inputs) {
      o.inputs.push_back(o.root ? io::path_below(*o.root, name) : std::move(name));
    }
  }
  o.format = std::move(then->format);
  o.game = std::move(then->game);
  o.rules = std::move(then->rules);
  o.limit = then->limit;
  o.unique_positions = then->unique_positions;
  o.shard_records = then->shard_records;
  return o;
}

}  // namespace intarsia::games
