#include "intarsia/chess/perft.h"

#include <charconv>
#include <optional>

#include "intarsia/base/text.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/movegen.h"

namespace intarsia::chess {

namespace {

template <Color Us>
std::uint64_t count(const Position& p, int depth) {
  MoveList moves;
  generate<Us>(p, moves);
  if (depth == 1) return moves.size();
  std::uint64_t leaves = 0;
  for (Move m : moves) leaves += count<!Us>(p.after_move_of<Us>(m), depth - 1);
  return leaves;
}

}  // namespace

std::uint64_t perft(const Position& p, int depth) {
  if (depth <= 0) return 1;
  return p.turn() == kWhite ? count<kWhite>(p, depth) : count<kBlack>(p, depth);
}

namespace {

template <class Number>
bool read_number(std::string_view text, Number& value) {
  const auto [rest, ec] = std::from_chars(text.data(), text.data() + text.size(), value);
  return ec == std::errc{} && rest == text.data() + text.size();
}

// "D5 4865609"; nothing for any other text.
std::optional<PerftLine::Count> read_count(std::string_view text) {
  TextCursor in(text);
  const std::string_view depth = in.word();
  PerftLine::Count count{};
  if (!depth.starts_with('D') || !read_number(depth.substr(1), count.depth)) return std::nullopt;
  if (count.depth < 0 || count.depth > kMaxPerftDepth) return std::nullopt;
  if (!read_number(in.word(), count.leaves) || !in.word().empty()) return std::nullopt;
  return count;
}

}  // namespace

Result<PerftLine> read_perft_line(std::string_view line, bool chess960) {
  constexpr std::string_view kChess960 = "chess960";
  PerftLine out;
  TextCursor in(line);
  const auto field = [&in] { return in.take_while([](char c) { return c != ';'; }); };
  const std::string_view fen = field();
  while (in.take_if(';')) {
    const std::size_t at = in.offset();
    const std::string_view text = field();
    if (trimmed(text) == kChess960) {
      chess960 = true;
    } else if (const auto count = read_count(text)) {
      out.counts.push_back(*count);
    } else {
      return Error{ErrorCode::kSyntax, at, "expected D<depth> <count> after the semicolon"};
    }
  }
  const auto start = read_fen(trimmed(fen), chess960);
  if (!start) return start.error();
  if (out.counts.empty()) return in.fail(ErrorCode::kSyntax, "expected ;D<depth> <count>");
  out.start = start->position;
  return out;
}

}  // namespace intarsia::chess
