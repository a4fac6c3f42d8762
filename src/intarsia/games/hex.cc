#include "intarsia/games/hex.h"

#include <array>

#include "intarsia/base/text.h"
#include "intarsia/game/row_of.h"
#include "intarsia/games/internal/hex_parts.h"
#include "intarsia/hex/game_text.h"
#include "intarsia/hex/position_line.h"
#include "intarsia/hex/score.h"
#include "intarsia/hex/symmetry.h"
#include "intarsia/hex/tensor/convert.h"
#include "intarsia/hex/tensor/layouts.h"
#include "intarsia/hex/tensor/policy.h"
#include "intarsia/hex/tensor/symmetry.h"

namespace intarsia::games {

namespace {

using game::GameType;

std::span<const std::uint8_t> bytes_of(int size, const std::byte* record) {
  return {reinterpret_cast<const std::uint8_t*>(record), hex::record_shape(size).bytes};
}

std::string size_text(int size) { return std::to_string(size); }

constexpr std::array<int, hex::kMaxSize> kSizes = [] {
  std::array<int, hex::kMaxSize> all{};
  for (int n = hex::kMinSize; n <= hex::kMaxSize; ++n) {
    all[static_cast<std::size_t>(n - hex::kMinSize)] = n;
  }
  return all;
}();

std::vector<layout::PolicyInfo> policies(int size) { return {hex::policy_info(size)}; }

std::optional<Error> check(int size, std::span<const std::byte> bytes) {
  const auto u = hex::unpack(size, bytes_of(size, bytes.data()));
  return u ? std::nullopt : std::optional(u.error());
}

game::RecordType record_type(int size) {
  const hex::RecordShape at = hex::record_shape(size);
  const auto fields = hex::record_fields(size);
  return {.game = "hex",
          .size = size,
          .fields = {fields.begin(), fields.end()},
          .bytes = at.bytes,
          .flags_at = at.flags,
          .first_bit = hex::kFirstOfGame,
          .next_bit = hex::kHasNext,
          .move_at = at.move,
          .check = check,
          .check_state = check};
}

Result<game::ReadGame> read_line(std::string_view text, const game::Options& options) {
  if (cursor_on(text).word() == "hex") {
    auto replay = hex::read_position_line(text, read_options(options));
    if (!replay) return std::move(replay).error();
    game::ReadGame out{.is_game = false, .shown = replay->ply()};
    out.line = std::make_unique<HexLine>(*std::move(replay));
    return out;
  }
  const auto reading = hex::read_game_line(text, read_options(options));
  if (!reading) return reading.error();
  game::ReadGame out = to_read_game(*reading);
  out.is_game = false;
  for (const Error& e : reading->notes) {
    out.faults.push_back({{.offset = e.offset}, e, /*is_refusal=*/false, e.offset + 1});
  }
  out.line = out.line->at(out.shown);
  return out;
}

game::LinePtr start(int size, const game::Options& options) {
  return std::make_unique<HexLine>(
      hex::Replay(hex::Position(size, read_options(options).swap_rule)));
}

Result<game::LinePtr> unpack(int size, std::span<const std::byte> record) {
  const auto u = hex::unpack(size, bytes_of(size, record.data()));
  if (!u) return u.error();
  return game::LinePtr(std::make_unique<HexLine>(hex::Replay(u->position)));
}

class FastConverter final : public game::Converter {
 public:
  explicit FastConverter(hex::BoardConverter converter) : converter_(std::move(converter)) {}

  std::size_t convert(const std::byte* from, std::ptrdiff_t from_stride, game::TurnList turns,
                      std::size_t count, std::byte* out, std::ptrdiff_t stride,
                      layout::Stores /*stores*/) override {
    const kernels::BoardRows rows{from, from_stride, out, stride, count};
    std::size_t done = 0;
    while (done < count) {
      std::size_t n = turns.step == 0 ? count - done : 1;  // tensors of which the same is said
      while (done + n < count && turns[done + n] == turns[done]) ++n;
      const std::size_t good = converter_.convert(rows.part(done, n), Hex::turn_of(turns[done]));
      done += good;
      if (good < n) break;
    }
    return done;
  }

 private:
  hex::BoardConverter converter_;
};

std::unique_ptr<game::Converter> make_converter(const layout::Plan& from, const layout::Plan& to) {
  auto converter = hex::BoardConverter::make(from, to);
  if (!converter) return nullptr;
  return std::make_unique<FastConverter>(*std::move(converter));
}

std::optional<Error> refuse_conversion(const layout::Layout& from, const layout::Layout& to,
                                       game::Turn turn) {
  const bool is_shown = layout::shows(from, *from.catalogue->find_part("turn"));
  if (is_shown || turn != 0 || !hex::depends_on_turn(to)) return std::nullopt;
  return Error{ErrorCode::kAmbiguous, 0,
               concat({from.id, " does not show who moves, and ", to.id,
                       " does: say --turn blue, red or infer"})};
}

// Symmetries, by their numbers in hex::kSymmetries.

void turn_record(int size, std::size_t symmetry, const std::byte* record, std::byte* out) {
  const auto bytes = bytes_of(size, record);
  const hex::Unpacked u = hex::kSymmetries[symmetry].symmetry(
      hex::Unpacked{hex::position_of(size, bytes), hex::targets_of(size, bytes)});
  hex::pack(u.position, u.targets, {reinterpret_cast<std::uint8_t*>(out), bytes.size()});
}

std::optional<Error> turn_tensors(const layout::Plan& plan, std::size_t symmetry,
                                  const std::byte* tensors, std::size_t count, std::byte* out) {
  const auto turned = hex::TensorSymmetry::make(plan, hex::kSymmetries[symmetry].symmetry);
  if (!turned) return turned.error();
  for (std::size_t i = 0; i < count; ++i) {
    turned->apply(tensors + i * plan.bytes(), out + i * plan.bytes());
  }
  return std::nullopt;
}

game::LinePtr turn_line(const game::Line& line, std::size_t symmetry) {
  const hex::Symmetry s = hex::kSymmetries[symmetry].symmetry;
  const HexLine& from = HexLine::of(line);
  hex::Replay out(s(from.replay().start()));
  for (const hex::Move m : from.played()) out.play(s(m, line.size()));
  return std::make_unique<HexLine>(std::move(out));
}

// In the mover's view a board that is transposed looks as before.
std::vector<std::int32_t> turn_policy(int size, std::size_t symmetry, layout::FrameId frame) {
  hex::Symmetry s = hex::kSymmetries[symmetry].symmetry;
  if (frame == hex::kMoverFrame) {
    s = s.exchanges_edges() ? hex::Symmetry::rotated() : hex::Symmetry();
  }
  std::vector<std::int32_t> places;
  places.reserve(static_cast<std::size_t>(hex::cell_count(size)) + 1);
  for (int c = 0; c < hex::cell_count(size); ++c) places.push_back(s(static_cast<Cell>(c), size));
  places.push_back(hex::cell_count(size));
  return places;
}

constexpr auto kSymmetryNames = [] {
  std::array<std::string_view, hex::kSymmetries.size()> names{};
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = hex::kSymmetries[i].name;
  return names;
}();

constexpr game::OutcomeWord kOutcomeWords[] = {{"blue", Outcome::kFirst},
                                               {"red", Outcome::kSecond},
                                               {"1-0", Outcome::kFirst},
                                               {"0-1", Outcome::kSecond},
                                               {"*", Outcome::kUnknown}};
constexpr std::string_view kTerminations[] = {"unknown"};
constexpr std::string_view kVariants[] = {"standard"};

constexpr std::string_view kEventTags[] = {"EV"};
constexpr game::TagFilter kTagFilters[] = {
    {.name = "event", .help = "The event fits this: *Blitz*", .tags = kEventTags},
};
constexpr std::string_view kTurns[] = {"", "blue", "red", "infer", "infer-swap", "infer-no-swap"};

}  // namespace

hex::ReadOptions read_options(const game::Options& options) {
  const bool is_literal = options.value(kSwap) == "literal";
  return {is_literal ? hex::SwapRule::kLiteral : hex::SwapRule::kTransposed};
}

std::vector<hex::Move> Hex::legal_moves(const Replay& replay, int ply) {
  if (ply == replay.ply()) return replay.legal_moves();
  std::vector<Move> moves;
  const Position& p = replay.state(replay.ply() - ply).position;
  for (Cell c : p.empty_cells()) moves.emplace_back(c);
  if (p.may_swap()) moves.push_back(Move::swap());
  return moves;
}

Result<hex::Move> Hex::read_move(const Replay& replay, std::string_view text) {
  const auto m = hex::read_move(text, replay.start().size());
  if (!m) return m.error();
  if (!replay.is_legal(*m)) {
    return Error{ErrorCode::kIllegal, 0, std::string(replay.why_not(*m))};
  }
  return *m;
}

std::string Hex::move_text(const Position& before, Move m) {
  return hex::move_name(m, before.size());
}

std::optional<game::End> Hex::end_at(const Replay& replay, int ply) {
  if (ply < replay.ply() || !replay.winner()) return std::nullopt;
  return game::End{outcome_of(replay.winner()), "connection"};
}

namespace {

std::uint64_t count(hex::Replay& replay, int depth) {
  if (depth == 0) return 1;
  const auto moves = replay.legal_moves();
  if (depth == 1) return moves.size();
  std::uint64_t sum = 0;
  for (const hex::Move m : moves) {
    replay.play(m);
    sum += count(replay, depth - 1);
    replay.undo();
  }
  return sum;
}

}  // namespace

std::uint64_t Hex::perft(const Replay& replay, int ply, int depth) {
  Replay line = replay;
  while (line.ply() > ply) line.undo();
  return count(line, depth);
}

std::string Hex::line_text(const Replay& replay, int plies) {
  return hex::to_position_line(replay, plies);
}

game::Options Hex::options_of(const Position& start) {
  game::Options options;
  if (start.swap_rule() == hex::SwapRule::kLiteral) options.set(kSwap, "literal");
  return options;
}

std::string Hex::position_text(const Position& p, const game::Options&) {
  return hex::to_position_line(p);
}

void Hex::pack(const State& s, Move m, bool is_first, const game::RecordTargets& t,
               std::byte* out) {
  hex::pack(s.position, {.outcome = winner_of(t.outcome), .is_first = is_first, .move = m},
            {reinterpret_cast<std::uint8_t*>(out), record_bytes(s.position.size())});
}

Result<int> Hex::add_text(std::string_view text, const game::Options& options,
                          const layout::Layout& l, std::vector<State>& out,
                          std::optional<Error>* note) {
  const auto replay = hex::read_position_line(text, read_options(options), note);
  if (!replay) return replay.error();
  if (replay->position().size() != l.catalogue->size) {
    return game::wrong_board(type(), replay->position().size(), l);
  }
  const auto states = replay->last_states(l.history());
  out.insert(out.end(), states.begin(), states.end());
  return static_cast<int>(states.size()) - 1;
}

hex::TurnChoice Hex::turn_of(game::Turn turn) {
  switch (turn) {
    case 1:
      return {.turn = hex::kBlue};
    case 2:
      return {.turn = hex::kRed};
    case 3:
      return {.is_inferred = true};
    case 4:
      return {.is_inferred = true, .has_swap = true};
    case 5:
      return {.is_inferred = true, .has_swap = false};
    default:
      return {};
  }
}

std::string Hex::decoded_text(const Decoded& d, int size, const game::Options&) {
  return hex::to_position_line(size, d.stones[0], d.stones[1], d.turn);
}

std::optional<hex::Replay> Hex::replay_of(const Decoded& d) {
  if (!d.state || !d.turn) return std::nullopt;
  return Replay(d.state->position);
}

std::int32_t Hex::index(Code, const Position& p, Move m, layout::FrameId frame) {
  return hex::policy_index(p, m, frame);
}

Result<hex::Move> Hex::move(Code, const Position& p, std::int32_t number, layout::FrameId frame,
                            std::string_view) {
  return hex::policy_move(p, number, frame);
}

void Hex::mask(Code, const Position& p, layout::FrameId frame, std::span<std::uint8_t> out) {
  hex::policy_mask(p, frame, out);
}

Result<std::int32_t> Hex::record_index(Code, int size, const std::byte* record,
                                       layout::FrameId frame) {
  const auto bytes = bytes_of(size, record);
  return hex::policy_index(hex::position_of(size, bytes), hex::move_of(size, bytes), frame);
}

std::optional<Error> Hex::record_mask(Code, int size, const std::byte* record,
                                      layout::FrameId frame, std::span<std::uint8_t> out) {
  hex::policy_mask(hex::position_of(size, bytes_of(size, record)), frame, out);
  return std::nullopt;
}

hex::Position Hex::position_of(int size, const std::byte* record) {
  return hex::position_of(size, bytes_of(size, record));
}

void Hex::append_moves(const Position& p, std::vector<std::uint16_t>& out) {
  if (hex::winner(p)) return;
  for (Cell c : p.empty_cells()) out.push_back(c);
  if (p.may_swap()) out.push_back(static_cast<std::uint16_t>(p.cells()));
}

Key Hex::stored_identity(const Position& p) {
  if (!p.may_swap() || p.swap_rule() == hex::SwapRule::kTransposed) return p.key();
  return Position::from_stones(p.size(), p.stones(hex::kBlue), p.stones(hex::kRed), p.turn(),
                               p.first())
      ->key();
}

std::optional<std::uint16_t> Hex::stored_move(int size, const std::byte* record) {
  const Move m = hex::move_of(size, bytes_of(size, record));
  if (m.is_none()) return std::nullopt;
  return static_cast<std::uint16_t>(m.index(size));
}

bool Hex::is_at(const Position& p, const std::byte* record) {
  const auto bytes = bytes_of(p.size(), record);
  const auto [blue, red] = hex::stones_of(p.size(), bytes);
  return p.stones(hex::kBlue) == blue && p.stones(hex::kRed) == red &&
         p.turn() == hex::turn_of(p.size(), bytes);
}

std::optional<game::End> Hex::end_of(const Position& p) {
  const auto winner = hex::winner(p);
  if (!winner) return std::nullopt;
  return game::End{outcome_of(winner), "connection"};
}

void Hex::pack_position(const Position& p, std::byte* out) {
  pack({p}, Move::none(), false, {}, out);
}

game::RecordWorth Hex::worth_of(int size, const std::byte* record) {
  const auto bytes = bytes_of(size, record);
  return {layout::worth_of(outcome_of(hex::targets_of(size, bytes).outcome)),
          hex::turn_of(size, bytes) == hex::kRed};
}

float Hex::score_of(int size, const std::byte* record) {
  return hex::score_of(position_of(size, record));
}

const GameType& hex_game() {
  static const GameType kType = game::row_of<Hex>(
      {.name = "hex",
       .words = {.title = "Hex",
                 .players = {"blue", "red"},
                 .outcomes = {"", "blue", "", "red"},
                 .outcome_words = kOutcomeWords,
                 .terminations = kTerminations,
                 .variants = kVariants,
                 .tag_filters = kTagFilters,
                 .positions = "a TRMPH line, a HexWorld link or hex 11 moves …",
                 .policy_note = "In Hex a mover's layout transposes the board when Red moves.",
                 .turns = kTurns,
                 .turn_help = "blue, red, or infer (from the number of stones; infer-swap, "
                              "infer-no-swap where there are as many of both)"},
       .sizes =
           {.all = kSizes, .usual = hex::kUsualSize, .to_text = size_text, .help = hex::size_range},
       .options = hex_options(),
       .formats = hex_formats(),
       .writers = hex_writers(),
       .usual_policy = hex::kPolicyId,
       .catalogue = hex::catalogue,
       .layouts = hex::layouts,
       .policies = policies,
       .record_type = record_type,
       .is_line = hex::is_position_line,
       .peek_size = hex::peek_size,
       .read_line = read_line,
       .start = start,
       .unpack = unpack,
       .unpack_game = unpack_hex_game,
       .content = hex_content,
       .keep_tags = keep_hex_tags,
       .describe_game = describe_hex_game,
       .describe_record = describe_hex_record,
       .describe_move = describe_hex_move,
       .record_history = hex::record_history,
       .follows = hex::follows,
       .device = {.header = "intarsia/hex/tensor/device.h", .type = "intarsia::hex::device::Game"},
       .refuse_conversion = refuse_conversion,
       .make_converter = make_converter,
       .symmetries = game::Symmetries{.names = kSymmetryNames,
                                      .turn_record = turn_record,
                                      .turn_tensors = turn_tensors,
                                      .turn_line = turn_line,
                                      .turn_policy = turn_policy},
       .set_ups = game::SetUps{.men = hex_men, .edit = edit_hex_set_up}});
  return kType;
}

}  // namespace intarsia::games
