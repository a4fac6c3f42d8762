#include "intarsia/games/connect4.h"

#include <array>
#include <cstring>

#include "intarsia/base/text.h"
#include "intarsia/connect4/position_line.h"
#include "intarsia/connect4/score.h"
#include "intarsia/connect4/symmetry.h"
#include "intarsia/connect4/tensor/layouts.h"
#include "intarsia/connect4/tensor/symmetry.h"
#include "intarsia/game/row_of.h"
#include "intarsia/games/internal/connect4_parts.h"

namespace intarsia::games {

namespace {

namespace c4 = connect4;

Result<game::ReadGame> read_line(std::string_view text, const game::Options&) {
  auto replay = c4::read_position_line(text);
  if (!replay) return std::move(replay).error();
  game::ReadGame out{.is_game = false, .shown = replay->ply()};
  out.line = std::make_unique<Connect4Line>(*std::move(replay));
  return out;
}

game::LinePtr start(int size, const game::Options&) {
  return std::make_unique<Connect4Line>(c4::Replay(c4::Position(c4::Board::of_size(size))));
}

std::optional<Error> check(int size, std::span<const std::byte> bytes) {
  const c4::Record r = c4::record_at(bytes.data());
  if (auto error = c4::check(r)) return error;
  if (c4::board_of(r).size() == size) return std::nullopt;
  return Error{ErrorCode::kInvalid, offsetof(c4::Record, columns), "a board of another size"};
}

std::optional<int> said_size(std::span<const std::byte> bytes) {
  const c4::Record r = c4::record_at(bytes.data());
  if (!c4::is_board(r.columns, r.rows)) return std::nullopt;
  return c4::board_of(r).size();
}

game::RecordType record_type(int size) {
  return {.game = "connect4",
          .size = size,
          .fields = {std::begin(c4::kRecordFields), std::end(c4::kRecordFields)},
          .bytes = sizeof(c4::Record),
          .flags_at = offsetof(c4::Record, flags),
          .first_bit = c4::kFirstOfGame,
          .next_bit = c4::kHasNext,
          .move_at = offsetof(c4::Record, move),
          .move_bytes = 1,
          .check = check,
          .check_state = check,
          .size_of = said_size};
}

Result<game::LinePtr> unpack(int size, std::span<const std::byte> record) {
  const auto u = c4::unpack(c4::record_at(record.data()));
  if (!u) return u.error();
  if (u->position.board().size() != size) {
    return Error{ErrorCode::kInvalid, 0,
                 concat({"the record is of a board of ", c4::board_name(u->position.board())})};
  }
  return game::LinePtr(std::make_unique<Connect4Line>(c4::Replay(u->position)));
}

// Records may have been changed on the disk: each must follow from the one before.
Result<game::ReadGame> unpack_game(const game::GameRow&, std::span<const std::byte> records,
                                   const game::Options&) {
  game::ReadGame out;
  std::optional<c4::Replay> replay;
  for (std::size_t at = 0; at < records.size(); at += sizeof(c4::Record)) {
    const auto u = c4::unpack(c4::record_at(records.data() + at));
    if (!u) return Error(u.error()).moved_by(at);
    if (!replay) replay.emplace(u->position);
    if (u->position != replay->position()) {
      return Error{ErrorCode::kInvalid, at, "the record does not follow from the one before"};
    }
    out.recorded.outcome = u->targets.outcome;
    out.recorded.evals.push_back(u->targets.eval);
    if (!u->targets.move.is_none()) replay->play(u->targets.move);
  }
  out.shown = replay->ply();
  out.line = std::make_unique<Connect4Line>(*std::move(replay));
  return out;
}

std::string content(const game::Line& line) { return line.text(); }

bool follows(int, const std::byte* before, const std::byte* now) {
  return c4::follows(before, now);
}

std::optional<Error> refuse_conversion(const layout::Layout& from, const layout::Layout&,
                                       game::Turn) {
  if (layout::shows(from, *from.catalogue->find_part("discs"))) return std::nullopt;
  return Error{ErrorCode::kUnsupported, 0, concat({from.id, " does not show all discs"})};
}

// Symmetries, by their numbers in connect4::kSymmetries.

void turn_record(int, std::size_t symmetry, const std::byte* record, std::byte* out) {
  const c4::Record r = c4::kSymmetries[symmetry].symmetry(c4::record_at(record));
  std::memcpy(out, &r, sizeof r);
}

std::optional<Error> turn_tensors(const layout::Plan& plan, std::size_t symmetry,
                                  const std::byte* tensors, std::size_t count, std::byte* out) {
  const c4::TensorSymmetry turned(plan, c4::kSymmetries[symmetry].symmetry);
  for (std::size_t i = 0; i < count; ++i) {
    turned.apply(tensors + i * plan.bytes(), out + i * plan.bytes());
  }
  return std::nullopt;
}

game::LinePtr turn_line(const game::Line& line, std::size_t symmetry) {
  const c4::Symmetry s = c4::kSymmetries[symmetry].symmetry;
  const Connect4Line& from = Connect4Line::of(line);
  c4::Replay out(s(from.replay().start()));
  for (const c4::Move m : from.played()) out.play(s(m, out.start().board()));
  return std::make_unique<Connect4Line>(std::move(out));
}

std::vector<std::int32_t> turn_policy(int size, std::size_t symmetry, layout::FrameId) {
  const c4::Board board = c4::Board::of_size(size);
  std::vector<std::int32_t> places;
  places.reserve(static_cast<std::size_t>(board.columns()));
  for (int c = 0; c < board.columns(); ++c) {
    places.push_back(c4::kSymmetries[symmetry].symmetry(c4::Move(c), board).column());
  }
  return places;
}

constexpr auto kSizes = [] {
  constexpr int kCount = [] {
    int n = 0;
    for (int size = 0; size < c4::kSizeCodes; ++size) n += c4::is_size(size) ? 1 : 0;
    return n;
  }();
  std::array<int, kCount> all{};
  std::size_t i = 0;
  for (int size = 0; size < c4::kSizeCodes; ++size) {
    if (c4::is_size(size)) all[i++] = size;
  }
  return all;
}();

std::string size_text(int size) { return c4::board_name(c4::Board::of_size(size)); }
std::vector<layout::PolicyInfo> policies(int size) { return {c4::policy_info(size)}; }

constexpr game::OutcomeWord kOutcomeWords[] = {{"first", Outcome::kFirst},
                                               {"second", Outcome::kSecond},
                                               {"draw", Outcome::kDraw},
                                               {"unknown", Outcome::kUnknown}};
constexpr std::string_view kTerminations[] = {"unknown"};
constexpr std::string_view kVariants[] = {"standard"};
constexpr std::string_view kTurns[] = {"", "first", "second"};
constexpr std::string_view kSymmetryNames[] = {c4::kSymmetries[0].name, c4::kSymmetries[1].name};

}  // namespace

std::vector<c4::Move> Connect4::legal_moves(const Replay& replay, int ply) {
  return replay.state(replay.ply() - ply).position.legal_moves();
}

Result<c4::Move> Connect4::read_move(const Replay& replay, std::string_view text) {
  auto m = c4::read_move(text, replay.position().board());
  if (!m || replay.is_legal(*m)) return m;
  return Error{ErrorCode::kIllegal, 0, std::string(replay.why_not(*m))};
}

std::optional<game::End> Connect4::end_at(const Replay& replay, int ply) {
  return end_of(replay.state(replay.ply() - ply).position);
}

namespace {

std::uint64_t count(const c4::Position& p, int depth) {
  if (depth == 0) return 1;
  if (depth == 1) return static_cast<std::uint64_t>(p.legal_cells().size());
  std::uint64_t sum = 0;
  for (const c4::Move m : p.legal_moves()) sum += count(p.after(m), depth - 1);
  return sum;
}

}  // namespace

std::uint64_t Connect4::perft(const Replay& replay, int ply, int depth) {
  return count(replay.state(replay.ply() - ply).position, depth);
}

std::string Connect4::line_text(const Replay& replay, int plies) {
  return c4::to_position_line(replay, plies);
}

std::string Connect4::position_text(const Position& p, const game::Options&) {
  return c4::to_position_line(p);
}

void Connect4::pack(const State& s, Move m, bool is_first, const game::RecordTargets& t,
                    std::byte* out) {
  const c4::Record r =
      c4::pack(s.position, {.outcome = t.outcome, .is_first = is_first, .move = m, .eval = t.eval});
  std::memcpy(out, &r, sizeof r);
}

Result<int> Connect4::add_text(std::string_view text, const game::Options&, const layout::Layout& l,
                               std::vector<State>& out, std::optional<Error>* /*note*/) {
  const auto replay = c4::read_position_line(text);
  if (!replay) return replay.error();
  if (replay->position().size() != l.catalogue->size) {
    return game::wrong_board(type(), replay->position().size(), l);
  }
  const auto states = replay->last_states(l.history());
  out.insert(out.end(), states.begin(), states.end());
  return static_cast<int>(states.size()) - 1;
}

c4::TurnChoice Connect4::turn_of(game::Turn turn) {
  if (turn == 0) return {};
  return {turn == 1 ? c4::kFirst : c4::kSecond};
}

std::string Connect4::decoded_text(const Decoded& d, int size, const game::Options&) {
  return c4::to_position_line(c4::Board::of_size(size), d.discs[0], d.discs[1], d.turn);
}

std::optional<c4::Replay> Connect4::replay_of(const Decoded& d) {
  if (!d.state) return std::nullopt;
  return Replay(d.state->position);
}

Result<std::int32_t> Connect4::record_index(Code, int, const std::byte* record, layout::FrameId) {
  return c4::policy_index(c4::move_of(c4::record_at(record)));
}

std::optional<Error> Connect4::record_mask(Code, int, const std::byte* record, layout::FrameId,
                                           std::span<std::uint8_t> out) {
  c4::policy_mask(c4::position_of(c4::record_at(record)), out);
  return std::nullopt;
}

c4::Position Connect4::position_of(int, const std::byte* record) {
  return c4::position_of(c4::record_at(record));
}

void Connect4::append_moves(const Position& p, std::vector<std::uint16_t>& out) {
  for (const Move m : p.legal_moves()) out.push_back(static_cast<std::uint16_t>(m.column()));
}

std::optional<std::uint16_t> Connect4::stored_move(int, const std::byte* record) {
  const Move m = c4::move_of(c4::record_at(record));
  if (m.is_none()) return std::nullopt;
  return static_cast<std::uint16_t>(m.column());
}

bool Connect4::is_at(const Position& p, const std::byte* record) {
  return p == c4::position_of(c4::record_at(record));
}

std::optional<game::End> Connect4::end_of(const Position& p) {
  if (p.outcome() == Outcome::kUnknown) return std::nullopt;
  return game::End{p.outcome(), p.winner() ? "four_in_a_row" : "full_board"};
}

void Connect4::pack_position(const Position& p, std::byte* out) {
  pack({p}, Move::none(), false, {}, out);
}

game::RecordWorth Connect4::worth_of(int, const std::byte* record) {
  const c4::Record r = c4::record_at(record);
  const c4::Targets t = c4::targets_of(r);
  return {layout::worth_of(t.outcome, t.eval), c4::turn_of(r) == c4::kSecond};
}

float Connect4::score_of(int size, const std::byte* record) {
  return c4::score_of(position_of(size, record));
}

const game::GameType& connect4_game() {
  static const game::GameType kType =
      game::row_of<Connect4>({.name = "connect4",
                              .words = {.title = "Connect Four",
                                        .players = {"first", "second"},
                                        .outcomes = {"", "first", "draw", "second"},
                                        .outcome_words = kOutcomeWords,
                                        .terminations = kTerminations,
                                        .variants = kVariants,
                                        .positions = "connect4 4453, connect4 6x5 moves 3 3",
                                        .turns = kTurns,
                                        .turn_help = "first or second"},
                              .sizes = {.all = kSizes,
                                        .usual = c4::Board().size(),
                                        .to_text = size_text,
                                        .help = c4::board_rule},
                              .formats = connect4_formats(),
                              .writers = connect4_writers(),
                              .usual_policy = c4::kPolicyId,
                              .catalogue = c4::catalogue,
                              .layouts = c4::layouts,
                              .policies = policies,
                              .record_type = record_type,
                              .is_line = c4::is_position_line,
                              .peek_size = c4::peek_size,
                              .read_line = read_line,
                              .start = start,
                              .unpack = unpack,
                              .unpack_game = unpack_game,
                              .content = content,
                              .keep_tags = [](std::span<const game::Tag>, game::GameFacts&) {},
                              .describe_game = describe_connect4_game,
                              .describe_record = describe_connect4_record,
                              .describe_move = describe_connect4_move,
                              .record_history = c4::record_history,
                              .follows = follows,
                              .device = {.header = "intarsia/connect4/tensor/device.h",
                                         .type = "intarsia::connect4::device::Game"},
                              .refuse_conversion = refuse_conversion,
                              .symmetries = game::Symmetries{.names = kSymmetryNames,
                                                             .turn_record = turn_record,
                                                             .turn_tensors = turn_tensors,
                                                             .turn_line = turn_line,
                                                             .turn_policy = turn_policy}});
  return kType;
}

}  // namespace intarsia::games
