// Positions of chess put together by hand.

#include "intarsia/base/text.h"
#include "intarsia/chess/castling.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/glyphs.h"
#include "intarsia/chess/position_line.h"
#include "intarsia/game/set_up.h"
#include "intarsia/games/chess.h"
#include "intarsia/games/internal/chess_drawing.h"
#include "intarsia/games/internal/chess_parts.h"

namespace intarsia::games {

namespace {

using chess::Color;
using chess::Piece;
using chess::Setup;
using chess::Square;
using game::Draft;
using game::SetUpEdit;

constexpr std::string_view kTurnChoice = "turn";
constexpr std::string_view kCastlingChoice = "castling";
constexpr std::string_view kEnPassantChoice = "en_passant";
constexpr std::string_view kNoEnPassant = "-";

// The rights in the order of a FEN.
struct Right {
  Color color;
  chess::Wing wing;
  std::string_view letter;
  std::string_view title;
};
constexpr Right kRights[] = {{chess::kWhite, chess::kKingside, "K", "White, king's side"},
                             {chess::kWhite, chess::kQueenside, "Q", "White, queen's side"},
                             {chess::kBlack, chess::kKingside, "k", "Black, king's side"},
                             {chess::kBlack, chess::kQueenside, "q", "Black, queen's side"}};

constexpr char kLetters[] = "PNBRQKpnbrqk";

Error wrong(std::string_view what, std::string_view found) {
  return Error{ErrorCode::kSyntax, 0, concat({"no ", what, ": ", in_quotes(found)})};
}

std::string square_text(Square s) {
  std::string text;
  chess::append_square(text, s);
  return text;
}

std::optional<Square> find_square(std::string_view name) {
  for (int s = 0; s < chess::kSquares; ++s) {
    if (square_text(Square(s)) == name) return Square(s);
  }
  return std::nullopt;
}

std::optional<Piece> find_piece(std::string_view letter) {
  if (letter.size() != 1 || std::string_view(kLetters, 12).find(letter[0]) == letter.npos) {
    return std::nullopt;
  }
  const char upper = chess::to_upper(letter[0]);
  return Piece{upper == letter[0] ? chess::kWhite : chess::kBlack, chess::kind_from(upper)};
}

// The rook with which that side castles there, if it does.
Square castling_rook(const Setup& s, const Right& r, chess::Bitboard rooks) {
  const auto rank = chess::rank_squares(chess::back_rank(r.color));
  const auto kings = s.board.pieces(r.color, chess::kKing) & rank;
  if (kings.size() != 1) return chess::kNoSquare;
  rooks = rooks & s.board.pieces(r.color, chess::kRook) & rank;
  return chess::outermost_rook(rooks, kings.first(), r.wing);
}

// The rook that could: in standard chess king and rook stand where the game begins.
Square possible_rook(const Setup& s, const Right& r) {
  const Square rook = castling_rook(s, r, s.board.occupied());
  if (rook == chess::kNoSquare || s.chess960) return rook;
  const int corner = r.wing == chess::kKingside ? 7 : 0;
  const bool is_usual =
      chess::file_of(s.board.king(r.color)) == 4 && chess::file_of(rook) == corner;
  return is_usual ? rook : chess::kNoSquare;
}

// The setup with that en passant square, less what cannot be.
Setup with_en_passant(Setup s, Square square) {
  s.en_passant = square;
  return chess::cleaned(s);
}

void take(Setup& s, Square square) {
  if (const auto piece = s.board.piece_at(square)) s.board.remove(square, *piece);
}

std::optional<Error> put(Setup& s, const SetUpEdit& e) {
  const auto to = find_square(e.cell);
  if (!to) return wrong("square", e.cell);
  std::optional<Piece> piece;
  if (!e.from.empty()) {
    const auto from = find_square(e.from);
    if (!from) return wrong("square", e.from);
    piece = s.board.piece_at(*from);
    take(s, *from);
  } else if (!e.piece.empty()) {
    piece = find_piece(e.piece);
    if (!piece) return wrong("man", e.piece);
  }
  take(s, *to);
  if (piece) s.board.put(*to, *piece);
  return std::nullopt;
}

std::optional<Error> turn_right(Setup& s, std::string_view letter) {
  for (const Right& r : kRights) {
    if (r.letter != letter) continue;
    const Square chosen = castling_rook(s, r, s.castling);
    const Square rook = chosen != chess::kNoSquare ? chosen : possible_rook(s, r);
    if (rook == chess::kNoSquare) {
      return Error{ErrorCode::kInvalid, 0,
                   concat({"no king and rook in place for castling: ", r.title})};
    }
    chosen != chess::kNoSquare ? s.castling.erase(rook) : s.castling.insert(rook);
    return std::nullopt;
  }
  return wrong("castling right", letter);
}

std::optional<Error> choose(Setup& s, const SetUpEdit& e) {
  if (e.choice == kCastlingChoice) return turn_right(s, e.value);
  if (e.choice == kTurnChoice) {
    if (e.value != "white" && e.value != "black") return wrong("side to move", e.value);
    s.turn = e.value == "white" ? chess::kWhite : chess::kBlack;
    return std::nullopt;
  }
  if (e.choice != kEnPassantChoice) return wrong("choice", e.choice);
  const auto square = e.value == kNoEnPassant ? chess::kNoSquare : find_square(e.value);
  if (!square) return wrong("square", e.value);
  s.en_passant = *square;
  return std::nullopt;
}

std::optional<Error> apply(Setup& s, const SetUpEdit& e) {
  if (e.all == "start" || e.all == "empty") {
    const bool is_chess960 = s.chess960;
    s = e.all == "start" ? chess::Position{}.setup() : Setup{};
    s.chess960 = is_chess960;
    return std::nullopt;
  }
  if (!e.all.empty()) return wrong("board", e.all);
  auto error = e.choice.empty() ? put(s, e) : choose(s, e);
  // Rights and squares that went with the men.
  if (!error) s = chess::cleaned(s);
  return error;
}

std::vector<Draft::Choice> choices_of(const Setup& s) {
  Draft::Choice turn{kTurnChoice, "To move", false, {}};
  for (const Color c : {chess::kWhite, chess::kBlack}) {
    turn.values.push_back(
        {std::string(name(c)), c == chess::kWhite ? "White" : "Black", s.turn == c});
  }
  Draft::Choice castling{kCastlingChoice, "Castling", true, {}};
  for (const Right& r : kRights) {
    castling.values.push_back({std::string(r.letter), std::string(r.title),
                               castling_rook(s, r, s.castling) != chess::kNoSquare,
                               possible_rook(s, r) != chess::kNoSquare});
  }
  Draft::Choice en_passant{kEnPassantChoice, "En passant", false, {}};
  en_passant.values.push_back(
      {std::string(kNoEnPassant), "none", s.en_passant == chess::kNoSquare});
  for (int i = 0; i < chess::kSquares; ++i) {
    const auto square = Square(i);
    if (with_en_passant(s, square).en_passant == chess::kNoSquare) continue;
    en_passant.values.push_back({square_text(square), square_text(square), s.en_passant == square});
  }
  return {std::move(turn), std::move(castling), std::move(en_passant)};
}

// What the text says, if it can be read at all.
Result<Setup> read(std::string_view text, const game::Options& options) {
  const bool is_chess960 = options.has(kChess960);
  const std::string_view fen = trimmed(text);
  if (fen.empty()) {
    Setup s = chess::Position{}.setup();
    s.chess960 = is_chess960;
    return s;
  }
  const auto reading = chess::read_setup(fen, is_chess960);
  if (!reading.faults.unreadable()) return reading.setup;
  const auto line = chess::read_position_line(fen, is_chess960);
  if (!line) return line.error();
  return line->replay.position().setup();
}

}  // namespace

std::vector<game::SetUpMan> chess_men() {
  std::vector<game::SetUpMan> men;
  for (std::size_t i = 0; i + 1 < std::size(kLetters); ++i) {
    const std::string_view letter(&kLetters[i], 1);
    men.push_back({letter, mark_of(*find_piece(letter))});
  }
  return men;
}

Result<Draft> edit_chess_set_up(int, std::string_view text, const game::Options& options,
                                std::span<const SetUpEdit> edits) {
  auto setup = read(text, options);
  if (!setup) return setup.error();
  for (const SetUpEdit& e : edits) {
    if (auto error = apply(*setup, e)) return *std::move(error);
  }
  return Draft{chess::to_fen(*setup), draw_setup(*setup, chess::kWhiteFrame), choices_of(*setup)};
}

}  // namespace intarsia::games
