#include "intarsia/hex/trmph.h"

#include <algorithm>

#include "intarsia/base/text.h"

namespace intarsia::hex {

namespace {

constexpr std::string_view kOtherStart = "hex,";

// Takes everything before the size: an address and #, or the word hex and a comma.
std::optional<Error> take_start(TextCursor& in) {
  TextCursor after_word = in;
  if (after_word.word() == "trmph") {
    in = after_word;
    in.skip_blanks();
  }
  if (in.rest().starts_with(kOtherStart)) {
    in.take(kOtherStart.size());
    return std::nullopt;
  }
  const std::size_t start = in.offset();
  in.take_while([](char c) { return c != '#' && !TextCursor::is_blank(c); });
  if (in.take_if('#')) return std::nullopt;
  return Error{ErrorCode::kSyntax, start,
               "expected [address]#<size>,<moves> or hex,<size>,<moves>"};
}

struct PlacedCell {
  Cell cell;
  std::size_t offset;
};

Result<std::vector<PlacedCell>> read_cells(TextCursor& in, int n) {
  std::vector<PlacedCell> cells;
  cells.reserve(in.rest().size() / 2);
  while (!in.at_end() && !TextCursor::is_blank(in.peek())) {
    const std::size_t at = in.offset();
    const auto cell = read_cell(in, n);
    if (!cell) return cell.error();
    cells.push_back({*cell, at});
  }
  return cells;
}

struct End {
  std::optional<Color> winner;
  std::optional<Alphabet> alphabet;
  std::size_t offset = 0;
  std::string_view comment;
};

// What follows the moves: a winner, a comment, both or nothing.
Result<End> read_end(TextCursor& in) {
  End end;
  in.skip_blanks();
  end.offset = in.offset();
  if (!in.at_end() && in.peek() != '#') {
    const std::string_view word = in.word();
    if (word.size() == 1) end.winner = from_trmph(word[0]);
    if (!end.winner) {
      return Error{ErrorCode::kSyntax, end.offset, "expected the winner: 1, 2, b or r"};
    }
    end.alphabet = is_digit(word[0]) ? Alphabet::kDigits : Alphabet::kLetters;
  }
  in.skip_blanks();
  if (in.take_if('#')) {
    end.comment = trimmed(in.rest());
  } else if (!in.at_end()) {
    return in.fail(ErrorCode::kSyntax, "expected the end of the line, or # and a comment");
  }
  return end;
}

// The first move and the swap, of which the line has only where the stone came to stand.
Cell opening_of(Cell written, int n, SwapRule rule) {
  return rule == SwapRule::kTransposed ? transposed(written, n) : written;
}

// On one line; that the persons exchanged colours is said nowhere else.
std::string comment_of(const Game& g) {
  const std::string* said = find_tag(g, "GC");
  std::string comment = said == nullptr ? std::string() : *said;
  for (char& c : comment) c = static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  if (g.has_swapped_sides) comment += comment.empty() ? "swap-sides" : "; swap-sides";
  return comment;
}

}  // namespace

Result<Reading> read_trmph(std::string_view line, const ReadOptions& options) {
  if (line.size() > kMaxTrmphBytes) {
    return Error{ErrorCode::kLimit, kMaxTrmphBytes,
                 concat({"a TRMPH line has at most ", binary_size(kMaxTrmphBytes)})};
  }
  TextCursor in = cursor_on(line);
  if (auto error = take_start(in)) return *std::move(error);
  const auto n = read_size(in);
  if (!n) return n.error();
  if (!in.take_if(',')) return in.fail(ErrorCode::kSyntax, "expected a comma after the size");
  const auto cells = read_cells(in, *n);
  if (!cells) return cells.error();
  const auto end = read_end(in);
  if (!end) return end.error();

  const bool is_swapped = cells->size() > 1 && (*cells)[0].cell == (*cells)[1].cell;
  GameBuilder builder(*n, options.swap_rule);
  builder.game().moves.reserve(cells->size());
  for (std::size_t i = 0; i < cells->size(); ++i) {
    const auto [cell, offset] = (*cells)[i];
    Move m(cell);
    if (is_swapped && i == 0) m = Move(opening_of(cell, *n, options.swap_rule));
    if (is_swapped && i == 1) m = Move::swap();
    if (auto error = builder.add(m, offset)) return *std::move(error);
  }
  if (!end->comment.empty()) builder.game().tags.push_back({"GC", std::string(end->comment)});
  auto reading = std::move(builder).finish(end->winner, end->offset);
  if (reading) reading->alphabet = end->alphabet;
  return reading;
}

std::string to_trmph(const Game& g, Alphabet alphabet) {
  std::string out = "#";
  append_number(out, g.size);
  out += ',';
  for (std::size_t i = 0; i < g.moves.size(); ++i) {
    const bool is_swap = g.is_swapped() && i < 2;
    const Cell cell =
        is_swap ? opening_of(g.moves[0].cell(), g.size, g.swap_rule) : g.moves[i].cell();
    append_cell(out, cell, g.size);
  }
  if (g.winner) out += {' ', to_trmph(*g.winner, alphabet)};
  const std::string comment = comment_of(g);
  return comment.empty() ? out : out + concat({" # ", comment});
}

}  // namespace intarsia::hex
