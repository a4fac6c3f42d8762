// Boards of python-chess, known by their attributes: it is never imported.

#include <limits>

#include "intarsia/base/text.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/legality.h"
#include "intarsia/chess/setup.h"
#include "intarsia/chess/uci.h"
#include "python/bind/chess/line.h"
#include "python/bind/errors.h"
#include "python/bind/values.h"

namespace intarsia::bind {

namespace {

constexpr const char* kKindNames[] = {"pawns", "knights", "bishops", "rooks", "queens", "kings"};

std::string of_board(const char* name) { return concat({"board.", name}); }

chess::Bitboard squares_in(nb::handle board, const char* name) {
  return chess::Bitboard(bits_in(attribute_of(board, name), of_board(name)));
}

// A counter as far as ours go.
std::uint16_t counter_in(nb::handle board, const char* name) {
  constexpr std::int64_t kMost = std::numeric_limits<std::uint16_t>::max();
  return static_cast<std::uint16_t>(
      clamped_in(attribute_of(board, name), of_board(name), 0, kMost));
}

chess::Square square_in(nb::handle number, const std::string& name) {
  if (number.is_none()) return chess::kNoSquare;
  return chess::Square(number_in(number, name, 0, chess::kSquares - 1));
}

chess::Setup setup_of(nb::handle board) {
  chess::Setup s;
  for (int kind = 0; kind < chess::kKinds; ++kind) {
    s.board.kinds[kind] = squares_in(board, kKindNames[kind]);
  }
  const nb::object colors = attribute_of(board, "occupied_co");
  for (const chess::Color c : {chess::kWhite, chess::kBlack}) {
    const nb::object squares = colors[nb::bool_(c == chess::kWhite)];
    s.board.colors[c] = chess::Bitboard(bits_in(squares, of_board("occupied_co")));
  }
  s.castling = squares_in(board, "castling_rights");
  s.turn = flag_in(attribute_of(board, "turn"), of_board("turn")) ? chess::kWhite : chess::kBlack;
  s.en_passant = square_in(attribute_of(board, "ep_square"), of_board("ep_square"));
  s.chess960 = flag_in(attribute_of(board, "chess960"), of_board("chess960"));
  s.clock = counter_in(board, "halfmove_clock");
  s.fullmove = counter_in(board, "fullmove_number");
  return s;
}

chess::Position position_of(nb::handle board) {
  chess::Faults faults;
  const auto position = chess::Position::from_setup(setup_of(board), &faults);
  if (position) return *position;
  std::string detail = "the board cannot be played:";
  for (const chess::FaultInfo& f : chess::fault_table()) {
    if (faults.contains(f.fault)) detail.append(" ").append(f.meaning).append(";");
  }
  detail.pop_back();
  raise(Error{ErrorCode::kInvalid, 0, detail});
}

// The move as ours, if it is legal: null moves and other variants' moves are not.
std::optional<chess::Move> move_of(const chess::Position& p, nb::handle move) {
  const chess::Square from = square_in(attribute_of(move, "from_square"), "move.from_square");
  const chess::Square to = square_in(attribute_of(move, "to_square"), "move.to_square");
  if (from == chess::kNoSquare || to == chess::kNoSquare) return std::nullopt;
  const nb::object promotion = attribute_of(move, "promotion");
  chess::Move m = chess::move_between(p, from, to);
  if (!promotion.is_none()) {
    // Theirs begin at 1.
    const auto kind = clamped_in(promotion, "move.promotion", 0, chess::kKinds) - 1;
    if (kind < chess::kKnight || kind > chess::kQueen) return std::nullopt;
    m = chess::Move(from, to, chess::Kind(kind));
  }
  if (!chess::is_legal(p, m)) return std::nullopt;
  return m;
}

}  // namespace

bool is_board(nb::handle object) {
  return find_attribute(object, "occupied_co") && find_attribute(object, "castling_rights");
}

game::LinePtr line_of_board(nb::handle board, const layout::Layout*) {
  const auto variant = find_attribute(board, "uci_variant");
  if (variant && !variant->is_none() && text_in(*variant, of_board("uci_variant")) != "chess") {
    throw nb::value_error("the board is of another game: only the rules of chess are known here");
  }
  const chess::Position now = position_of(board);
  const auto alone = [&now] { return std::make_unique<ChessLine>(chess::Replay(now)); };
  const nb::object stack = attribute_of(board, "move_stack");
  if (nb::len(stack) == 0) return alone();
  // What our rules cannot replay (null moves, a start without a king) is not known: the position
  // stands alone.
  const auto start = chess::Position::from_setup(setup_of(call(attribute_of(board, "root"))));
  if (!start) return alone();
  auto line = std::make_unique<ChessLine>(chess::Replay(*start));
  for (nb::handle move : stack) {
    const auto m = move_of(line->position(), move);
    if (!m) return alone();
    play(*line, *m);
  }
  // A board that was edited after its moves is what it is now.
  if (line->position().setup() != now.setup()) return alone();
  return line;
}

}  // namespace intarsia::bind
