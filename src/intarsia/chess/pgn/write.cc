#include "intarsia/chess/pgn/write.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "intarsia/base/text.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/pgn/internal/comment.h"
#include "intarsia/chess/san.h"

namespace intarsia::chess {

namespace {

struct RosterTag {
  std::string_view name;
  std::string_view unknown;
};
// The order and the values for "not known" that the standard wants.
constexpr std::array<RosterTag, 7> kRoster = {{{"Event", "?"},
                                               {"Site", "?"},
                                               {"Date", "????.??.??"},
                                               {"Round", "?"},
                                               {"White", "?"},
                                               {"Black", "?"},
                                               {"Result", "*"}}};

// What the game itself says, whatever the tags said.
constexpr std::array<std::string_view, 5> kOwnTags = {"Result", "FEN", "SetUp", "Setup", "Variant"};

template <class Names>
bool is_in(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_in_roster(std::string_view name) {
  return std::any_of(kRoster.begin(), kRoster.end(),
                     [name](const RosterTag& t) { return t.name == name; });
}

bool is_name(std::string_view name) {
  const auto is_fit = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
  };
  return !name.empty() && name.size() <= kMaxPgnTokenBytes &&
         std::all_of(name.begin(), name.end(), is_fit);
}

void append_tag(std::string& out, std::string_view name, std::string_view value) {
  out += concat({"[", name, " \""});
  for (const char c : value) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < ' ' || c == 0x7f ? ' ' : c;
  }
  out += "\"]\n";
}

const std::string* find(std::span<const PgnTagPair> tags, std::string_view name) {
  for (const auto& [key, value] : tags) {
    if (key == name) return &value;
  }
  return nullptr;
}

void append_tags(std::string& out, const Position& start, Outcome outcome,
                 std::span<const PgnTagPair> tags, EnPassant en_passant) {
  for (const auto& [name, unknown] : kRoster) {
    const std::string* value = find(tags, name);
    const bool is_result = name == "Result";
    append_tag(out, name, is_result ? pgn_result(outcome) : value != nullptr ? *value : unknown);
  }
  for (const auto& [name, value] : tags) {
    if (is_name(name) && !is_in_roster(name) && !is_in(kOwnTags, name))
      append_tag(out, name, value);
  }
  if (start.is_chess960()) append_tag(out, "Variant", "Chess960");
  if (start.setup() != Position{}.setup()) {
    append_tag(out, "SetUp", "1");
    append_tag(out, "FEN", to_fen(start, {en_passant, start.is_chess960()}));
  }
}

// Words with blanks between, broken into lines.
class Lines {
 public:
  explicit Lines(std::string& out) : out_(out), start_(out.size()) {}

  void add(std::string_view word) {
    const std::size_t length = out_.size() - start_;
    if (length > 0 && length + 1 + word.size() > kPgnLineBytes) {
      out_ += '\n';
      start_ = out_.size();
    } else if (length > 0) {
      out_ += ' ';
    }
    out_ += word;
  }

 private:
  std::string& out_;
  std::size_t start_;  // of the line
};

}  // namespace

void append_pgn(std::string& out, const Game& game, Outcome outcome,
                std::span<const PgnTagPair> tags, std::span<const std::int16_t> evals,
                std::span<const double> clocks, EnPassant en_passant) {
  append_tags(out, game.start, outcome, tags, en_passant);
  out += '\n';
  Lines lines(out);
  Position p = game.start;
  std::string word;
  // Whether a comment stands there now; the number of the move is written again behind one.
  const auto add_comment = [&](std::size_t position) {
    const bool has_eval = position < evals.size() && evals[position] != kNoEval;
    const bool has_clock =
        position > 0 && position <= clocks.size() && !std::isnan(clocks[position - 1]);
    if (!has_eval && !has_clock) return false;
    std::string text = "{ ";
    if (has_eval) text += concat({"[%eval ", internal::eval_text(evals[position]), "] "});
    if (has_clock) text += concat({"[%clk ", internal::clock_text(clocks[position - 1]), "] "});
    lines.add(text + "}");
    return true;
  };
  bool is_number_due = true;
  add_comment(0);
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    if (p.turn() == kWhite || is_number_due) {
      word = std::to_string(p.fullmove()) + (p.turn() == kWhite ? "." : "...");
      lines.add(word);
    }
    word.clear();
    append_san(word, p, game.moves[i]);
    lines.add(word);
    p = p.after(game.moves[i]);
    is_number_due = add_comment(i + 1);
  }
  lines.add(pgn_result(outcome));
  out += "\n\n";
}

std::string to_pgn(const PgnGame& game) {
  std::string out;
  append_pgn(out, game.game(), game.outcome, game.tags, game.evals, game.clocks);
  return out;
}

}  // namespace intarsia::chess
