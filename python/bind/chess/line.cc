#include "python/bind/chess/line.h"

#include <algorithm>

#include "intarsia/base/text.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/movegen.h"
#include "intarsia/chess/position_line.h"
#include "intarsia/chess/san.h"
#include "intarsia/chess/uci.h"
#include "python/bind/bind.h"
#include "python/bind/classes.h"
#include "python/bind/errors.h"
#include "python/bind/values.h"

namespace intarsia::bind {

namespace {

constexpr std::size_t kSuggestions = 8;

// The last square named in a move's text: where it was to go.
std::string_view destination_in(std::string_view text) {
  for (std::size_t i = text.size(); i >= 2; --i) {
    if (chess::square_from(text.substr(i - 2, 2))) return text.substr(i - 2, 2);
  }
  return {};
}

// Legal moves that the text may have meant: to the same square, else of the same piece, else any.
std::string suggestions(const chess::Position& p, std::string_view text) {
  const std::string_view square = destination_in(text);
  std::vector<std::string> to_square, of_piece, all;
  for (chess::Move m : chess::legal_moves(p)) {
    const std::string& san = all.emplace_back(chess::to_san(p, m));
    if (!square.empty() && destination_in(san) == square) to_square.push_back(san);
    if (!text.empty() && san.front() == text.front()) of_piece.push_back(san);
  }
  if (all.empty()) return "; no move is legal: the game is over";
  const auto& shown = !to_square.empty() ? to_square : !of_piece.empty() ? of_piece : all;
  std::string out = "; legal are ";
  for (std::size_t i = 0; i < std::min(shown.size(), kSuggestions); ++i) {
    out += concat({i == 0 ? "" : ", ", shown[i]});
  }
  return shown.size() > kSuggestions ? out + ", … (see legal_moves)" : out;
}

}  // namespace

ChessPositionObject chess_position(chess::Replay replay) {
  return {{std::make_unique<ChessLine>(std::move(replay))}};
}

const ChessLine& chess_line(const game::Line& line) {
  if (&line.type() == &games::chess_game()) return ChessLine::of(line);
  throw nb::type_error(concat({"expected chess, not ", line.type().name}).c_str());
}

int start_occurrences(const ChessLine& line) { return line.state(line.ply()).occurrences; }

std::string to_text(const ChessLine& line) {
  // As a line says it, less the word before a FEN.
  constexpr std::string_view kWord = "fen ";
  std::string text = line.text();
  return text.starts_with(kWord) ? text.substr(kWord.size()) : text;
}

std::string to_repr(const char* type, const ChessLine& line) {
  std::string out = concat({"ia.", type, "('", to_text(line), "'"});
  if (line.position().is_chess960()) out += ", chess960=True";
  if (const int n = start_occurrences(line); n > 1) {
    out += concat({", occurrences=", std::to_string(n)});
  }
  return out + ")";
}

nb::tuple arguments_of(const ChessLine& line) {
  return nb::make_tuple(to_text(line), line.position().is_chess960(), start_occurrences(line));
}

game::LinePtr chess_line_from(nb::handle source) { return line_from(games::chess_game(), source); }

game::LinePtr chess_line_from(nb::handle source, nb::handle chess960, nb::handle occurrences) {
  game::Options options;
  if (flag_in(chess960, "chess960")) options.set(games::kChess960);
  const auto count = static_cast<int>(number_in(occurrences, "occurrences", 1, chess::kMaxPlies));
  game::LinePtr line = line_from(games::chess_game(), source, options);
  if (count == 1) return line;
  const ChessLine& found = ChessLine::of(*line);
  const int sum = start_occurrences(found) + count - 1;
  if (sum > chess::kMaxPlies) throw nb::value_error("occurrences: more than a game can have");
  chess::Replay replay(found.replay().start(), sum);
  for (const chess::Move m : found.played()) replay.play(m);
  return std::make_unique<ChessLine>(std::move(replay));
}

void play(ChessLine& line, chess::Move m) {
  if (line.ply() == chess::kMaxPlies) {
    throw nb::value_error(
        concat({"a game of more than ", std::to_string(chess::kMaxPlies), " plies"}).c_str());
  }
  line.play(m);
}

std::optional<std::string> find_move_text(nb::handle move) {
  if (PyUnicode_Check(move.ptr())) return text_in(move, "move");
  const auto uci = find_attribute(move, "uci");
  if (!uci) return std::nullopt;
  return text_in(call(*uci), "move.uci()");
}

std::string chess_move_text(nb::handle move) {
  return move_text(games::chess_game(), games::Chess::kSize, move);
}

chess::Move move_from(const chess::Position& p, const std::string& text) {
  const auto found = chess::read_move(p, text);
  if (found) return *found;
  raise_illegal(with_suggestions(p, text, found.error()));
}

Error with_suggestions(const chess::Position& p, std::string_view text, Error error) {
  error.detail += suggestions(p, text);
  return error;
}

}  // namespace intarsia::bind
