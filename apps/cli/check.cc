// `check`: every fault of files with games or positions.

#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "apps/cli/game_files.h"
#include "apps/cli/hex_json.h"
#include "apps/cli/input.h"
#include "apps/cli/verb.h"
#include "intarsia/base/text.h"
#include "intarsia/hex/position_line.h"
#include "intarsia/hex/trmph.h"

namespace intarsia::cli {

namespace {

using Json = nlohmann::ordered_json;

struct CheckOptions {
  Common common;
  std::vector<std::string> files;
};

Json faults_json(const GameItem& item) {
  Json list = Json::array();
  for (const auto& [place, error] : item.faults) {
    list.push_back({{"code", name(error.code)},
                    {"offset", place.offset},
                    {"line", place.line},
                    {"column", place.column},
                    {"detail", error.detail}});
  }
  return list;
}

Json game_json(const GameItem& item) {
  Json out = {{"schema", 1},
              {"file", item.source},
              {"game", item.number},
              {"offset", item.start.offset},
              {"line", item.start.line},
              {"variant", "hex"}};
  if (item.reading) {
    const hex::Game& g = item.reading->game;
    const auto last = hex::replay_of(g, static_cast<int>(g.moves.size()));
    out["size"] = g.size;
    out["plies"] = g.moves.size();
    out["result"] = color_json(g.winner);
    out["swapped"] = g.is_swapped();
    out["final"] = hex::to_trmph(g);
    out["key"] = hex16(last.position().key());
  }
  out["faults"] = faults_json(item);
  return out;
}

// Counts over all files.
struct Tally {
  std::size_t games = 0, refused = 0, noted = 0;

  void add(const GameItem& item) {
    ++games;
    refused += item.reading ? 0 : 1;
    noted += item.reading && !item.faults.empty() ? 1 : 0;
  }
};

int check(const CheckOptions& o) {
  Tally tally;
  for (const std::string& file : o.files) {
    const auto visit = [&](const GameItem& item) {
      tally.add(item);
      if (o.common.json) fmt::print("{}\n", game_json(item).dump());
      for (const PlacedError& fault : item.faults) {
        if (!o.common.json) {
          fmt::print("{} (game {}{})\n", to_text(item.source, fault), item.number,
                     item.reading ? "" : ", refused");
        }
      }
    };
    if (const auto error = for_each_game(file, o.common.hex_options(), visit)) {
      fmt::print(stderr, "intarsia check: {}\n", error->detail);
      return kFailed;
    }
  }
  fmt::print(stderr, "{} games: {} refused, {} put right\n", tally.games, tally.refused,
             tally.noted);
  return tally.refused == 0 || o.common.lenient ? kDone : kSomeRejected;
}

}  // namespace

void add_check(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("check", "Every fault of game records, with its place");
  verb->group(kLook);
  auto o = std::make_shared<CheckOptions>();
  verb->add_option("FILE", o->files, "Hex games: .trmph (one a line), .sgf, .hsgf; - is TRMPH")
      ->required();
  o->common.add_to(*verb);
  verb->footer(
      "Examples:\n"
      "  intarsia check games.trmph\n"
      "  intarsia check *.sgf --json | jq .result\n"
      "  intarsia check old.trmph --swap literal");
  verb->callback([o, &run] { run = [o] { return check(*o); }; });
}

}  // namespace intarsia::cli
