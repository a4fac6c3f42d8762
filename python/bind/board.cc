// Boards of python-chess, known by their attributes: it is never imported.

#include <algorithm>

#include "intarsia/chess/fen.h"
#include "intarsia/chess/legality.h"
#include "intarsia/chess/setup.h"
#include "intarsia/chess/uci.h"
#include "python/bind/errors.h"
#include "python/bind/line.h"

namespace intarsia::bind {

namespace {

constexpr const char* kKindNames[] = {"pawns", "knights", "bishops", "rooks", "queens", "kings"};

chess::Bitboard squares_in(nb::handle number) {
  return chess::Bitboard(nb::cast<std::uint64_t>(number));
}

// A counter as far as ours go.
std::uint16_t counter_in(nb::handle number) {
  return static_cast<std::uint16_t>(
      std::clamp(nb::cast<std::int64_t>(number), std::int64_t{0}, std::int64_t{65'535}));
}

chess::Square square_in(nb::handle number) {
  if (number.is_none()) return chess::kNoSquare;
  const auto square = nb::cast<unsigned>(number);
  if (square >= chess::kSquares) throw nb::value_error("a square beyond 63");
  return chess::Square(square);
}

chess::Setup setup_of(nb::handle board) {
  chess::Setup s;
  for (int kind = 0; kind < chess::kKinds; ++kind) {
    s.board.kinds[kind] = squares_in(board.attr(kKindNames[kind]));
  }
  const nb::object colors = board.attr("occupied_co");
  s.board.colors[chess::kWhite] = squares_in(colors[nb::bool_(true)]);
  s.board.colors[chess::kBlack] = squares_in(colors[nb::bool_(false)]);
  s.castling = squares_in(board.attr("castling_rights"));
  s.turn = nb::cast<bool>(board.attr("turn")) ? chess::kWhite : chess::kBlack;
  s.en_passant = square_in(board.attr("ep_square"));
  s.chess960 = nb::cast<bool>(board.attr("chess960"));
  s.clock = counter_in(board.attr("halfmove_clock"));
  s.fullmove = counter_in(board.attr("fullmove_number"));
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
  const chess::Square from = square_in(move.attr("from_square"));
  const chess::Square to = square_in(move.attr("to_square"));
  if (from == chess::kNoSquare || to == chess::kNoSquare) return std::nullopt;
  const nb::object promotion = move.attr("promotion");
  chess::Move m = chess::move_between(p, from, to);
  if (!promotion.is_none()) {
    const auto kind = nb::cast<int>(promotion) - 1;  // theirs begin at 1
    if (kind < chess::kKnight || kind > chess::kQueen) return std::nullopt;
    m = chess::Move(from, to, chess::Kind(kind));
  }
  if (!chess::is_legal(p, m)) return std::nullopt;
  return m;
}

}  // namespace

bool is_board(nb::handle object) {
  return nb::hasattr(object, "occupied_co") && nb::hasattr(object, "castling_rights");
}

Line line_of_board(nb::handle board) {
  if (nb::hasattr(board, "uci_variant")) {
    const nb::object variant = board.attr("uci_variant");
    if (!variant.is_none() && nb::cast<std::string>(variant) != "chess") {
      throw nb::value_error("the board is of another game: only the rules of chess are known here");
    }
  }
  const chess::Position now = position_of(board);
  const nb::object stack = board.attr("move_stack");
  if (nb::len(stack) == 0) return {chess::Replay(now)};
  // What our rules cannot replay (null moves, a start without a king) is not known: the position
  // stands alone.
  const auto start = chess::Position::from_setup(setup_of(board.attr("root")()));
  if (!start) return {chess::Replay(now)};
  chess::Replay replay(*start);
  for (nb::handle move : stack) {
    const auto m = move_of(replay.position(), move);
    if (!m) return {chess::Replay(now)};
    replay.play(*m);
  }
  // A board that was edited after its moves is what it is now.
  if (replay.position().setup() != now.setup()) return {chess::Replay(now)};
  return {std::move(replay)};
}

}  // namespace intarsia::bind
