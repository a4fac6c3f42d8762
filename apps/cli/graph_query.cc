// `graph query`: what was played in a position.

#include <memory>

#include <nlohmann/json.hpp>

#include "apps/cli/graph.h"
#include "apps/cli/input.h"
#include "apps/cli/print.h"
#include "intarsia/base/text.h"
#include "intarsia/graph/explorer.h"

namespace intarsia::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr char kGraphQuery[] = "graph query";
constexpr std::size_t kUsualMoves = 20;

struct GraphQueryFlags {
  Common common;
  std::string folder;
  std::vector<std::string> position;
  std::size_t moves = kUsualMoves;
};

// The players as the game calls them: white, draws, black.
void add_counts(Json& out, const game::Words& words, const graph::Counts& c) {
  out["games"] = c.games();
  out[std::string(words.players[0])] = c.with(Outcome::kFirst);
  out["draws"] = c.with(Outcome::kDraw);
  out[std::string(words.players[1])] = c.with(Outcome::kSecond);
}

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json end_json(const std::optional<graph::Ended>& end, const game::Words& words) {
  if (!end) return nullptr;
  const bool is_draw = end->outcome == Outcome::kDraw;
  const auto winner = words.players[end->outcome == Outcome::kFirst ? 0 : 1];
  return {{"winner", is_draw ? Json(nullptr) : Json(winner)}, {"reason", end->reason}};
}

Json page_json(const graph::ExplorerPage& page, Key identity) {
  const game::Words& words = page.type->words;
  Json out = {{"schema", 1},
              {words.position_key, page.position},
              {"identity", hex16(identity)},
              {"turn", words.players[page.is_second_to_move ? 1 : 0]},
              {"explored", page.is_explored},
              {"end", end_json(page.end, words)}};
  add_counts(out, words, page.counts);
  out["rating"] = or_null(page.rating);
  out["stopped"] = page.finishes;
  out["edges"] = Json::array();
  for (const graph::ExplorerMove& m : page.moves) {
    Json edge = {{"move", m.text}, {"notation", m.notation}};
    add_counts(edge, words, m.counts);
    edge["share"] = m.share;
    edge["points"] = or_null(m.points);
    edge["rating"] = or_null(m.rating);
    edge["end"] = end_json(m.end, words);
    out["edges"].push_back(std::move(edge));
  }
  return out;
}

std::optional<Error> print_page(const GraphQueryFlags& o, const graph::Store& store,
                                const graph::Node& node) {
  const auto page = graph::explore_at(store, node);
  if (!page) return page.error();
  if (o.common.json) {
    put("{}\n", page_json(*page, node.key).dump());
  } else {
    put("{}", graph::to_text(*page, o.moves));
  }
  return std::nullopt;
}

// A position that nobody has played is told; a graph that cannot be read ends it.
class Query {
 public:
  Query(const GraphQueryFlags& o, const graph::Store& store) : o_(o), store_(store) {}

  std::optional<Error> visit(const game::Line& line) {
    if (failure_) return std::nullopt;
    const auto identity = store_.identity_of(line);
    if (!identity) return identity.error();
    const auto node = store_.find(*identity);
    failure_ = !node   ? std::optional(node.error())
               : *node ? print_page(o_, store_, **node)
                       : std::nullopt;
    if (!failure_ && !*node) {
      say("intarsia {}: {} is not in {}{}\n", kGraphQuery, line.position_text(), o_.folder,
          o_.position.empty() ? "; `intarsia graph export` shows what is" : "");
      is_all_there_ = false;
    }
    return std::nullopt;
  }
  const std::optional<Error>& failure() const { return failure_; }
  bool is_all_there() const { return is_all_there_; }

 private:
  const GraphQueryFlags& o_;
  const graph::Store& store_;
  std::optional<Error> failure_ = {};
  bool is_all_there_ = true;
};

int graph_query(const GraphQueryFlags& o) {
  const auto store = open_graph(o.folder);
  if (!store) return fail(kGraphQuery, store.error(), kFailed);
  Query query(o, **store);
  int code = kDone;
  if (o.position.empty()) {
    const auto start = (*store)->type().start((*store)->size(), o.common.games.options());
    if (const auto error = query.visit(*start)) code = fail(kGraphQuery, *error, kFailed);
  } else {
    const std::string argument = joined(o.position);
    code = read_positions(
        {&argument, 1}, {.common = o.common, .verb = kGraphQuery},
        [&](const game::ReadGame& read) { return query.visit(*read.line->at(read.shown)); });
  }
  if (query.failure()) return fail(kGraphQuery, *query.failure(), kFailed);
  return code == kDone && !query.is_all_there() && !o.common.lenient ? kSomeRejected : code;
}

}  // namespace

void add_graph_query(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("query", "What was played in a position, and how it ended");
  auto o = std::make_shared<GraphQueryFlags>();
  verb->add_option("DIR", o->folder, "The folder of a graph")->required();
  verb->add_option("POSITION", o->position,
                   position_help() + "; the start of the game without one");
  verb->add_option("--moves", o->moves, "So many moves at most, those played most")
      ->check(whole_number(1));
  o->common.add_to(*verb);
  verb->footer(
      "Examples:\n"
      "  intarsia graph query book\n"
      "  intarsia graph query book startpos moves e4 e5 Nf3\n"
      "  intarsia graph query book \"startpos moves e2e4\" --json | jq '.edges[].move'");
  verb->callback([o, &run] { run = [o] { return graph_query(*o); }; });
}

}  // namespace intarsia::cli
