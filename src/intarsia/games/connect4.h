// Connect Four as a row: its types for the interfaces of game/.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/connect4/game.h"
#include "intarsia/connect4/record.h"
#include "intarsia/connect4/tensor/decode.h"
#include "intarsia/connect4/tensor/encode.h"
#include "intarsia/connect4/tensor/policy.h"
#include "intarsia/connect4/tensor/record_encode.h"
#include "intarsia/connect4/transition.h"
#include "intarsia/game/typed.h"
#include "intarsia/games/rows.h"

namespace intarsia::games {

// What game/row_of.h asks for.
struct Connect4 {
  using Position = connect4::Position;
  using Move = connect4::Move;
  using State = connect4::State;
  using Replay = connect4::Replay;
  using Transition = connect4::Transition;
  using Encoder = connect4::Encoder;
  using RecordEncoder = connect4::RecordEncoder;
  using Decoder = connect4::Decoder;
  using Decoded = connect4::Decoded;
  struct Code {};  // there is one

  static const game::GameType& type() { return connect4_game(); }
  static int size_of(const Position& p) { return p.size(); }
  static std::uint8_t variant_of(const Position&) { return 0; }
  static bool is_second_to_move(const Position& p) { return p.turn() == connect4::kSecond; }

  static std::vector<Move> legal_moves(const Replay& replay, int ply);
  static Result<Move> read_move(const Replay& replay, std::string_view text);
  static std::string move_text(const Position&, Move m) { return connect4::move_name(m); }
  static void show_cells(const Position& before, Move m, game::ShownMove& shown);
  static Move no_move() { return Move::none(); }
  static bool is_quiet(const Position&) { return true; }
  static std::optional<game::End> end_at(const Replay& replay, int ply);
  static std::uint64_t perft(const Replay& replay, int ply, int depth);
  static Key identity_of(const Position& p) { return p.key(); }

  static std::string line_text(const Replay& replay, int plies);
  static std::string position_text(const Position& p, const game::Options& writing);
  static void inspect(const game::LineOf<Connect4>& line, JsonText& out,
                      const game::Options& writing);

  static constexpr std::size_t record_bytes(int) { return sizeof(connect4::Record); }
  static void pack(const State& s, Move m, bool is_first, const game::RecordTargets& t,
                   std::byte* out);

  static Result<int> add_text(std::string_view text, const game::Options& options,
                              const layout::Layout& l, std::vector<State>& out,
                              std::optional<Error>* note);
  static connect4::TurnChoice turn_of(game::Turn turn);
  static std::string decoded_text(const Decoded& d, int size, const game::Options& writing);
  static void decoded_json(const Decoded& d, int size, JsonText& out, const game::Options& writing);
  static std::string_view unsaid(const Decoded&) { return {}; }
  static std::optional<Replay> replay_of(const Decoded& d);

  static Code code(std::string_view, int) { return {}; }
  static std::int32_t index(Code, const Position&, Move m, layout::FrameId) {
    return connect4::policy_index(m);
  }
  static Result<Move> move(Code, const Position& p, std::int32_t number, layout::FrameId,
                           std::string_view) {
    return connect4::policy_move(p, number);
  }
  static Result<std::int32_t> record_index(Code, int size, const std::byte* record,
                                           layout::FrameId frame);
  static std::optional<Error> record_mask(Code, int size, const std::byte* record,
                                          layout::FrameId frame, std::span<std::uint8_t> out);

  // Of records that were checked.
  static Position position_of(int size, const std::byte* record);
  static void append_moves(const Position& p, std::vector<std::uint16_t>& out);
  static Move from_stored(std::uint16_t number, int) { return Move(number); }
  static std::optional<std::uint16_t> stored_move(int size, const std::byte* record);
  static bool is_at(const Position& p, const std::byte* record);
  static void pack_identity(const Position& p, std::byte* out) { pack_position(p, out); }
  static bool ends_with_moves(const Position&) { return false; }
  static std::optional<game::End> end_of(const Position& p);
  static void pack_position(const Position& p, std::byte* out);
  static game::RecordWorth worth_of(int size, const std::byte* record);
  static float score_of(int size, const std::byte* record);

  static draw::Board board_of(const game::LineOf<Connect4>& line, layout::FrameId frame,
                              game::PictureOptions options);
  static draw::Board half_board(const Decoded* d, int size, game::Turn turn, layout::FrameId frame);
};

using Connect4Line = game::LineOf<Connect4>;

// A game as its own writer has it.
connect4::Game to_connect4_game(const game::ReadGame& game);

}  // namespace intarsia::games
