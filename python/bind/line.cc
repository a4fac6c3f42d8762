#include "python/bind/line.h"

#include <algorithm>

#include "intarsia/base/text.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/movegen.h"
#include "intarsia/chess/position_line.h"
#include "intarsia/chess/san.h"
#include "intarsia/chess/uci.h"
#include "intarsia/hex/position_line.h"
#include "python/bind/bind.h"
#include "python/bind/errors.h"
#include "python/bind/values.h"

namespace intarsia::bind {

namespace {

constexpr std::size_t kSuggestions = 8;

// The last square named in a move's text: where it was to go.
std::string_view destination_in(std::string_view text) {
  for (std::size_t i = text.size(); i >= 2; --i) {
    if (chess::square_from(text.substr(i - 2, 2))) return text.substr(i - 2, 2);
  }
  return {};
}

// Legal moves that the text may have meant: to the same square, else of the same piece, else any.
std::string suggestions(const chess::Position& p, std::string_view text) {
  const std::string_view square = destination_in(text);
  std::vector<std::string> to_square, of_piece, all;
  for (chess::Move m : chess::legal_moves(p)) {
    const std::string& san = all.emplace_back(chess::to_san(p, m));
    if (!square.empty() && destination_in(san) == square) to_square.push_back(san);
    if (!text.empty() && san.front() == text.front()) of_piece.push_back(san);
  }
  if (all.empty()) return "; no move is legal: the game is over";
  const auto& shown = !to_square.empty() ? to_square : !of_piece.empty() ? of_piece : all;
  std::string out = "; legal are ";
  for (std::size_t i = 0; i < std::min(shown.size(), kSuggestions); ++i) {
    out += concat({i == 0 ? "" : ", ", shown[i]});
  }
  return shown.size() > kSuggestions ? out + ", … (see legal_moves)" : out;
}

}  // namespace

std::string_view utf8_of(nb::handle text) {
  Py_ssize_t size = 0;
  const char* const bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (bytes == nullptr) throw nb::python_error();
  return {bytes, static_cast<std::size_t>(size)};
}

Line::Line(chess::Replay replay, int earlier)
    : replay_(std::make_shared<chess::Replay>(std::move(replay))),
      ply_(replay_->ply()),
      position_(replay_->position()),
      earlier_(earlier) {}

int Line::occurrences() const {
  const bool is_first = earlier_ > 0 && position().identity() == start().identity();
  return state().occurrences + (is_first ? earlier_ : 0);
}

Line Line::at(int ply) const {
  Line line = *this;
  line.position_ = state(ply_ - ply).position;
  line.ply_ = ply;
  return line;
}

// The replay, if it is ours alone and ends here; else a copy of it that is.
chess::Replay& Line::own() {
  if (replay_.use_count() > 1 || replay_->ply() != ply_) {
    replay_ = std::make_shared<chess::Replay>(*replay_);
    while (replay_->ply() > ply_) replay_->undo();
  }
  return *replay_;
}

void Line::play(chess::Move m) {
  if (ply_ == chess::kMaxPlies) {
    throw nb::value_error(
        concat({"a game of more than ", std::to_string(chess::kMaxPlies), " plies"}).c_str());
  }
  chess::Replay& replay = own();
  replay.play(m);
  ++ply_;
  position_ = replay.position();
}

void Line::undo() {
  chess::Replay& replay = own();
  replay.undo();
  --ply_;
  position_ = replay.position();
}

int Line::append_states(int history, std::vector<chess::State>& out) const {
  const int reach = std::min(history, ply_);
  for (int ago = reach; ago >= 0; --ago) out.push_back(state(ago));
  if (earlier_ > 0) {
    const Key first = start().identity();
    for (auto s = out.end() - reach - 1; s != out.end(); ++s) {
      s->occurrences += s->position.identity() == first ? earlier_ : 0;
    }
  }
  return reach;
}

bool operator==(const Line& a, const Line& b) {
  return a.earlier_ == b.earlier_ && a.start() == b.start() &&
         std::ranges::equal(a.moves(), b.moves());
}

std::string to_text(const Line& line) {
  const chess::Position& start = line.start();
  const chess::FenStyle style{.en_passant = chess::EnPassant::kAlways,
                              .shredder = start.is_chess960()};
  std::string text = start == chess::Position() ? "startpos" : to_fen(start, style);
  if (line.ply() == 0) return text;
  text += " moves";
  chess::Position p = start;
  for (chess::Move m : line.moves()) {
    text += ' ';
    chess::append_uci(text, p, m);
    p = p.after(m);
  }
  return text;
}

std::string to_repr(const char* type, const Line& line) {
  std::string out = concat({"ia.", type, "('", to_text(line), "'"});
  if (line.position().is_chess960()) out += ", chess960=True";
  if (line.earlier() > 0) out += concat({", occurrences=", std::to_string(line.earlier() + 1)});
  return out + ")";
}

nb::tuple arguments_of(const Line& line) {
  return nb::make_tuple(to_text(line), line.position().is_chess960(), line.earlier() + 1);
}

const Line* find_line(nb::handle object) {
  if (const auto* position = find<PositionObject>(object)) return &position->line;
  if (const auto* game = find<GameObject>(object)) return &game->line;
  return nullptr;
}

std::optional<nb::object> find_record_position(nb::handle source) {
  if (!nb::isinstance(source, nb::module_::import_("numpy").attr("void"))) return std::nullopt;
  return nb::module_::import_("intarsia").attr("from_records")(source)[0];
}

Line line_from(nb::handle source) { return line_from(source, nb::bool_(false), nb::int_(1)); }

Line line_from(nb::handle source, nb::handle chess960, nb::handle occurrences) {
  const bool has_flag = flag_in(chess960, "chess960");
  const auto count = static_cast<int>(number_in(occurrences, "occurrences", 1, chess::kMaxPlies));
  const auto with_earlier = [&](Line line) {
    line.add_earlier(count - 1);
    if (line.earlier() < chess::kMaxPlies) return line;
    throw nb::value_error("occurrences: more than a game can have");
  };
  if (nb::isinstance<nb::str>(source)) {
    if (hex::is_position_line(utf8_of(source))) {
      raise({ErrorCode::kInvalid, 0, "a line of Hex: ia.HexPosition and ia.HexGame read it"});
    }
    return with_earlier(
        Line(value_of(chess::read_position_line(utf8_of(source), has_flag)).replay));
  }
  if (has_flag) throw nb::value_error("chess960 goes with a text: other positions know it");
  if (const Line* line = find_line(source)) return with_earlier(*line);
  if (is_board(source)) return with_earlier(line_of_board(source));
  if (const auto position = find_record_position(source)) {
    if (const Line* line = find_line(*position)) return with_earlier(*line);
  }
  raise_type("a FEN or position line, a Position, a ChessGame, a python-chess board or a record",
             source);
}

std::optional<std::string> find_move_text(nb::handle move) {
  if (PyUnicode_Check(move.ptr())) return text_in(move, "move");
  const auto uci = find_attribute(move, "uci");
  if (!uci) return std::nullopt;
  return text_in(call(*uci), "move.uci()");
}

std::string move_text(nb::handle move) {
  const auto text = find_move_text(move);
  if (!text) raise_type("a move in UCI or algebraic notation, or a python-chess move", move);
  return *text;
}

chess::Move move_from(const chess::Position& p, const std::string& text) {
  const auto found = chess::read_move(p, text);
  if (found) return *found;
  Error e = found.error();
  e.detail += suggestions(p, text);
  raise_illegal(e);
}

}  // namespace intarsia::bind
