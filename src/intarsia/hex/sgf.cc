#include "intarsia/hex/sgf.h"

#include <algorithm>

#include "intarsia/base/text.h"
#include "intarsia/hex/internal/sgf_start.h"
#include "intarsia/hex/internal/sgf_tree.h"

namespace intarsia::hex {

namespace {

using internal::SgfProperty;
using internal::SgfTree;

constexpr std::string_view kHexNumber = "11";  // GM of Hex

enum class Word : std::uint8_t { kCell, kSwap, kSwapSides, kResign };

std::string lowered(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

Word word_of(std::string_view raw) {
  const std::string text = lowered(trimmed(raw));
  if (text == "swap" || text == "swap-pieces") return Word::kSwap;
  if (text == "swap-sides") return Word::kSwapSides;
  return text == "resign" ? Word::kResign : Word::kCell;
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Error at(const SgfProperty& p, ErrorCode code, std::initializer_list<std::string_view> detail) {
  return Error{code, p.offset, concat(detail)};
}

// "B+Resign", "W": the winner's colour; anything else (0, Void, ?) says nothing.
std::optional<Color> winner_of(std::string_view raw) {
  const std::string_view result = trimmed(raw);
  if (result.empty() || (result.size() > 1 && result[1] != '+')) return std::nullopt;
  if (result[0] == 'B') return kBlue;
  if (result[0] == 'W') return kRed;
  return std::nullopt;
}

// What the properties of a main line mean.
class Interpreter {
 public:
  Interpreter(const SgfTree& tree, const ReadOptions& options) : tree_(tree), options_(options) {}

  Result<Reading> read() {
    if (auto error = read_head()) return *std::move(error);
    if (!size_)
      return Error{ErrorCode::kSyntax, tree_.start, "the game does not say its size (SZ)"};
    const bool has_move = !moves_.empty() && word_of(moves_[0]->raw) != Word::kResign;
    const auto start = internal::read_sgf_start(setup_, has_move ? moves_[0] : nullptr,
                                                {.offset = tree_.start,
                                                 .size = *size_,
                                                 .rule = options_.swap_rule,
                                                 .is_hexgui = has_game_number_});
    if (!start) return start.error();
    first_ = start->position.turn();
    opener_ = start->position.first();
    is_white_blue_ = start->is_white_blue;
    GameBuilder builder(start->position);
    for (const Error& e : start->notes) builder.note(e);
    if (auto error = add_moves(builder)) return *std::move(error);
    builder.game().tags = std::move(tags_);
    compare_winners(builder);
    return std::move(builder).finish(recorded_, winner_offset_);
  }

 private:
  std::optional<Error> read_head() {
    for (const SgfProperty& p : tree_.properties) {
      if (is_one_of(p.name, {"AB", "AW", "AE", "PL"})) {
        if (moves_.empty()) {
          setup_.push_back(&p);
        } else if (p.name != "PL") {
          return at(p, ErrorCode::kUnsupported,
                    {"stones that are set up (", p.name, ") after a move are not read"});
        }
      } else if (is_one_of(p.name, {"B", "W"})) {
        moves_.push_back(&p);
      } else if (p.is_root) {
        if (auto error = read_root(p)) return error;
      }
    }
    return std::nullopt;
  }

  std::optional<Error> read_root(const SgfProperty& p) {
    if (p.name == "GM") {
      has_game_number_ = true;
      if (trimmed(p.raw) == kHexNumber) return std::nullopt;
      return at(p, ErrorCode::kUnsupported,
                {"not Hex: GM[", p.raw.substr(0, 8), "], Hex is GM[11]"});
    }
    if (p.name == "SZ") return read_board_size(p);
    if (p.name == "RE") {
      recorded_ = winner_of(p.raw);
      winner_offset_ = p.offset;
    }
    if (is_one_of(p.name, {"FF", "CA", "AP", "RE"})) return std::nullopt;
    if (p.raw.size() > kMaxSgfTagBytes || tags_.size() == kMaxSgfTags) {
      return at(p, ErrorCode::kLimit,
                {"a game has at most ", std::to_string(kMaxSgfTags), " tags of ",
                 std::to_string(kMaxSgfTagBytes), " bytes"});
    }
    tags_.push_back({std::string(p.name), internal::unescaped(p.raw)});
    return std::nullopt;
  }

  std::optional<Error> read_board_size(const SgfProperty& p) {
    TextCursor in(trimmed(p.raw));
    const auto n = read_size(in);
    if (!n) return Error(n.error()).moved_by(p.offset);
    size_ = *n;
    if (in.take_if(':')) {
      const auto rows = read_size(in);
      if (rows && *rows != *n)
        return at(p, ErrorCode::kUnsupported, {"only square boards are read"});
    }
    if (in.at_end()) return std::nullopt;
    return at(p, ErrorCode::kSyntax, {"expected the board's size, such as SZ[11]"});
  }

  // What the moves say is right; that RE says something else is noted.
  void compare_winners(GameBuilder& builder) {
    const auto played = builder.winner() ? builder.winner()
                        : resigned_      ? std::optional(!*resigned_)
                                         : std::nullopt;
    if (played && recorded_ && *played != *recorded_) {
      builder.note({ErrorCode::kInvalid, winner_offset_,
                    concat({"RE says that ", title(*recorded_), " won, but ",
                            builder.winner() ? concat({title(*played), "'s chain is complete"})
                                             : concat({title(!*played), " resigned"})})});
    }
    if (played) recorded_ = played;
  }

  std::optional<Error> add_moves(GameBuilder& builder) {
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      if (resigned_) return at(*moves_[i], ErrorCode::kIllegal, {"a move after the resignation"});
      if (auto error = add_move(builder, i)) return error;
    }
    return std::nullopt;
  }

  Color color_of(const SgfProperty& p) const { return internal::sgf_color(p, is_white_blue_); }

  std::optional<Error> add_move(GameBuilder& builder, std::size_t i) {
    const SgfProperty& p = *moves_[i];
    const Word word = word_of(p.raw);
    if (word == Word::kResign) {
      resigned_ = color_of(p);
      return std::nullopt;
    }
    if (color_of(p) != (plies_ % 2 == 0 ? first_ : !first_)) {
      return at(p, ErrorCode::kIllegal, {p.name, " moves out of turn"});
    }
    if (word != Word::kCell) return add_swap(builder, i, word);
    const auto cell = internal::read_sgf_cell(p, *size_);
    if (!cell) return cell.error();
    ++plies_;
    return builder.add(Move(*cell), p.offset);
  }

  // If the first player moves next, the stone was transposed; if the second does, the board stays as
  // it is and only the persons changed. Either may resign, whoever's turn it is.
  std::optional<Error> add_swap(GameBuilder& builder, std::size_t i, Word word) {
    const SgfProperty& p = *moves_[i];
    const bool has_next = i + 1 < moves_.size() && word_of(moves_[i + 1]->raw) != Word::kResign;
    const bool is_sides = has_next ? color_of(*moves_[i + 1]) != opener_ : word == Word::kSwapSides;
    if (!is_sides && word == Word::kSwapSides) {
      return at(p, ErrorCode::kAmbiguous, {"swap-sides, but the first player moves next"});
    }
    if (!is_sides) {
      ++plies_;
      return builder.add(Move::swap(), p.offset);
    }
    if (plies_ != 1 || builder.game().has_swapped_sides) {
      return at(p, ErrorCode::kIllegal, {"a swap is the second move or none"});
    }
    builder.game().has_swapped_sides = true;
    return std::nullopt;
  }

  const SgfTree& tree_;
  const ReadOptions& options_;
  std::optional<int> size_;
  bool has_game_number_ = false;
  std::vector<const SgfProperty*> moves_;
  std::vector<const SgfProperty*> setup_;  // before the first of them
  bool is_white_blue_ = false;
  Color first_ = kBlue;   // who moves first here,
  Color opener_ = kBlue;  // and whose the first stone of all is
  int plies_ = 0;         // with those after the win, which the builder leaves out
  std::vector<Tag> tags_;
  std::optional<Color> recorded_, resigned_;
  std::size_t winner_offset_ = 0;
};

constexpr std::string_view kSpaces = " \t\r\n\v\f";

}  // namespace

std::optional<Result<Reading>> SgfReader::next() {
  if (at_ == 0 && text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
  at_ = std::min(text_.find_first_not_of(kSpaces, at_), text_.size());
  if (at_ == text_.size()) return std::nullopt;
  start_ = at_;
  if (text_[at_] != '(') {
    const std::size_t here = at_;
    at_ = internal::find_sgf_game(text_, here);
    return Error{ErrorCode::kSyntax, here, "expected a game: (;"};
  }
  const auto read = internal::read_sgf_tree(text_, at_);
  if (const auto* fault = std::get_if<internal::SgfFault>(&read)) {
    at_ = fault->resume;
    return fault->error;
  }
  const SgfTree& tree = std::get<SgfTree>(read);
  at_ = tree.end;
  auto reading = Interpreter(tree, options_).read();
  if (reading) {
    reading->comments = tree.comments;
    reading->variations = tree.variations;
  }
  return reading;
}

Result<Reading> read_sgf(std::string_view text, const ReadOptions& options) {
  SgfReader reader(text, options);
  auto first = reader.next();
  if (!first) return Error{ErrorCode::kSyntax, 0, "no game"};
  if (*first && reader.next()) {
    return Error{ErrorCode::kAmbiguous, reader.start(), "more than one game"};
  }
  return *std::move(first);
}

}  // namespace intarsia::hex
