// `inspect`: everything the rules say about positions, one JSON object a line.

#include <nlohmann/json.hpp>

#include "apps/cli/hex_json.h"
#include "apps/cli/input.h"
#include "apps/cli/print.h"
#include "apps/cli/verb.h"
#include "intarsia/base/text.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/movegen.h"
#include "intarsia/chess/position_line.h"
#include "intarsia/chess/san.h"
#include "intarsia/chess/uci.h"

namespace intarsia::cli {

namespace {

using Json = nlohmann::ordered_json;
using chess::Position;

struct InspectOptions {
  Common common;
  std::vector<std::string> inputs;
};

Json legal_json(const Position& p) {
  Json legal = Json::object();
  for (chess::Move m : chess::legal_moves(p)) legal[chess::to_uci(p, m)] = chess::to_san(p, m);
  return legal;
}

Json outcome_json(const std::optional<chess::Outcome>& outcome) {
  if (!outcome) return nullptr;
  return {{"winner", outcome->winner ? Json(name(*outcome->winner)) : Json(nullptr)},
          {"reason", name(outcome->reason)}};
}

Json faults_json(const std::vector<chess::PlacedFault>& faults) {
  Json list = Json::array();
  for (const chess::PlacedFault& f : faults) {
    list.push_back({{"code", info(f.fault).name}, {"offset", f.offset}, {"detail", f.detail}});
  }
  return list;
}

Json position_json(const chess::PositionLine& line) {
  const Position& p = line.replay.position();
  Json legal = legal_json(p);
  const bool is_check = p.is_check();
  const bool is_stuck = legal.empty();
  return {
      {"schema", 1},
      {"fen", chess::to_fen(p)},
      {"key", hex16(p.key())},
      {"identity", hex16(p.identity())},
      {"turn", name(p.turn())},
      {"clock", p.clock()},
      {"fullmove", p.fullmove()},
      {"chess960", p.is_chess960()},
      {"occurrences", line.replay.occurrences()},
      {"legal", std::move(legal)},
      {"check", is_check},
      {"checkmate", is_check && is_stuck},
      {"stalemate", !is_check && is_stuck},
      {"insufficient_material", chess::is_insufficient_material(p.board())},
      {"outcome", outcome_json(line.replay.outcome())},
      {"claimable", names(line.replay.claims())},
      {"faults", faults_json(line.faults)},
  };
}

Json error_json(std::size_t line, const Error& e) {
  return {{"line", line},
          {"error", {{"code", name(e.code)}, {"offset", e.offset}, {"detail", e.detail}}}};
}

int inspect(const InspectOptions& o) {
  const auto print = [](const Json& json) { put("{}\n", json.dump()); };
  return read_positions(
      o.inputs, o.common, "inspect",
      [&](const AnyLine& line) {
        const auto* chess_line = std::get_if<ChessLine>(&line);
        print(chess_line != nullptr ? position_json(chess_line->position)
                                    : hex_position_json(std::get<HexLine>(line).replay));
        return std::nullopt;
      },
      [&](const PositionText& item, const Error& e) { print(error_json(item.line, e)); });
}

}  // namespace

void add_inspect(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("inspect", "What the rules say about positions, as JSON Lines");
  verb->group(kLook);
  auto o = std::make_shared<InspectOptions>();
  verb->add_option("INPUT", o->inputs,
                   "Positions, files with one a line, games (.pgn, .trmph, .sgf), or - for stdin")
      ->required();
  o->common.add_to(*verb);
  verb->footer(
      "Examples:\n"
      "  intarsia inspect startpos\n"
      "  intarsia inspect \"startpos moves e2e4 e7e5\"\n"
      "  intarsia inspect \"hex 11 moves a2 swap f6\" | jq .stones");
  verb->callback([o, &run] { run = [o] { return inspect(*o); }; });
}

}  // namespace intarsia::cli
