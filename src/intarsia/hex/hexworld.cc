#include "intarsia/hex/hexworld.h"

#include <algorithm>

#include "intarsia/base/text.h"

namespace intarsia::hex {

namespace {

constexpr bool is_flag(char c) { return is_digit(c) || (c >= 'a' && c <= 'z'); }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// `11`, or `11x11`: only square boards are read.
Result<int> read_square_size(TextCursor& in) {
  auto columns = read_size(in);
  if (!columns || !in.rest().starts_with('x')) return columns;
  const std::size_t at = in.offset();
  in.take(1);
  const auto rows = read_size(in);
  if (!rows) return rows.error();
  if (*rows != *columns) {
    return Error{ErrorCode::kUnsupported, at, "only square boards are read"};
  }
  return columns;
}

class LinkReader {
 public:
  LinkReader(TextCursor in, int n) : in_(in), builder_(n, SwapRule::kTransposed) {}

  Result<Reading> read() {
    std::optional<int> shown;
    while (!in_.at_end()) {
      const std::size_t at = in_.offset();
      if (in_.take_if(',')) {
        if (shown) return Error{ErrorCode::kSyntax, at, "a third comma"};
        shown = builder_.ply();
        continue;
      }
      if (winner_) return Error{ErrorCode::kIllegal, at, "a move after the resignation"};
      if (auto error = read_move(at)) return *std::move(error);
    }
    auto reading = std::move(builder_).finish(winner_, resigned_at_);
    if (reading && shown) reading->shown = std::min(*shown, reading->shown);
    return reading;
  }

 private:
  std::optional<Error> read_move(std::size_t at) {
    if (in_.take_if(':')) return read_command(at);
    const auto cell = read_cell(in_, builder_.game().size);
    if (!cell) return cell.error();
    return builder_.add(Move(*cell), at);
  }

  // The cells after a command begin with a letter too: only `r` has a second one.
  std::optional<Error> read_command(std::size_t at) {
    if (!is_letter(in_.peek())) return Error{ErrorCode::kSyntax, at, "expected a command after :"};
    const std::string_view command = in_.take(1);
    if (command == "s") return builder_.add(Move::swap(), at);
    if (command == "S") return std::nullopt;
    if (command == "r" && (in_.peek() == 'b' || in_.peek() == 'w')) {
      winner_ = in_.take(1) == "b" ? kRed : kBlue;
      resigned_at_ = at;
      return std::nullopt;
    }
    return Error{ErrorCode::kUnsupported, at, concat({"the command :", command, " is not read"})};
  }

  TextCursor in_;
  GameBuilder builder_;
  std::optional<Color> winner_;
  std::size_t resigned_at_ = 0;
};

}  // namespace

bool looks_like_hexworld(std::string_view text) {
  const std::size_t hash = text.find('#');
  if (hash == std::string_view::npos) return false;
  if (text.substr(0, hash).find("hexworld") != std::string_view::npos) return true;
  TextCursor in(text.substr(hash + 1));
  const bool has_size = !in.take_while(is_digit).empty();
  const char next = in.peek();
  const std::string_view moves = in.word();
  return has_size && ((next >= 'a' && next <= 'z') || moves.find(':') != std::string_view::npos);
}

Result<Reading> read_hexworld(std::string_view link) {
  if (link.size() > kMaxLinkBytes) {
    return Error{ErrorCode::kLimit, kMaxLinkBytes,
                 concat({"a link has at most ", binary_size(kMaxLinkBytes)})};
  }
  TextCursor in = cursor_on(link);
  in.take_while([](char c) { return c != '#'; });
  if (!in.take_if('#')) return Error{ErrorCode::kSyntax, 0, "expected a link with #<size>,<moves>"};
  const auto n = read_square_size(in);
  if (!n) return n.error();
  in.take_while(is_flag);
  if (!in.at_end() && !in.take_if(',')) {
    return in.fail(ErrorCode::kSyntax, "expected a comma after size and flags");
  }
  return LinkReader(in, *n).read();
}

Result<std::string> to_hexworld(const Game& g) {
  if (auto error = refuse_setup(g, "a HexWorld link")) return *std::move(error);
  if (g.is_swapped() && g.swap_rule != SwapRule::kTransposed) {
    return Error{ErrorCode::kUnsupported, 0, "a swap in place, which a HexWorld link cannot say"};
  }
  std::string out = concat({"https://hexworld.org/board/#", std::to_string(g.size), ","});
  Connection chains(g.size);
  for (std::size_t i = 0; i < g.moves.size(); ++i) {
    const Color mover = i % 2 == 0 ? kBlue : kRed;
    if (g.moves[i].is_swap()) {
      chains.undo();
      chains.play(transposed(g.moves[0].cell(), g.size), mover);
      out += ":s";
    } else {
      chains.play(g.moves[i].cell(), mover);
      append_cell(out, g.moves[i].cell(), g.size);
    }
  }
  if (g.winner && !chains.winner()) out += *g.winner == kRed ? ":rb" : ":rw";
  return out;
}

}  // namespace intarsia::hex
