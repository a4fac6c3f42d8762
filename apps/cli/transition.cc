// `transition`: what one move changes, as edits, as seed 002's tuple and in the keys.

#include "intarsia/chess/transition/transition.h"

#include <memory>

#include <nlohmann/json.hpp>

#include "apps/cli/input.h"
#include "apps/cli/print.h"
#include "apps/cli/verb.h"
#include "intarsia/base/text.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/san.h"
#include "intarsia/chess/transition/tuple.h"
#include "intarsia/chess/uci.h"

namespace intarsia::cli {

namespace {

using Json = nlohmann::ordered_json;
using chess::Bitboard;
using chess::Occupant;
using chess::Position;
using chess::Square;
using chess::Status;
using chess::Transition;
using chess::TransitionTuple;

struct TransitionOptions {
  Common common;
  std::string position;
  std::string move;
};

// One step, ready to be shown.
struct Step {
  std::string uci;
  std::string san;
  Position before;
  Position after;
  Transition transition;
  Result<TransitionTuple> tuple;
};

Result<Step> read_null_move(const Position& p) {
  const auto t = Transition::null_move(p);
  if (!t) return t.error();
  return Step{std::string(chess::kNullMove),
              "--",
              p,
              t->apply(p),
              *t,
              Error{ErrorCode::kUnsupported, 0, "the null move has no tuple"}};
}

Result<Step> read_step(const Position& p, std::string_view move) {
  if (move == chess::kNullMove) return read_null_move(p);
  const auto m = chess::read_san(p, move);
  if (!m) return m.error();
  const Transition t = Transition::of(p, *m);
  return Step{chess::to_uci(p, *m), chess::to_san(p, *m), p, t.apply(p), t, to_tuple(p, *m)};
}

std::string text_of(Square s) {
  std::string text;
  chess::append_square(text, s);
  return text;
}

Json json_of(Square s) { return s == chess::kNoSquare ? Json(nullptr) : Json(text_of(s)); }

Json json_of(Occupant o) {
  const auto p = o.piece();
  return p ? Json(std::string(1, letter(*p))) : Json(nullptr);
}

Json json_of(Bitboard squares) {
  Json list = Json::array();
  for (Square s : squares) list.push_back(text_of(s));
  return list;
}

Json edits_json(const Transition& t) {
  Json list = Json::array();
  for (const chess::Edit& e : t.edits()) {
    list.push_back({{"square", text_of(e.square)},
                    {"before", json_of(e.before)},
                    {"after", json_of(e.after)}});
  }
  return list;
}

Json tuple_json(const TransitionTuple& tuple) {
  Json list = Json::array();
  for (const auto& entry : tuple) list.push_back(entry ? Json(*entry) : Json(nullptr));
  return list;
}

void print_json(const Step& step) {
  const Status& before = step.transition.before();
  const Status& after = step.transition.after();
  Json out = {
      {"schema", 1},
      {"move", step.uci},
      {"san", step.san},
      {"fen_before", chess::to_fen(step.before)},
      {"fen_after", chess::to_fen(step.after)},
      {"edits", edits_json(step.transition)},
      {"castling_before", json_of(before.castling)},
      {"castling_after", json_of(after.castling)},
      {"en_passant_before", json_of(before.en_passant)},
      {"en_passant_after", json_of(after.en_passant)},
      {"clock_before", before.clock},
      {"clock_after", after.clock},
      {"tuple", step.tuple ? tuple_json(*step.tuple) : Json(nullptr)},
  };
  if (!step.tuple) out["tuple_error"] = step.tuple.error().detail;
  out["key_before"] = hex16(step.before.key());
  out["key_after"] = hex16(step.after.key());
  out["identity_before"] = hex16(step.before.identity());
  out["identity_after"] = hex16(step.after.identity());
  put("{}\n", out.dump());
}

char symbol(Occupant o) { return o.piece() ? letter(*o.piece()) : '.'; }

std::string text_of(Bitboard squares) {
  std::string text;
  for (Square s : squares) text += (text.empty() ? "" : " ") + text_of(s);
  return text.empty() ? "-" : text;
}

std::string text_or_dash(Square s) { return s == chess::kNoSquare ? "-" : text_of(s); }

void print_line(std::string_view what, std::string_view text) { put("{:<10}  {}\n", what, text); }

void print_change(std::string_view what, const std::string& before, const std::string& after) {
  print_line(what, before == after ? before : before + " -> " + after);
}

void print_text(const Step& step) {
  const Status& before = step.transition.before();
  const Status& after = step.transition.after();
  print_line("move", step.san + " (" + step.uci + ")");
  for (const chess::Edit& e : step.transition.edits()) {
    print_change(text_of(e.square), {symbol(e.before)}, {symbol(e.after)});
  }
  print_change("castling", text_of(before.castling), text_of(after.castling));
  print_change("en passant", text_or_dash(before.en_passant), text_or_dash(after.en_passant));
  print_change("clock", std::to_string(before.clock), std::to_string(after.clock));
  print_line("tuple",
             step.tuple ? chess::to_text(*step.tuple) : "none: " + step.tuple.error().detail);
  print_change("key", hex16(step.before.key()), hex16(step.after.key()));
  print_change("identity", hex16(step.before.identity()), hex16(step.after.identity()));
}

// A fault in a position or move that the caller wrote is misuse, one in a file's line is a refusal.
int transition(const TransitionOptions& o) {
  bool is_misused = false;
  const int code = read_chess_positions(
      {&o.position, 1}, o.common, "transition",
      [&](const chess::PositionLine& line) -> std::optional<Error> {
        const auto step = read_step(line.replay.position(), o.move);
        if (!step) return step.error();
        o.common.json ? print_json(*step) : print_text(*step);
        return std::nullopt;
      },
      [&](const PositionText& item, const Error&) { is_misused |= item.source.empty(); });
  return is_misused ? kUsage : code;
}

}  // namespace

void add_transition(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("transition", "What a move changes: edits, tuple, keys");
  verb->group(kLook);
  auto o = std::make_shared<TransitionOptions>();
  verb->add_option("POSITION", o->position, "startpos or a FEN, with moves ...")->required();
  verb->add_option("MOVE", o->move, "In UCI or algebraic notation; 0000 is the null move")
      ->required();
  o->common.add_to(*verb);
  verb->footer(
      "Examples:\n"
      "  intarsia transition startpos e4\n"
      "  intarsia transition \"startpos moves e2e4 e7e5 g1f3\" b8c6 --json\n"
      "  intarsia transition \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\" O-O");
  verb->callback([o, &run] { run = [o] { return transition(*o); }; });
}

}  // namespace intarsia::cli
