// Connect Four as a row.

#include <array>
#include <cstring>

#include "intarsia/base/text.h"
#include "intarsia/connect4/game_line.h"
#include "intarsia/connect4/position_line.h"
#include "intarsia/connect4/symmetry.h"
#include "intarsia/connect4/tensor/decode.h"
#include "intarsia/connect4/tensor/layouts.h"
#include "intarsia/connect4/tensor/policy.h"
#include "intarsia/connect4/tensor/record_encode.h"
#include "intarsia/connect4/tensor/symmetry.h"
#include "intarsia/game/line_parser.h"
#include "intarsia/game/rules_of.h"
#include "intarsia/game/typed.h"
#include "intarsia/games/move_text.h"
#include "intarsia/games/rows.h"

namespace intarsia::games {

namespace {

namespace c4 = connect4;

std::optional<game::End> end_of(const c4::Position& p) {
  if (p.outcome() == Outcome::kUnknown) return std::nullopt;
  return game::End{p.outcome(), p.winner() ? "four_in_a_row" : "full_board"};
}

// What game/typed.h and game/rules_of.h ask for.
struct Connect4 {
  using Position = c4::Position;
  using Move = c4::Move;
  using State = c4::State;
  using Replay = c4::Replay;
  using Encoder = c4::Encoder;
  using RecordEncoder = c4::RecordEncoder;
  using Decoder = c4::Decoder;
  using Decoded = c4::Decoded;
  struct Code {};  // there is one

  static const game::GameType& type() { return connect4_game(); }
  static int size_of(const Position& p) { return p.size(); }
  static std::uint8_t variant_of(const Position&) { return 0; }
  static bool is_second_to_move(const Position& p) { return p.turn() == c4::kSecond; }
  static bool is_quiet(const Position&) { return true; }

  static std::vector<Move> legal_moves(const Replay& replay, int ply) {
    return replay.state(replay.ply() - ply).position.legal_moves();
  }
  static Result<Move> read_move(const Replay& replay, std::string_view text) {
    const auto m = c4::read_move(text, replay.position().board());
    if (!m || replay.is_legal(*m)) return m;
    return Error{ErrorCode::kIllegal, 0, std::string(replay.why_not(*m))};
  }
  static std::string move_text(const Position&, Move m) { return c4::move_name(m); }
  static Move no_move() { return Move::none(); }
  static std::optional<game::End> end_at(const Replay& replay, int ply) {
    return games::end_of(replay.state(replay.ply() - ply).position);
  }
  static std::uint64_t perft(const Replay& replay, int ply, int depth) {
    return count(replay.state(replay.ply() - ply).position, depth);
  }
  static Key identity_of(const Position& p) { return p.key(); }

  static std::string line_text(const Replay& replay, int plies) {
    return c4::to_position_line(replay, plies);
  }
  static std::string position_text(const Position& p) { return c4::to_position_line(p); }
  static void inspect(const game::LineOf<Connect4>& line, JsonText& out);

  static constexpr std::size_t record_bytes(int) { return sizeof(c4::Record); }
  static void pack(const State& s, Move m, bool is_first, const game::RecordTargets& t,
                   std::byte* out) {
    const c4::Record r = c4::pack(
        s.position, {.outcome = t.outcome, .is_first = is_first, .move = m, .eval = t.eval});
    std::memcpy(out, &r, sizeof r);
  }

  static Result<int> add_text(std::string_view text, const game::Options&, const layout::Layout& l,
                              std::vector<State>& out) {
    const auto replay = c4::read_position_line(text);
    if (!replay) return replay.error();
    if (replay->position().size() != l.catalogue->size) {
      return game::wrong_board(type(), replay->position().size(), l);
    }
    const auto states = replay->last_states(l.history());
    out.insert(out.end(), states.begin(), states.end());
    return static_cast<int>(states.size()) - 1;
  }
  static c4::TurnChoice turn_of(game::Turn turn) {
    if (turn == 0) return {};
    return {turn == 1 ? c4::kFirst : c4::kSecond};
  }
  static std::string decoded_text(const Decoded& d, int size) {
    return c4::to_position_line(c4::Board::of_size(size), d.discs[0], d.discs[1], d.turn);
  }
  static void decoded_json(const Decoded& d, int size, JsonText& out);
  static std::string_view unsaid(const Decoded&) { return {}; }
  static std::optional<Replay> replay_of(const Decoded& d) {
    if (!d.state) return std::nullopt;
    return Replay(d.state->position);
  }

  static Code code(std::string_view, int) { return {}; }
  static std::int32_t index(Code, const Position&, Move m, layout::FrameId) {
    return c4::policy_index(m);
  }
  static Result<Move> move(Code, const Position& p, std::int32_t number, layout::FrameId,
                           std::string_view) {
    return c4::policy_move(p, number);
  }
  static Result<std::int32_t> record_index(Code, int, const std::byte* record, layout::FrameId) {
    return c4::policy_index(c4::move_of(c4::record_at(record)));
  }
  static std::optional<Error> record_mask(Code, int, const std::byte* record, layout::FrameId,
                                          std::span<std::uint8_t> out) {
    c4::policy_mask(c4::position_of(c4::record_at(record)), out);
    return std::nullopt;
  }

  static Position position_of(int, const std::byte* record) {
    return c4::position_of(c4::record_at(record));
  }
  static void append_moves(const Position& p, std::vector<std::uint16_t>& out) {
    for (const Move m : p.legal_moves()) out.push_back(static_cast<std::uint16_t>(m.column()));
  }
  static Move from_stored(std::uint16_t number, int) { return Move(number); }
  static Position identity_position(const Position& p) { return p; }
  static std::optional<game::End> end_of(const Position& p) { return games::end_of(p); }
  static void pack_position(const Position& p, std::byte* out) {
    pack({p}, Move::none(), false, {}, out);
  }

 private:
  static std::uint64_t count(const Position& p, int depth) {
    if (depth == 0) return 1;
    if (depth == 1) return static_cast<std::uint64_t>(p.legal_cells().size());
    std::uint64_t sum = 0;
    for (const Move m : p.legal_moves()) sum += count(p.after(m), depth - 1);
    return sum;
  }
};

using Line = game::LineOf<Connect4>;

// --- In words.

void add_discs(JsonText& out, c4::Board board, const std::array<c4::Cells, 2>& discs) {
  out.key("discs").begin_object();
  for (const c4::Color c : {c4::kFirst, c4::kSecond}) {
    out.key(name(c)).begin_list();
    for (const Cell cell : discs[index(c)]) out.value(c4::cell_name(cell, board));
    out.end_list();
  }
  out.end_object();
}

void add_outcome(JsonText& out, std::string_view key, Outcome o) {
  out.key(key);
  o == Outcome::kUnknown ? out.null() : out.value(name(o));
}

std::array<c4::Cells, 2> discs_of(const c4::Position& p) {
  return {p.discs(c4::kFirst), p.discs(c4::kSecond)};
}

void Connect4::inspect(const Line& line, JsonText& out) {
  const Position p = line.position();
  out.key("game").value("connect4").key("position").value(position_text(p));
  out.key("size").value(c4::board_name(p.board())).key("key").value(hex16(p.key()));
  out.key("turn").value(name(p.turn())).key("ply").value(p.ply());
  add_outcome(out, "outcome", p.outcome());
  add_discs(out, p.board(), discs_of(p));
  out.key("legal").begin_list();
  for (const Move m : p.legal_moves()) out.value(c4::move_name(m));
  out.end_list();
}

void Connect4::decoded_json(const Decoded& d, int size, JsonText& out) {
  const c4::Board board = c4::Board::of_size(size);
  out.key("position").value(decoded_text(d, size)).key("size").value(c4::board_name(board));
  out.key("turn");
  d.turn ? out.value(name(*d.turn)) : out.null();
  add_discs(out, board, d.discs);
  out.key("playable").value(d.state.has_value());
}

c4::Game game_of(const game::ReadGame& read) {
  const Line& line = Line::of(*read.line);
  return {
      line.position().board(), {line.played().begin(), line.played().end()}, read.recorded.outcome};
}

void describe_game(const game::ReadGame& read, JsonText& out) {
  const c4::Position last = Line::of(*read.line).position();
  out.key("variant").value("connect4").key("size").value(c4::board_name(last.board()));
  out.key("plies").value(read.line->ply());
  add_outcome(out, "result", read.recorded.outcome);
  out.key("final").value(c4::to_game_line(game_of(read))).key("key").value(hex16(last.key()));
}

void describe_record(int, std::span<const std::byte> record, JsonText& out) {
  const c4::Record r = c4::record_at(record.data());
  const c4::Targets t = c4::targets_of(r);
  out.key("position").value(c4::to_position_line(c4::position_of(r)));
  out.key("move");
  t.move.is_none() ? out.null() : out.value(c4::move_name(t.move));
  add_outcome(out, "outcome", t.outcome);
  out.key("eval");
  t.eval == c4::kNoEval ? out.null() : out.value(t.eval);
}

Result<std::string> describe_move(const game::Line& line, std::string_view move, bool as_json) {
  const c4::Replay replay = Line::of(line).ended();
  const auto m = Connect4::read_move(replay, move);
  if (!m) return m.error();
  const c4::Position& before = replay.position();
  const c4::Position after = before.after(*m);
  const MoveText text{
      .move = c4::move_name(*m),
      .before = c4::to_position_line(before),
      .after = c4::to_position_line(after),
      .edits = {{c4::cell_name(before.landing(*m), before.board()), "", name(before.turn())}},
      .turns = {std::string(name(before.turn())), std::string(name(after.turn()))},
      .keys = {before.key(), after.key()},
      .identities = {before.key(), after.key()}};
  return as_json ? to_json(text) : to_text(text);
}

// --- Files: a game a line.

class GameLines final : public game::LineParser {
 public:
  GameLines(const game::ParserOptions& o, const game::Place& first, game::GameSink& sink)
      : LineParser(first, sink), options_(o) {}

 private:
  void line(std::string_view text) override {
    const game::Place place = next_game();
    if (c4::is_position_line(text)) {
      auto read = connect4_game().read_line(text, options_.game);
      if (!read) return refuse(place, read.error());
      return game::report_position(options_, place, *std::move(read), sink());
    }
    const auto g = c4::read_game_line(text);
    if (!g) return refuse(place, g.error());
    report(place, *g);
  }

  void report(const game::Place& place, const c4::Game& g) {
    auto line = std::make_unique<Line>(c4::replay_of(g));
    game::ParsedGame game{.place = place, .type = &connect4_game()};
    game.facts.row.size = static_cast<std::uint8_t>(g.size());
    game.facts.row.outcome = g.outcome;
    const int records = line->ply() + (options_.with_final ? 1 : 0);
    if (options_.wants_records && records > 0) {
      const game::RecordTargets targets{.outcome = g.outcome};
      records_.resize(static_cast<std::size_t>(records) * sizeof(c4::Record));
      line->pack(0, records - 1, /*is_first=*/true, {&targets, 1}, records_.data());
      content_ = line->text();
      game.records = records_;
      game.record_bytes = sizeof(c4::Record);
      game.content = content_;
    }
    game.read.shown = line->ply();
    game.read.recorded.outcome = g.outcome;
    game.read.line = std::move(line);
    sink().take(game);
  }

  game::ParserOptions options_;
  std::vector<std::byte> records_;
  std::string content_;
};

game::ParserPtr make_parser(const game::ParserOptions& o, const game::Place& first,
                            game::GameSink& sink) {
  return std::make_unique<GameLines>(o, first, sink);
}

// Digits with an outcome or behind a board, or more of them than most numbers have.
bool looks_like_games(std::string_view line, std::string_view) {
  constexpr std::size_t kMany = 7;
  TextCursor in(line);
  std::string_view word = in.word();
  const bool has_board = c4::looks_like_board(word) && c4::read_board(word);
  if (has_board) word = in.word();
  const std::string_view outcome = in.word();
  const bool has_outcome = outcome.size() == 1 && c4::from_letter(outcome[0]);
  return word.find_first_not_of("123456789") == word.npos && !word.empty() &&
         (has_board || has_outcome || word.size() >= kMany) && in.word().empty();
}

Result<std::string> write_game(const game::ReadGame& read, const game::Options&) {
  if (Line::of(*read.line).replay().start().ply() != 0) {
    return Error{ErrorCode::kUnsupported, 0,
                 "the game began from discs on the board, which a line of moves cannot say"};
  }
  return c4::to_game_line(game_of(read)) + "\n";
}

constexpr std::string_view kEndings[] = {".c4"};
constexpr game::Format kFormats[] = {{.name = "c4",
                                      .game = "connect4",
                                      .endings = kEndings,
                                      .is_text = looks_like_games,
                                      .make_parser = make_parser,
                                      .last_start = game::after_last_line}};
constexpr game::Writer kWriters[] = {
    {.name = "c4", .endings = kEndings, .help = "the games", .write_game = write_game}};

// --- Positions and records.

Result<game::ReadGame> read_line(std::string_view text, const game::Options&) {
  auto replay = c4::read_position_line(text);
  if (!replay) return std::move(replay).error();
  game::ReadGame out{.is_game = false, .shown = replay->ply()};
  out.line = std::make_unique<Line>(*std::move(replay));
  return out;
}

game::LinePtr start(int size, const game::Options&) {
  return std::make_unique<Line>(c4::Replay(c4::Position(c4::Board::of_size(size))));
}

std::optional<Error> check(int size, std::span<const std::byte> bytes) {
  const c4::Record r = c4::record_at(bytes.data());
  if (auto error = c4::check(r)) return error;
  if (c4::board_of(r).size() == size) return std::nullopt;
  return Error{ErrorCode::kInvalid, offsetof(c4::Record, columns), "a board of another size"};
}

game::RecordType record_type(int size) {
  return {.game = "connect4",
          .size = size,
          .fields = {std::begin(c4::kRecordFields), std::end(c4::kRecordFields)},
          .bytes = sizeof(c4::Record),
          .flags_at = offsetof(c4::Record, flags),
          .first_bit = c4::kFirstOfGame,
          .check = check,
          .check_state = check,
          .says_size = true};
}

Result<game::LinePtr> unpack(int, std::span<const std::byte> record) {
  const auto u = c4::unpack(c4::record_at(record.data()));
  if (!u) return u.error();
  return game::LinePtr(std::make_unique<Line>(c4::Replay(u->position)));
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
  out.line = std::make_unique<Line>(*std::move(replay));
  return out;
}

void worths(int, std::span<const layout::RecordMoment> records, game::RecordWorth* out) {
  for (const layout::RecordMoment& m : records) {
    const c4::Record r = c4::record_at(m.now);
    const c4::Targets t = c4::targets_of(r);
    *out++ = {layout::worth_of(t.outcome, t.eval), c4::turn_of(r) == c4::kSecond};
  }
}

bool follows(int, const std::byte* before, const std::byte* now) {
  return c4::follows(before, now);
}

std::optional<Error> refuse_conversion(const layout::Layout& from, const layout::Layout&,
                                       game::Turn) {
  if (layout::shows(from, *from.catalogue->find_part("discs"))) return std::nullopt;
  return Error{ErrorCode::kUnsupported, 0, concat({from.id, " does not show all discs"})};
}

// --- Pictures: yellow and red discs in a blue frame.

constexpr draw::Color kFrame = {0x2f, 0x5d, 0x9e};
constexpr draw::Color kLine = {0x1b, 0x37, 0x5f};
constexpr std::string_view kDisc = "M22.5 6.5a16 16 0 1 0 0 32a16 16 0 1 0 0 -32z";
constexpr draw::Mark kDiscs[] = {
    {"yellow disc", kDisc, "", {0xf2, 0xc1, 0x2e}, {0x9a, 0x76, 0x0f}, {}, "X", "●"},
    {"red disc", kDisc, "", {0xc4, 0x3c, 0x34}, {0x7a, 0x22, 0x1d}, {}, "O", "●"}};

draw::Board board_of(c4::Board board, const std::array<c4::Cells, 2>& discs, std::string caption) {
  draw::Board out{.columns = static_cast<std::size_t>(board.columns()),
                  .cells = {},
                  .labels = {},
                  .edges = {},
                  .line = kLine,
                  .caption = std::move(caption)};
  for (int cell = 0; cell < board.cells(); ++cell) {
    const auto c = static_cast<Cell>(cell);
    const double x = board.column_of(c);
    const double y = board.row_of(c);
    draw::Cell drawn{.name = c4::cell_name(c, board),
                     .outline = {{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}},
                     .shade = kFrame};
    for (std::size_t i = 0; i < 2; ++i) {
      if (discs[i].contains(c)) drawn.mark = kDiscs[i];
    }
    out.cells.push_back(std::move(drawn));
  }
  for (int i = 0; i < board.columns(); ++i) {
    out.labels.push_back({std::to_string(i + 1), {i + 0.5, board.rows() + 0.4}, board.rows()});
  }
  return out;
}

std::string caption_of(const c4::Position& p) {
  if (const auto winner = p.winner()) return concat({title(*winner), " has won"});
  return p.is_full() ? "A draw" : concat({title(p.turn()), " to move"});
}

draw::Picture picture_of(const c4::Position& p, const layout::Layout* l,
                         std::vector<draw::Plane> planes) {
  return {.title = l != nullptr ? l->id : "",
          .position = c4::to_position_line(p),
          .notes = l != nullptr ? draw::notes_of(*l) : std::vector<draw::Note>(),
          .shape = l != nullptr ? l->shape() : std::vector<std::size_t>(),
          .board = board_of(p.board(), discs_of(p), caption_of(p)),
          .planes = std::move(planes)};
}

draw::Picture board_picture(const game::Line& line) {
  return picture_of(Line::of(line).position(), nullptr, {});
}

Result<draw::Picture> picture(const game::Line& line, const layout::Layout& l) {
  const auto plan = layout::Plan::make(l, std::nullopt, layout::Dtype::kFloat32);
  if (!plan) return plan.error();
  game::EncoderOf<Connect4> encoder(*plan);
  encoder.add(line, line.ply());
  std::vector<float> tensor(plan->elements());
  encoder.encode(std::as_writable_bytes(std::span(tensor)).data(), 0, layout::Stores::kBySize);
  draw::Picture out = picture_of(Line::of(line).position(), &l, draw::planes_of(l, tensor));
  if (l.history() > 0) out.notes.push_back(draw::history_note(l, line.ply()));
  return out;
}

draw::Picture tensor_picture(const layout::Plan& plan, const std::byte* tensor, game::Turn turn) {
  const layout::Layout& l = plan.layout();
  c4::Decoder decoder(plan);
  const auto plies = decoder.decode(tensor, Connect4::turn_of(turn));
  const bool is_known = plies && plies->front().state;
  const c4::Position p = is_known ? plies->front().state->position
                                  : c4::Position(c4::Board::of_size(l.catalogue->size));
  draw::Picture out = picture_of(p, &l, draw::planes_of(l, layout::values_of(plan, tensor)));
  if (is_known) return out;
  out.position = plies ? Connect4::decoded_text(plies->front(), l.catalogue->size) : "no position";
  if (plies) out.board = board_of(p.board(), plies->front().discs, "not all discs are shown");
  if (!plies) out.notes.push_back({"fault", plies.error().detail});
  return out;
}

// --- Symmetries, by their numbers in connect4::kSymmetries.

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
  const Line& from = Line::of(line);
  c4::Replay out(s(from.replay().start()));
  for (const c4::Move m : from.played()) out.play(s(m, out.start().board()));
  return std::make_unique<Line>(std::move(out));
}

std::vector<std::int32_t> turn_policy(int size, std::size_t symmetry, layout::FrameId) {
  const c4::Board board = c4::Board::of_size(size);
  std::vector<std::int32_t> places;
  for (int c = 0; c < board.columns(); ++c) {
    places.push_back(c4::kSymmetries[symmetry].symmetry(c4::Move(c), board).column());
  }
  return places;
}

// --- The row.

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

const game::GameType& connect4_game() {
  using Make = game::MakeOf<Connect4>;
  static const game::GameType kType = {
      .name = "connect4",
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
                .help = "columns x rows, 1x1 to 9x7, at most 64 cells"},
      .formats = kFormats,
      .writers = kWriters,
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
      .describe_game = describe_game,
      .describe_record = describe_record,
      .describe_move = describe_move,
      .make_encoder = Make::encoder,
      .make_decoder = Make::decoder,
      .make_record_encoder = Make::record_encoder,
      .record_history = c4::record_history,
      .follows = follows,
      .refuse_conversion = refuse_conversion,
      .make_policy = Make::policy,
      .worths = worths,
      .board_picture = board_picture,
      .picture = picture,
      .tensor_picture = tensor_picture,
      .rules = game::RulesOf<Connect4>::table(),
      .symmetries = game::Symmetries{.names = kSymmetryNames,
                                     .turn_record = turn_record,
                                     .turn_tensors = turn_tensors,
                                     .turn_line = turn_line,
                                     .turn_policy = turn_policy}};
  return kType;
}

}  // namespace intarsia::games
