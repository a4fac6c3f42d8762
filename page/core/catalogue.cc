// What there is: games with their facts, layouts and policies; and positions worth a look.

#include "intarsia/base/text.h"
#include "intarsia/games/registry.h"
#include "intarsia/layout/describe.h"
#include "page/core/function.h"

namespace intarsia::page {

namespace {

using games::GameType;

struct Example {
  std::string_view title, about, text, layout;
};

// What everybody who meets an encoder asks.
constexpr Example kExamples[] = {
    {"The start", "Which index is a1? Point at a cell.", "startpos", "chess/canonical18"},
    {"After 1. e4", "Black moves: the board is mirrored, not rotated.", "startpos moves e2e4",
     "chess/canonical18"},
    {"En passant, three meanings",
     "A double step, a pawn beside it, and a capture that would expose the king.",
     "8/8/8/K1Pp3r/8/8/8/7k w - d6 0 1",
     R"({"game": "chess", "frame": "white", "features": ["en_passant.always", )"
     R"("en_passant.pseudo", "en_passant.legal", "white.pieces", "black.pieces"]})"},
    {"Repetition and history",
     "The board of two plies, in the view of the one who moves now; the start stands there again.",
     "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3",
     R"({"game": "chess", "frame": "mover", "features": [{"last": 2, "features": )"
     R"(["us.pieces", "them.pieces", "occurrences.twice", "occurrences.thrice"]}]})"},
    {"Castling in Chess960", "The king takes its own rook.",
     "fen nrkrbbqn/pppppppp/8/8/8/5BNQ/PPPPPPPP/NRKR4 w DBdb - 0 1 moves c1d1", "chess/planes25"},
    {"The swap in Hex", "The second player takes the first stone over.", "#5,b1b1c3", "hex/3nxn"},
};

// A fact as the script lists it.
void add_facts(JsonText& out, const layout::Catalogue& c) {
  constexpr std::string_view kKinds[] = {"cells", "value", "codes"};
  out.key("facts").begin_list();
  for (const layout::Fact& f : c.facts) {
    out.begin_object().key("name").value(f.name).key("meaning").value(f.meaning);
    out.key("kind").value(kKinds[static_cast<std::size_t>(f.kind)]);
    out.key("lo").value(f.lo).key("hi").value(f.hi);
    out.key("is_derived").value(f.is_derived).end_object();
  }
  out.end_list().key("groups").begin_list();
  for (const layout::Group& g : c.groups) {
    out.begin_object().key("name").value(g.name).key("facts").begin_list();
    for (const layout::FactId id : g.facts) out.value(c.facts[id].name);
    out.end_list().end_object();
  }
  out.end_list();
}

void add_frames_and_parts(JsonText& out, const layout::Catalogue& c) {
  out.key("frames").begin_list();
  for (const layout::Frame& f : c.frames) {
    out.begin_object().key("name").value(f.name).key("meaning").value(f.meaning).end_object();
  }
  out.end_list().key("parts").begin_list();
  for (const layout::Part& p : c.parts) {
    out.begin_object().key("name").value(p.name).key("meaning").value(p.meaning);
    out.key("stand_in").value(p.stand_in).end_object();
  }
  out.end_list();
}

void add_codes(JsonText& out, const GameType& g, const layout::Catalogue& c) {
  out.key("layouts").begin_list();
  for (const layout::Layout& l : g.layouts(g.sizes.usual)) {
    out.begin_object().key("id").value(l.id);
    out.key("shape").value(layout::shape_text(l)).end_object();
  }
  out.end_list().key("policies").begin_list();
  for (const layout::PolicyInfo& p : g.policies(g.sizes.usual)) {
    out.begin_object().key("id").value(p.id).key("size").value(p.size);
    out.key("title").value(p.title).key("rule").value(p.rule);
    out.key("frame").value(c.frames[p.frame].name).end_object();
  }
  out.end_list();
}

void add_sizes(JsonText& out, const GameType& g) {
  out.key("sizes").begin_list();
  for (const int size : g.sizes.all) {
    out.begin_object().key("size").value(size);
    out.key("text").value(g.sizes.to_text(size));
    out.key("start").value(g.start(size, {})->text()).end_object();
  }
  out.end_list().key("usual_size").value(g.sizes.usual);
}

void add_words(JsonText& out, const GameType& g) {
  const game::Words& w = g.words;
  out.key("name").value(g.name).key("title").value(w.title);
  out.key("players").begin_list().value(w.players[0]).value(w.players[1]).end_list();
  out.key("positions").value(w.positions).key("options").begin_list();
  for (const game::OptionInfo& o : g.options) {
    if (o.use != game::OptionInfo::Use::kReading) continue;
    out.begin_object().key("name").value(o.name).key("help").value(o.help);
    out.key("choices").begin_list();
    for (const std::string_view choice : o.choices) out.value(choice);
    out.end_list().end_object();
  }
  out.end_list().key("turns").begin_list();
  for (const std::string_view turn : w.turns) {
    if (!turn.empty()) out.value(turn);
  }
  out.end_list().key("turn_help").value(w.turn_help);
}

}  // namespace

std::optional<Error> list_catalogue(const Arguments&, Answer& out) {
  JsonText& json = out.json;
  json.key("games").begin_list();
  for (const GameType* g : games::all_games()) {
    const layout::Catalogue& c = g->catalogue(g->sizes.usual);
    json.begin_object();
    add_words(json, *g);
    add_sizes(json, *g);
    json.key("usual_policy").value(g->usual_policy).key("has_set_up").value(g->set_ups.has_value());
    add_facts(json, c);
    add_frames_and_parts(json, c);
    add_codes(json, *g, c);
    json.end_object();
  }
  json.end_list().key("orders").begin_list();
  for (const auto o : {layout::Order::kChw, layout::Order::kHwc, layout::Order::kFlat}) {
    json.value(name(o));
  }
  json.end_list().key("dtypes").begin_list();
  for (const layout::DtypeInfo& d : layout::kDtypes) json.value(d.name);
  json.end_list().key("examples").begin_list();
  for (const Example& e : kExamples) {
    json.begin_object().key("title").value(e.title).key("about").value(e.about);
    json.key("text").value(e.text).key("layout").value(e.layout).end_object();
  }
  json.end_list().key("most_plies_ago").value(layout::kMaxAgo);
  return std::nullopt;
}

}  // namespace intarsia::page
