#include "intarsia/games/chess.h"

#include <cstring>

#include "intarsia/base/text.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/movegen.h"
#include "intarsia/chess/perft.h"
#include "intarsia/chess/position_line.h"
#include "intarsia/chess/score.h"
#include "intarsia/chess/tensor/layouts.h"
#include "intarsia/chess/uci.h"
#include "intarsia/game/row_of.h"
#include "intarsia/games/internal/chess_parts.h"

namespace intarsia::games {

namespace {

using game::GameType;

game::End end_of(const chess::Ending& o) {
  return {!o.winner                    ? Outcome::kDraw
          : *o.winner == chess::kWhite ? Outcome::kFirst
                                       : Outcome::kSecond,
          name(o.reason)};
}

std::string only_size() { return std::to_string(Chess::kSize); }
std::string size_text(int size) { return std::to_string(size); }

const layout::Catalogue& catalogue(int) { return chess::catalogue(); }
const std::vector<layout::Layout>& layouts(int) { return chess::layouts(); }

std::vector<layout::PolicyInfo> policies(int) {
  std::vector<layout::PolicyInfo> infos;
  for (const chess::Policy& p : chess::policies()) infos.push_back(p.info());
  return infos;
}

std::optional<Error> check(int, std::span<const std::byte> bytes) {
  const auto u = chess::unpack(chess::record_at(bytes.data()));
  return u ? std::nullopt : std::optional(u.error());
}

std::optional<Error> check_state(int, std::span<const std::byte> bytes) {
  return chess::check(chess::record_at(bytes.data()));
}

constexpr std::string_view kVariants[] = {"standard", "chess960"};

constexpr std::string_view kEventTags[] = {"Event"};
constexpr std::string_view kOpeningTags[] = {"ECO"};
constexpr std::string_view kTitleTags[] = {"WhiteTitle", "BlackTitle"};
constexpr game::TagFilter kTagFilters[] = {
    {.name = "event", .help = "The event fits this: *Blitz*", .tags = kEventTags},
    {.name = "eco",
     .help = "The opening's ECO code fits this: B9?; more by commas",
     .tags = kOpeningTags,
     .has_commas = true},
    {.name = "no-bots",
     .help = "No game in which a player has the title BOT",
     .tags = kTitleTags,
     .unwanted = "BOT"},
};

game::RecordType record_type(int size) {
  return {.game = "chess",
          .size = size,
          .fields = {std::begin(chess::kRecordFields), std::end(chess::kRecordFields)},
          .bytes = sizeof(chess::Record),
          .flags_at = offsetof(chess::Record, flags),
          .first_bit = chess::kFirstOfGame,
          .next_bit = chess::kHasNext,
          .move_at = offsetof(chess::Record, move),
          .terminations = chess_terminations().size(),
          .variants = std::size(kVariants),
          .check = check,
          .check_state = check_state};
}

// A wrong FEN is one all the same: its errors say what is wrong.
bool is_line(std::string_view text) {
  const std::string_view line = trimmed(text);
  if (line.starts_with("startpos") || line.starts_with("fen ")) return true;
  TextCursor in(line);
  const std::string_view board = in.word();
  const std::string_view turn = in.word();
  const bool is_of_another = board.find_first_of("#,") != board.npos;  // TRMPH: #13,a1b2 b
  return ((turn == "w" || turn == "b") && !is_of_another) ||
         (board.find('/') != board.npos &&
          board.find_first_not_of("PNBRQKpnbrqk12345678/") == board.npos);
}

std::optional<int> peek_size(std::string_view) { return Chess::kSize; }

// Many FENs have four fields.
bool is_usual(chess::Fault f) { return f == chess::Fault::kMissingCounters; }

Error error_of(const chess::PlacedFault& f) { return {ErrorCode::kInvalid, f.offset, f.detail}; }

Result<game::ReadGame> read_line(std::string_view text, const game::Options& options) {
  auto line = chess::read_position_line(text, options.has(kChess960));
  if (!line) return std::move(line).error();
  game::ReadGame out{.is_game = false, .shown = line->replay.ply()};
  for (const chess::PlacedFault& f : line->faults) {
    out.faults.push_back({.place = {.offset = f.offset},
                          .error = error_of(f),
                          .is_refusal = false,
                          .column = f.offset + 1,
                          .name = info(f.fault).name,
                          .is_usual = is_usual(f.fault)});
  }
  out.line = std::make_unique<ChessLine>(std::move(line->replay));
  return out;
}

game::LinePtr start(int, const game::Options& options) {
  chess::Setup setup = chess::Position{}.setup();
  setup.chess960 = options.has(kChess960);
  return std::make_unique<ChessLine>(chess::Replay(*chess::Position::from_setup(setup)));
}

Result<game::LinePtr> unpack(int, std::span<const std::byte> record) {
  const auto u = chess::unpack(chess::record_at(record.data()));
  if (!u) return u.error();
  return game::LinePtr(
      std::make_unique<ChessLine>(chess::Replay(u->position, u->targets.occurrences)));
}

std::optional<Error> refuse_conversion(const layout::Layout& from, const layout::Layout&,
                                       game::Turn) {
  if (layout::shows(from, chess::all_pieces())) return std::nullopt;
  return Error{ErrorCode::kUnsupported, 0, concat({from.id, " does not show all pieces"})};
}

bool follows(int, const std::byte* before, const std::byte* now) {
  return chess::follows(before, now);
}

constexpr int kSizes[] = {Chess::kSize};

constexpr game::OutcomeWord kOutcomeWords[] = {
    {"1-0", Outcome::kFirst}, {"0-1", Outcome::kSecond},  {"1/2-1/2", Outcome::kDraw},
    {"*", Outcome::kUnknown}, {"white", Outcome::kFirst}, {"black", Outcome::kSecond},
    {"1.0", Outcome::kFirst}, {"0.0", Outcome::kSecond},  {"0.5", Outcome::kDraw},
    {"1", Outcome::kFirst},   {"0", Outcome::kSecond},    {"1/2", Outcome::kDraw},
};

// Lichess's classes.
constexpr game::TimeClass kTimeClasses[] = {{"ultrabullet", 29},
                                            {"bullet", 179},
                                            {"blitz", 479},
                                            {"rapid", 1499},
                                            {"classical", UINT32_MAX}};

constexpr std::string_view kTurns[] = {"", "white", "black"};

constexpr std::string_view kEnPassantChoices[] = {"always", "pseudo", "legal"};

constexpr game::OptionInfo kOptions[] = {
    {.name = kChess960, .help = "Take positions as Chess960 (castling is king takes rook)"},
    {.name = kEnPassant,
     .help = "When a FEN has its en passant square: always after a double step, pseudo: if a pawn "
             "stands ready, legal: if it may take. Else always, but legal where positions are "
             "looked at: check, "
             "inspect, perft, show, transition",
     .use = game::OptionInfo::Use::kPositions,
     .choices = kEnPassantChoices}};

}  // namespace

chess::EnPassant en_passant_in(const game::Options& writing, chess::EnPassant otherwise) {
  const std::string_view word = writing.value(kEnPassant);
  if (word.empty()) return otherwise;
  return word == "legal"    ? chess::EnPassant::kLegal
         : word == "pseudo" ? chess::EnPassant::kPseudo
                            : chess::EnPassant::kAlways;
}

chess::MoveList Chess::legal_moves(const Replay& replay, int ply) {
  return chess::legal_moves(replay.state(replay.ply() - ply).position);
}

Result<chess::Move> Chess::read_move(const Replay& replay, std::string_view text) {
  return chess::read_move(replay.position(), text);
}

std::string Chess::move_text(const Position& before, Move m) { return chess::to_uci(before, m); }

std::optional<game::End> Chess::end_at(const Replay& replay, int ply) {
  const State s = replay.state(replay.ply() - ply);
  const auto outcome = chess::ending_of(s.position, s.occurrences);
  if (!outcome) return std::nullopt;
  return games::end_of(*outcome);
}

std::uint64_t Chess::perft(const Replay& replay, int ply, int depth) {
  return chess::perft(replay.state(replay.ply() - ply).position, depth);
}

std::string Chess::line_text(const Replay& replay, int plies) {
  chess::Game g = replay.game();
  g.moves.resize(static_cast<std::size_t>(plies));
  return chess::to_position_line(g);
}

game::Options Chess::options_of(const Position& start) {
  game::Options options;
  if (start.is_chess960()) options.set(kChess960);
  return options;
}

std::string Chess::position_text(const Position& p, const game::Options& writing) {
  return chess::to_fen(p, {en_passant_in(writing, chess::EnPassant::kLegal)});
}

void Chess::pack(const State& s, Move m, bool is_first, const game::RecordTargets& t,
                 std::byte* out) {
  const chess::Record r = chess::pack(s.position, {.occurrences = s.occurrences,
                                                   .outcome = t.outcome,
                                                   .is_first = is_first,
                                                   .has_next = m != Move::none(),
                                                   .move = m,
                                                   .eval = t.eval});
  std::memcpy(out, &r, sizeof r);
}

namespace {

std::optional<Error> first_mended(std::span<const chess::PlacedFault> faults) {
  for (const chess::PlacedFault& f : faults) {
    if (!is_usual(f.fault)) return error_of(f);
  }
  return std::nullopt;
}

}  // namespace

// Most texts are FENs, which need no replay; startpos is none.
Result<int> Chess::add_text(std::string_view text, const game::Options& options,
                            const layout::Layout& l, std::vector<State>& out,
                            std::optional<Error>* note) {
  const std::string_view fen = trimmed(text);
  if (!fen.starts_with('s')) {
    if (const auto reading = chess::read_fen(fen, options.has(kChess960))) {
      if (note != nullptr && !reading->faults.empty())
        *note = first_mended(chess::find_faults(fen));
      out.push_back({reading->position});
      return 0;
    }
  }
  auto line = chess::read_position_line(text, options.has(kChess960));
  if (!line) return std::move(line).error();
  if (note != nullptr) *note = first_mended(line->faults);
  const auto states = line->replay.last_states(l.history());
  out.insert(out.end(), states.begin(), states.end());
  return static_cast<int>(states.size()) - 1;
}

std::optional<chess::Color> Chess::turn_of(game::Turn turn) {
  if (turn == 0) return std::nullopt;
  return turn == 1 ? chess::kWhite : chess::kBlack;
}

// The en passant square is written as the tensor shows it, so that encoding gives the tensor again;
// whether it could be taken is asked only of what can be played.
std::string Chess::decoded_text(const Decoded& d, int, const game::Options& writing) {
  chess::Setup s = d.setup;
  const chess::EnPassant meaning = en_passant_in(writing);
  if (d.position && meaning != chess::EnPassant::kAlways) {
    s.en_passant = chess::en_passant(s, meaning);
  }
  return chess::to_fen(s);
}

void Chess::decoded_json(const Decoded& d, int size, JsonText& out, const game::Options& writing) {
  out.key("fen").value(decoded_text(d, size, writing));
  out.key("turn").value(name(d.setup.turn));
  out.key("occurrences").value(d.occurrences);
  out.key("playable").value(d.position.has_value());
}

std::string_view Chess::unsaid(const Decoded& d) {
  return d.occurrences > 1 ? "some positions have stood before: a FEN cannot say so" : "";
}

std::optional<chess::Replay> Chess::replay_of(const Decoded& d) {
  if (!d.position) return std::nullopt;
  return Replay(*d.position, d.occurrences);
}

Result<chess::Move> Chess::move(Code code, const Position& p, std::int32_t number,
                                layout::FrameId frame, std::string_view promotion) {
  const chess::Kind kind = promotion.size() == 1
                               ? chess::kind_from(chess::to_upper(promotion[0]))
                               : (promotion.empty() ? chess::kQueen : chess::kPawn);
  if (kind == chess::kPawn || kind == chess::kKing) {
    return Error{ErrorCode::kSyntax, 0, "promotion: expected 'q', 'r', 'b' or 'n'"};
  }
  return code->move(p, number, frame, kind);
}

Result<std::int32_t> Chess::record_index(Code code, int, const std::byte* record,
                                         layout::FrameId frame) {
  const chess::Record r = chess::record_at(record);
  const std::int32_t number = code->index(chess::setup_of(r), Move::from_bits(r.move), frame);
  if (number == layout::kNoPolicy && r.move != Move::none().bits()) {
    return Error{ErrorCode::kInvalid, offsetof(chess::Record, move), "the move is no move"};
  }
  return number;
}

std::optional<Error> Chess::record_mask(Code code, int, const std::byte* record,
                                        layout::FrameId frame, std::span<std::uint8_t> out) {
  const auto u = chess::unpack(chess::record_at(record));
  if (!u) return u.error();
  code->mask(u->position, frame, out);
  return std::nullopt;
}

chess::Position Chess::position_of(int, const std::byte* record) {
  return *Position::from_setup(chess::setup_of(chess::record_at(record)));
}

void Chess::append_moves(const Position& p, std::vector<std::uint16_t>& out) {
  for (const Move m : chess::legal_moves(p)) out.push_back(m.bits());
}

std::optional<std::uint16_t> Chess::stored_move(int, const std::byte* record) {
  const chess::Record r = chess::record_at(record);
  return r.move == Move::none().bits() ? std::nullopt : std::optional(r.move);
}

bool Chess::is_at(const Position& p, const std::byte* record) {
  const chess::Record found = chess::record_at(record);
  chess::Record r = chess::pack(p);
  r.flags = static_cast<std::uint8_t>(r.flags | (found.flags & ~chess::kStateFlags));
  r.move = found.move;
  r.eval = found.eval;
  return r == found;
}

void Chess::pack_identity(const Position& p, std::byte* out) {
  const chess::Record r = chess::identity_record(p);
  std::memcpy(out, &r, sizeof r);
}

std::optional<game::End> Chess::end_of(const Position& p) {
  const auto outcome = chess::ending_of(p);
  if (!outcome) return std::nullopt;
  return games::end_of(*outcome);
}

void Chess::pack_position(const Position& p, std::byte* out) {
  pack({p}, Move::none(), false, {}, out);
}

game::RecordWorth Chess::worth_of(int, const std::byte* record) {
  const chess::Record r = chess::record_at(record);
  const chess::Targets t = chess::targets_of(r);
  return {layout::worth_of(t.outcome, t.eval), chess::turn_of(r) == chess::kBlack};
}

float Chess::score_of(int, const std::byte* record) {
  return chess::score_of(chess::setup_of(chess::record_at(record)).board);
}

namespace {

std::vector<std::int32_t> policy_table(std::string_view id) {
  return chess::find_policy(id)->table();
}

}  // namespace

const GameType& chess_game() {
  static const GameType kType = game::row_of<Chess>(
      {.name = "chess",
       .words = {.title = "chess",
                 .players = {"white", "black"},
                 .outcomes = {"*", "1-0", "1/2-1/2", "0-1"},
                 .outcome_words = kOutcomeWords,
                 .terminations = chess_terminations(),
                 .variants = kVariants,
                 .time_classes = kTimeClasses,
                 .rating_filters = {"min-elo", "max-elo", "max-elo-difference"},
                 .tag_filters = kTagFilters,
                 .quiet = "no check, and a move that neither takes nor promotes",
                 .positions = "startpos or a FEN, with moves …",
                 .position_key = "fen",
                 .policy_note = "In chess a mover's layout mirrors the ranks when Black moves. In "
                                "White's frame a promotion of Black's has the number of its origin "
                                "and direction (AlphaZero's family) or of its files (lc0).",
                 .turns = kTurns,
                 .turn_help = "white or black"},
       .sizes = {.all = kSizes, .usual = Chess::kSize, .to_text = size_text, .help = only_size},
       .options = kOptions,
       .formats = chess_formats(),
       .writers = chess_writers(),
       .usual_policy = "chess/az4672",
       .catalogue = catalogue,
       .layouts = layouts,
       .policies = policies,
       .record_type = record_type,
       .is_line = is_line,
       .peek_size = peek_size,
       .read_line = read_line,
       .start = start,
       .unpack = unpack,
       .unpack_game = unpack_chess_game,
       .content = chess_content,
       .keep_tags = keep_chess_tags,
       .describe_game = describe_chess_game,
       .describe_record = describe_chess_record,
       .describe_move = describe_chess_move,
       .record_history = chess::record_history,
       .follows = follows,
       .device = {.header = "intarsia/chess/tensor/device.h",
                  .type = "intarsia::chess::device::Game",
                  .policy_table = policy_table},
       .is_quiet_record = is_quiet_chess_record,
       .refuse_conversion = refuse_conversion,
       .set_ups = game::SetUps{.men = chess_men, .edit = edit_chess_set_up}});
  return kType;
}

}  // namespace intarsia::games
