// Whole games of a data set as text: what the records hold of them.

#include <cstring>

#include "intarsia/base/text.h"
#include "intarsia/chess/legality.h"
#include "intarsia/chess/pgn/write.h"
#include "intarsia/chess/record.h"
#include "intarsia/data/files.h"
#include "intarsia/games/build.h"
#include "intarsia/games/export.h"
#include "intarsia/hex/record.h"
#include "intarsia/hex/sgf.h"
#include "intarsia/hex/trmph.h"

namespace intarsia::games {

namespace {

std::string dotted(std::uint32_t date) {
  const auto part = [](std::uint32_t n, std::size_t digits) {
    std::string text = n == 0 ? std::string(digits, '?') : std::to_string(n);
    return text.size() < digits ? std::string(digits - text.size(), '0') + text : text;
  };
  return concat({part(date / 10'000, 4), ".", part(date / 100 % 100, 2), ".", part(date % 100, 2)});
}

std::vector<chess::PgnTagPair> tags_of(const data::GameRow& row) {
  std::vector<chess::PgnTagPair> tags;
  if (row.date != 0) tags.emplace_back("Date", dotted(row.date));
  if (row.ratings[0] != 0) tags.emplace_back("WhiteElo", std::to_string(row.ratings[0]));
  if (row.ratings[1] != 0) tags.emplace_back("BlackElo", std::to_string(row.ratings[1]));
  if (row.time_base != 0 || row.time_increment != 0) {
    tags.emplace_back("TimeControl", concat({std::to_string(row.time_base), "+",
                                             std::to_string(row.time_increment)}));
  }
  if (row.termination != data::Termination::kUnknown &&
      row.termination != data::Termination::kOther) {
    tags.emplace_back("Termination", data::name(row.termination));
  }
  return tags;
}

Error broken(const data::GameRow& row, std::size_t ply, std::string_view detail) {
  return Error{ErrorCode::kInvalid, 0,
               concat({"game ", std::to_string(row.number), " of source ",
                       std::to_string(row.source), ", ply ", std::to_string(ply), ": ", detail,
                       "; `intarsia verify` finds all that is wrong"})};
}

constexpr std::string_view kNoSuccessor = "the record does not follow from the one before";

// Records may have been changed on the disk: each must follow from the one before.
std::optional<Error> append_chess(std::string& out, const data::GameRow& row,
                                  std::span<const std::byte> records) {
  chess::Game game;
  chess::Position now;
  chess::Score score = chess::Score::kUnknown;
  std::vector<std::int16_t> evals;
  for (std::size_t at = 0; at < records.size(); at += sizeof(chess::Record)) {
    chess::Record r;
    std::memcpy(&r, records.data() + at, sizeof r);
    const auto u = chess::unpack(r);
    if (!u) return broken(row, evals.size(), u.error().detail);
    if (at == 0) {
      game.start = now = u->position;
      score = u->targets.score;
    }
    if (u->position.board() != now.board() || u->position.turn() != now.turn()) {
      return broken(row, evals.size(), kNoSuccessor);
    }
    evals.push_back(u->targets.eval);
    const chess::Move m = u->targets.move;
    if (m == chess::Move::none()) continue;
    if (!chess::is_legal(now, m)) return broken(row, evals.size() - 1, kNoSuccessor);
    game.moves.push_back(m);
    now = now.after(m);
  }
  chess::append_pgn(out, game, score, tags_of(row), evals);
  return std::nullopt;
}

std::optional<Error> append_hex(std::string& out, bool is_sgf, hex::SwapRule rule,
                                const data::GameRow& row, std::span<const std::byte> records) {
  const std::size_t each = hex::record_shape(row.size).bytes;
  hex::Game game{.size = row.size, .swap_rule = rule, .moves = {}};
  hex::Position now = game.start();
  for (std::size_t at = 0; at < records.size(); at += each) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(records.data()) + at;
    const auto u = hex::unpack(row.size, {bytes, each});
    if (!u) return broken(row, at / each, u.error().detail);
    if (u->position.stones(hex::kBlue) != now.stones(hex::kBlue) ||
        u->position.stones(hex::kRed) != now.stones(hex::kRed)) {
      return broken(row, at / each, kNoSuccessor);
    }
    game.winner = u->targets.outcome;
    const hex::Move m = u->targets.move;
    if (m.is_none()) continue;
    if (!now.is_open(m)) return broken(row, at / each, kNoSuccessor);
    game.moves.push_back(m);
    now = now.after(m);
  }
  out += is_sgf ? hex::to_sgf(game) : hex::to_trmph(game);
  out += '\n';
  return std::nullopt;
}

}  // namespace

Result<ExportReport> export_games(data::Set& set, std::string_view format, const ExportSink& sink) {
  const bool is_hex = set.manifest().game == "hex";
  if (is_hex == (format == "pgn")) {
    return Error{ErrorCode::kUnsupported, 0,
                 concat({"games of ", set.manifest().game, " are not written as ", format,
                         is_hex ? "; there are trmph and sgf" : "; there is pgn"})};
  }
  const hex::SwapRule rule = swap_rule_of(set.manifest());
  ExportReport report{.unit = "games"};
  std::string text;
  const auto visit = [&](const data::GameRow& row,
                         std::span<const std::byte> records) -> std::optional<Error> {
    text.clear();
    auto error = is_hex ? append_hex(text, format == "sgf", rule, row, records)
                        : append_chess(text, row, records);
    if (error) return error;
    ++report.written;
    sink(text);
    return std::nullopt;
  };
  if (auto error = set.for_each_game(visit)) return *std::move(error);
  return report;
}

}  // namespace intarsia::games
