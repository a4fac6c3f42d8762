// Chess as a row: its types for the interfaces of game/.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/chess/game.h"
#include "intarsia/chess/record.h"
#include "intarsia/chess/san.h"
#include "intarsia/chess/tensor/decode.h"
#include "intarsia/chess/tensor/encode.h"
#include "intarsia/chess/tensor/policy.h"
#include "intarsia/chess/tensor/record_encode.h"
#include "intarsia/chess/transition/transition.h"
#include "intarsia/game/typed.h"
#include "intarsia/games/rows.h"

namespace intarsia::games {

// What game/row_of.h asks for.
struct Chess {
  using Position = chess::Position;
  using Move = chess::Move;
  using State = chess::State;
  using Replay = chess::Replay;
  using Transition = chess::Transition;
  using Encoder = chess::Encoder;
  using RecordEncoder = chess::RecordEncoder;
  using Decoder = chess::Decoder;
  using Decoded = chess::Decoded;
  using Code = const chess::Policy*;

  static const game::GameType& type() { return chess_game(); }
  static int size_of(const Position&) { return kSize; }
  static std::uint8_t variant_of(const Position& p) { return p.is_chess960() ? 1 : 0; }
  static bool is_second_to_move(const Position& p) { return p.turn() == chess::kBlack; }

  static chess::MoveList legal_moves(const Replay& replay, int ply);
  static Result<Move> read_move(const Replay& replay, std::string_view text);
  static std::string move_text(const Position& before, Move m);
  static std::string move_notation(const Position& before, Move m) {
    return chess::to_san(before, m);
  }
  static void show_cells(const Position& before, Move m, game::ShownMove& shown);
  static Move no_move() { return Move::none(); }
  static bool is_quiet(const Position& p) { return !p.is_check(); }
  static std::optional<game::End> end_at(const Replay& replay, int ply);
  static std::uint64_t perft(const Replay& replay, int ply, int depth);
  static Key identity_of(const Position& p) { return p.identity(); }

  static std::string line_text(const Replay& replay, int plies);
  static game::Options options_of(const Position& start);
  static std::string position_text(const Position& p, const game::Options& writing);
  static void inspect(const game::LineOf<Chess>& line, JsonText& out, const game::Options& writing);

  static constexpr std::size_t record_bytes(int) { return sizeof(chess::Record); }
  static void pack(const State& s, Move m, bool is_first, const game::RecordTargets& t,
                   std::byte* out);

  static Result<int> add_text(std::string_view text, const game::Options& options,
                              const layout::Layout& l, std::vector<State>& out,
                              std::optional<Error>* note);
  static std::optional<chess::Color> turn_of(game::Turn turn);
  static std::string decoded_text(const Decoded& d, int size, const game::Options& writing);
  static void decoded_json(const Decoded& d, int size, JsonText& out, const game::Options& writing);
  static std::string_view unsaid(const Decoded& d);
  static std::optional<Replay> replay_of(const Decoded& d);

  static Code code(std::string_view id, int) { return chess::find_policy(id); }
  static std::int32_t index(Code code, const Position& p, Move m, layout::FrameId frame) {
    return code->index(p, m, frame);
  }
  static Result<Move> move(Code code, const Position& p, std::int32_t number, layout::FrameId frame,
                           std::string_view promotion);
  static void mask(Code code, const Position& p, layout::FrameId frame,
                   std::span<std::uint8_t> out) {
    code->mask(p, frame, out);
  }
  static Result<std::int32_t> record_index(Code code, int size, const std::byte* record,
                                           layout::FrameId frame);
  static std::optional<Error> record_mask(Code code, int size, const std::byte* record,
                                          layout::FrameId frame, std::span<std::uint8_t> out);

  // Of records that were checked.
  static Position position_of(int size, const std::byte* record);
  static void append_moves(const Position& p, std::vector<std::uint16_t>& out);
  static Move from_stored(std::uint16_t number, int) { return Move::from_bits(number); }
  static std::optional<std::uint16_t> stored_move(int size, const std::byte* record);
  static bool is_at(const Position& p, const std::byte* record);
  static void pack_identity(const Position& p, std::byte* out);
  static bool ends_with_moves(const Position& p) { return is_insufficient_material(p.board()); }
  static std::optional<game::End> end_of(const Position& p);
  static void pack_position(const Position& p, std::byte* out);
  static game::RecordWorth worth_of(int size, const std::byte* record);
  static float score_of(int size, const std::byte* record);

  static draw::Board board_of(const game::LineOf<Chess>& line, layout::FrameId frame,
                              game::PictureOptions options);
  static draw::Board half_board(const Decoded* d, int size, game::Turn turn, layout::FrameId frame);

  static constexpr int kSize = 8;
};

using ChessLine = game::LineOf<Chess>;

// The option --chess960.
inline constexpr std::string_view kChess960 = "chess960";

// The option --en-passant. Without it the square stands wherever a position is stored, so that encoding
// the text gives the tensor of the position that it came from.
inline constexpr std::string_view kEnPassant = "en-passant";
chess::EnPassant en_passant_in(const game::Options& writing,
                               chess::EnPassant otherwise = chess::EnPassant::kAlways);

}  // namespace intarsia::games
