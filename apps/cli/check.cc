// `check`: every fault of files with games or positions.

#include <memory>

#include "apps/cli/game_files.h"
#include "apps/cli/hex_json.h"
#include "apps/cli/print.h"
#include "apps/cli/progress.h"
#include "apps/cli/verb.h"
#include "intarsia/base/text.h"
#include "intarsia/chess/fen.h"
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
  for (const PlacedError& fault : item.faults) {
    const Place& at = fault.place;
    Json one = {{"code", name(fault.error.code)}, {"offset", at.offset}, {"line", at.line}};
    if (at.column > 0) one["column"] = at.column;
    if (at.ply) one["ply"] = *at.ply;
    one["refused"] = fault.is_refusal;
    one["detail"] = fault.error.detail;
    list.push_back(std::move(one));
  }
  return list;
}

void describe(Json& out, const hex::Reading& reading) {
  const hex::Game& g = reading.game;
  const auto last = hex::replay_of(g, static_cast<int>(g.moves.size()));
  out["variant"] = "hex";
  out["size"] = g.size;
  out["plies"] = g.moves.size();
  out["result"] = color_json(g.winner);
  out["swapped"] = g.is_swapped();
  out["swapped_sides"] = g.has_swapped_sides;  // the persons changed, the board did not
  out["final"] = hex::to_trmph(g);
  out["key"] = hex16(last.position().key());
}

void describe(Json& out, const chess::Position& last, std::size_t plies, chess::Score score) {
  out["variant"] = last.is_chess960() ? "chess960" : "standard";
  out["plies"] = plies;
  out["result"] = chess::pgn_result(score);
  out["final"] = chess::to_fen(last);
  out["key"] = hex16(last.key());
}

void describe(Json& out, const chess::PgnGame& game) {
  describe(out, game.last, game.moves.size(), game.score);
  // A game of other rules is named as its file names it.
  const std::string* variant = chess::find_tag(game, "Variant");
  const bool is_foreign = game.is_refused && game.moves.empty() && !game.faults.empty() &&
                          game.faults.back().code == ErrorCode::kUnsupported;
  if (is_foreign && variant != nullptr) out["variant"] = *variant;
}

void describe(Json& out, const chess::PositionLine& line) {
  describe(out, line.replay.position(), line.replay.moves().size(), chess::Score::kUnknown);
}

// A game of which nothing is known has the fields all the same.
void describe(Json& out, std::monostate /*nothing*/) {
  for (const char* field : {"variant", "plies", "result", "final", "key"}) out[field] = nullptr;
}

Json game_json(const GameItem& item) {
  Json out = {{"schema", 1},
              {"file", item.source},
              {"game", item.number},
              {"offset", item.start.offset},
              {"line", item.start.line}};
  std::visit([&out](const auto& record) { describe(out, record); }, item.record);
  out["faults"] = faults_json(item);
  return out;
}

// One line of JSON; bytes of tags that are no UTF-8 are replaced.
std::string to_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Counts over all files.
struct Tally {
  std::size_t games = 0, refused = 0, noted = 0;

  void add(const GameItem& item) {
    ++games;
    refused += item.is_refused() ? 1 : 0;
    noted += !item.is_refused() && !item.faults.empty() ? 1 : 0;
  }
};

int check(const CheckOptions& o) {
  Tally tally;
  Progress progress(o.common.progress, "games", 0);
  bool has_failed = false;  // a file that cannot be read does not keep the others from it
  for (const std::string& file : o.files) {
    const auto visit = [&](const GameItem& item) {
      tally.add(item);
      progress.update(tally.games);
      if (o.common.json) put("{}\n", to_line(game_json(item)));
      for (const PlacedError& fault : item.faults) {
        if (!o.common.json) {
          put("{} (game {}{})\n", to_text(item.source, fault), item.number,
              fault.is_refusal ? ", refused" : "");
        }
      }
    };
    if (const auto error = for_each_game(file, o.common, visit)) {
      say("intarsia check: {}\n", error->detail);
      has_failed = true;
    }
  }
  say("{} games: {} refused, {} put right\n", tally.games, tally.refused, tally.noted);
  if (has_failed) return kFailed;
  return tally.refused == 0 || o.common.lenient ? kDone : kSomeRejected;
}

}  // namespace

void add_check(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("check", "Every fault of games and positions, with its place");
  verb->group(kLook);
  auto o = std::make_shared<CheckOptions>();
  verb->add_option("FILE", o->files,
                   "Games: .pgn[.zst|.gz], .trmph, .sgf, .hsgf; else positions, one a line; - is "
                   "stdin, its kind told by its first bytes")
      ->required();
  o->common.add_to(*verb);
  verb->footer(
      "Examples:\n"
      "  intarsia check games.pgn.zst\n"
      "  intarsia check *.sgf --json | jq .result\n"
      "  intarsia check old.trmph --swap literal");
  verb->callback([o, &run] { run = [o] { return check(*o); }; });
}

}  // namespace intarsia::cli
