// What is said of chess positions, games, records and moves: as JSON, and for people.

#include "intarsia/base/text.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/movegen.h"
#include "intarsia/chess/pgn/parser.h"
#include "intarsia/chess/san.h"
#include "intarsia/chess/transition/transition.h"
#include "intarsia/chess/transition/tuple.h"
#include "intarsia/chess/uci.h"
#include "intarsia/games/chess.h"
#include "intarsia/games/internal/chess_parts.h"
#include "intarsia/games/move_text.h"

namespace intarsia::games {

namespace {

using chess::Bitboard;
using chess::Position;
using chess::Square;
using chess::Transition;

void add_outcome(const std::optional<chess::Ending>& outcome, JsonText& out) {
  out.key("outcome");
  if (!outcome) {
    out.null();
    return;
  }
  out.begin_object().key("winner");
  outcome->winner ? out.value(name(*outcome->winner)) : out.null();
  out.key("reason").value(name(outcome->reason)).end_object();
}

std::string text_of(Square s) {
  if (s == chess::kNoSquare) return "-";
  std::string text;
  chess::append_square(text, s);
  return text;
}

std::string text_of(Bitboard squares) {
  std::string text;
  for (Square s : squares) text += concat({text.empty() ? "" : " ", text_of(s)});
  return text.empty() ? "-" : text;
}

char symbol(chess::Occupant o) { return o.piece() ? letter(*o.piece()) : '.'; }

void add(JsonText& out, std::string_view key, Square s) {
  out.key(key);
  s == chess::kNoSquare ? out.null() : out.value(text_of(s));
}

void add(JsonText& out, std::string_view key, chess::Occupant o) {
  out.key(key);
  o.piece() ? out.value(std::string(1, letter(*o.piece()))) : out.null();
}

void add(JsonText& out, std::string_view key, Bitboard squares) {
  out.key(key).begin_list();
  for (Square s : squares) out.value(text_of(s));
  out.end_list();
}

// One move, ready to be described.
struct Step {
  std::string uci;
  std::string san;
  Position before;
  Position after;
  Transition transition;
  Result<chess::TransitionTuple> tuple;
};

Result<Step> read_step(const Position& p, std::string_view move) {
  if (move == chess::kNullMove) {
    const auto t = Transition::null_move(p);
    if (!t) return t.error();
    return Step{std::string(chess::kNullMove),
                "--",
                p,
                t->apply(p),
                *t,
                Error{ErrorCode::kUnsupported, 0, "the null move has no tuple"}};
  }
  const auto m = chess::read_san(p, move);
  if (!m) return m.error();
  const Transition t = Transition::of(p, *m);
  return Step{chess::to_uci(p, *m), chess::to_san(p, *m), p, t.apply(p), t, to_tuple(p, *m)};
}

std::string json_of(const Step& step, const game::Options& writing) {
  const chess::Status& before = step.transition.before();
  const chess::Status& after = step.transition.after();
  JsonText out;
  out.begin_object().key("schema").value(1);
  out.key("move").value(step.uci).key("san").value(step.san);
  out.key("fen_before").value(Chess::position_text(step.before, writing));
  out.key("fen_after").value(Chess::position_text(step.after, writing));
  out.key("edits").begin_list();
  for (const chess::Edit& e : step.transition.edits()) {
    out.begin_object().key("square").value(text_of(e.square));
    add(out, "before", e.before);
    add(out, "after", e.after);
    out.end_object();
  }
  out.end_list();
  add(out, "castling_before", before.castling);
  add(out, "castling_after", after.castling);
  add(out, "en_passant_before", before.en_passant);
  add(out, "en_passant_after", after.en_passant);
  out.key("clock_before").value(before.clock).key("clock_after").value(after.clock);
  out.key("tuple");
  if (step.tuple) {
    out.begin_list();
    for (const auto& entry : *step.tuple) entry ? out.value(*entry) : out.null();
    out.end_list();
  } else {
    out.null().key("tuple_error").value(step.tuple.error().detail);
  }
  out.key("key_before").value(hex16(step.before.key()));
  out.key("key_after").value(hex16(step.after.key()));
  out.key("identity_before").value(hex16(step.before.identity()));
  out.key("identity_after").value(hex16(step.after.identity()));
  return out.end_object().text() + "\n";
}

std::string text_of(const Step& step) {
  const chess::Status& before = step.transition.before();
  const chess::Status& after = step.transition.after();
  std::string out;
  append_line(out, "move", concat({step.san, " (", step.uci, ")"}));
  for (const chess::Edit& e : step.transition.edits()) {
    append_change(out, text_of(e.square), std::string(1, symbol(e.before)),
                  std::string(1, symbol(e.after)));
  }
  append_change(out, "castling", text_of(before.castling), text_of(after.castling));
  append_change(out, "en passant", text_of(before.en_passant), text_of(after.en_passant));
  append_change(out, "clock", std::to_string(before.clock), std::to_string(after.clock));
  append_line(
      out, "tuple",
      step.tuple ? chess::to_text(*step.tuple) : concat({"none: ", step.tuple.error().detail}));
  append_change(out, "key", hex16(step.before.key()), hex16(step.after.key()));
  append_change(out, "identity", hex16(step.before.identity()), hex16(step.after.identity()));
  return out;
}

// A game of other rules is named as its file names it.
std::string_view variant_of(const game::ReadGame& game) {
  const game::Fault* refusal = game.refusal();
  if (refusal != nullptr && refusal->error.code == ErrorCode::kUnsupported &&
      game.line->ply() == 0) {
    for (const game::Tag& t : game.recorded.tags) {
      if (t.first == "Variant") return t.second;
    }
  }
  return chess_game().words.variants[game.line->variant()];
}

}  // namespace

void Chess::inspect(const ChessLine& line, JsonText& out, const game::Options& writing) {
  const Replay replay = line.ended();
  const Position& p = replay.position();
  const auto legal = chess::legal_moves(p);
  const bool is_check = p.is_check();
  const bool is_stuck = legal.size() == 0;
  out.key("fen").value(position_text(p, writing));
  out.key("key").value(hex16(p.key())).key("identity").value(hex16(p.identity()));
  out.key("turn").value(name(p.turn()));
  out.key("clock").value(p.clock()).key("fullmove").value(p.fullmove());
  out.key("chess960").value(p.is_chess960());
  out.key("occurrences").value(replay.occurrences());
  out.key("legal").begin_object();
  for (const Move m : legal) out.key(chess::to_uci(p, m)).value(chess::to_san(p, m));
  out.end_object();
  out.key("check").value(is_check).key("checkmate").value(is_check && is_stuck);
  out.key("stalemate").value(!is_check && is_stuck);
  out.key("insufficient_material").value(chess::is_insufficient_material(p.board()));
  add_outcome(replay.ending(), out);
  out.key("claimable").begin_list();
  for (std::string_view claim : names(replay.claims())) out.value(claim);
  out.end_list();
}

void describe_chess_game(const game::ReadGame& game, JsonText& out, const game::Options& writing) {
  if (game.line == nullptr) return add_nulls(out, game::kGameKeys);
  const chess::Position last = ChessLine::of(*game.line).position();
  out.key("variant").value(as_utf8(std::string(variant_of(game))));
  out.key("plies").value(game.line->ply());
  out.key("result").value(
      chess_game().words.outcomes[static_cast<std::size_t>(game.recorded.outcome)]);
  out.key("final").value(game.line->position_text(writing)).key("key").value(hex16(last.key()));
}

void describe_chess_record(int, std::span<const std::byte> record, JsonText& out,
                           const game::Options& writing) {
  const auto u = chess::unpack(chess::record_at(record.data()));
  if (!u) return;
  const auto& [p, t] = *u;
  out.key("fen").value(chess::to_fen(p, {en_passant_in(writing)}));
  out.key("occurrences").value(t.occurrences);
  out.key("move");
  t.has_next ? out.value(chess::to_uci(p, t.move)) : out.null();
  out.key("san");
  t.has_next ? out.value(chess::to_san(p, t.move)) : out.null();
  out.key("outcome");
  constexpr std::string_view kOutcomes[] = {"", "white", "draw", "black"};
  t.outcome == Outcome::kUnknown ? out.null()
                                 : out.value(kOutcomes[static_cast<std::size_t>(t.outcome)]);
  out.key("eval");
  t.eval == chess::kNoEval ? out.null() : out.value(t.eval);
}

Result<std::string> describe_chess_move(const game::Line& line, std::string_view move, bool as_json,
                                        const game::Options& writing) {
  const auto step = read_step(ChessLine::of(line).position(), move);
  if (!step) return step.error();
  return as_json ? json_of(*step, writing) : text_of(*step);
}

}  // namespace intarsia::games
