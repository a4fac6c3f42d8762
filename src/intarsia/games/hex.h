// Hex as a row: its types for the interfaces of game/.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/game/typed.h"
#include "intarsia/games/rows.h"
#include "intarsia/hex/game.h"
#include "intarsia/hex/reading.h"
#include "intarsia/hex/record.h"
#include "intarsia/hex/tensor/decode.h"
#include "intarsia/hex/tensor/encode.h"
#include "intarsia/hex/tensor/record_encode.h"
#include "intarsia/hex/transition.h"

namespace intarsia::games {

// What game/row_of.h asks for.
struct Hex {
  using Position = hex::Position;
  using Move = hex::Move;
  using State = hex::State;
  using Replay = hex::Replay;
  using Transition = hex::Transition;
  using Encoder = hex::Encoder;
  using RecordEncoder = hex::RecordEncoder;
  using Decoder = hex::Decoder;
  using Decoded = hex::Decoded;
  struct Code {};  // there is one

  static const game::GameType& type() { return hex_game(); }
  static int size_of(const Position& p) { return p.size(); }
  static std::uint8_t variant_of(const Position&) { return 0; }
  static bool is_second_to_move(const Position& p) { return p.turn() == hex::kRed; }

  static std::vector<Move> legal_moves(const Replay& replay, int ply);
  static Result<Move> read_move(const Replay& replay, std::string_view text);
  static std::string move_text(const Position& before, Move m);
  static void show_cells(const Position& before, Move m, game::ShownMove& shown);
  static Move no_move() { return Move::none(); }
  static bool is_quiet(const Position&) { return true; }
  // A won position has no moves after it, so only the last one can be won.
  static std::optional<game::End> end_at(const Replay& replay, int ply);
  static std::uint64_t perft(const Replay& replay, int ply, int depth);
  static Key identity_of(const Position& p) { return p.key(); }

  static std::string line_text(const Replay& replay, int plies);
  static game::Options options_of(const Position& start);
  static std::string position_text(const Position& p, const game::Options& writing);
  static void inspect(const game::LineOf<Hex>& line, JsonText& out, const game::Options& writing);

  static constexpr std::size_t record_bytes(int size) { return hex::record_shape(size).bytes; }
  static void pack(const State& s, Move m, bool is_first, const game::RecordTargets& t,
                   std::byte* out);

  static Result<int> add_text(std::string_view text, const game::Options& options,
                              const layout::Layout& l, std::vector<State>& out,
                              std::optional<Error>* note);
  static hex::TurnChoice turn_of(game::Turn turn);
  static std::string decoded_text(const Decoded& d, int size, const game::Options& writing);
  static void decoded_json(const Decoded& d, int size, JsonText& out, const game::Options& writing);
  static std::string_view unsaid(const Decoded&) { return {}; }
  static std::optional<Replay> replay_of(const Decoded& d);

  static Code code(std::string_view, int) { return {}; }
  static std::int32_t index(Code, const Position& p, Move m, layout::FrameId frame);
  static Result<Move> move(Code, const Position& p, std::int32_t number, layout::FrameId frame,
                           std::string_view promotion);
  static void mask(Code, const Position& p, layout::FrameId frame, std::span<std::uint8_t> out);
  static Result<std::int32_t> record_index(Code, int size, const std::byte* record,
                                           layout::FrameId frame);
  static std::optional<Error> record_mask(Code, int size, const std::byte* record,
                                          layout::FrameId frame, std::span<std::uint8_t> out);

  // Of records that were checked.
  static Position position_of(int size, const std::byte* record);
  static void append_moves(const Position& p, std::vector<std::uint16_t>& out);
  static Move from_stored(std::uint16_t number, int size) { return Move::from_index(number, size); }
  static std::optional<std::uint16_t> stored_move(int size, const std::byte* record);
  static bool is_at(const Position& p, const std::byte* record);
  static void pack_identity(const Position& p, std::byte* out) { pack_position(p, out); }
  // Records do not say by which rule a swap that is open goes: all are taken as transposing.
  static Key stored_identity(const Position& p);
  static bool ends_with_moves(const Position&) { return false; }
  static std::optional<game::End> end_of(const Position& p);
  static void pack_position(const Position& p, std::byte* out);
  static game::RecordWorth worth_of(int size, const std::byte* record);
  static float score_of(int size, const std::byte* record);

  static draw::Board board_of(const game::LineOf<Hex>& line, layout::FrameId frame,
                              game::PictureOptions options);
  static draw::Board half_board(const Decoded* d, int size, game::Turn turn, layout::FrameId frame);
};

using HexLine = game::LineOf<Hex>;

// The option --swap, and how it is understood.
inline constexpr std::string_view kSwap = "swap";
hex::ReadOptions read_options(const game::Options& options);

constexpr Outcome outcome_of(std::optional<hex::Color> winner) {
  return !winner ? Outcome::kUnknown : *winner == hex::kBlue ? Outcome::kFirst : Outcome::kSecond;
}
constexpr std::optional<hex::Color> winner_of(Outcome o) {
  if (o == Outcome::kFirst) return hex::kBlue;
  if (o == Outcome::kSecond) return hex::kRed;
  return std::nullopt;
}

// A game as its own readers and writers have it, and back.
game::ReadGame to_read_game(const hex::Reading& reading);
hex::Game to_hex_game(const game::ReadGame& game);

}  // namespace intarsia::games
