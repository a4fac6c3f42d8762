#include "intarsia/games/formats.h"

#include <algorithm>

#include "intarsia/base/text.h"
#include "intarsia/chess/pgn/parser.h"
#include "intarsia/games/internal/sources.h"
#include "intarsia/hex/position_line.h"

namespace intarsia::games {

namespace {

std::size_t after_last_line(std::string_view text) {
  const std::size_t end = text.rfind('\n');
  return end == std::string_view::npos ? 0 : end + 1;
}

// Behind the last line that is an e alone.
std::size_t after_last_position(std::string_view text) {
  const std::size_t unix_end = text.rfind("\ne\n");
  const std::size_t dos_end = text.rfind("\ne\r\n");
  const std::size_t after_unix = unix_end == std::string_view::npos ? 0 : unix_end + 3;
  const std::size_t after_dos = dos_end == std::string_view::npos ? 0 : dos_end + 4;
  return std::max(after_unix, after_dos);
}

std::size_t nowhere(std::string_view) { return 0; }

struct Known {
  std::string_view name;
  std::string_view game;
  std::vector<std::string_view> endings;
  ParserPtr (*make)(const FormatOptions&, const data::Rules&, const data::Place&);
  std::size_t (*last_start)(std::string_view);
};

const std::vector<Known>& known() {
  static const std::vector<Known> kAll = {
      {"pgn", "chess", {".pgn"}, pgn_parser, chess::last_game_start},
      {"lines", "chess", {}, lines_parser, after_last_line},
      {"epd", "chess", {".epd"}, epd_parser, after_last_line},
      {"plain", "chess", {".plain"}, plain_parser, after_last_position},
      {"trmph", "hex", {".trmph"}, trmph_parser, after_last_line},
      {"sgf", "hex", {".sgf", ".hsgf"}, sgf_parser, nowhere},
  };
  return kAll;
}

// Whatever the case: .PGN comes from older systems.
bool ends_with(std::string_view name, std::string_view ending) {
  if (name.size() < ending.size()) return false;
  const std::string_view end = name.substr(name.size() - ending.size());
  return std::equal(end.begin(), end.end(), ending.begin(), [](char a, char b) {
    return a == b || (a >= 'A' && a <= 'Z' && a - 'A' + 'a' == b);
  });
}

// Without what says how it is packed.
std::string_view unpacked_name(std::string_view name) {
  for (std::string_view packed : {".zst", ".gz"}) {
    if (ends_with(name, packed)) name.remove_suffix(packed.size());
  }
  return name;
}

// The next line that says something, taken off the text.
std::string_view take_line(std::string_view& text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.empty() && !line.starts_with("# ")) return line;
  }
  return {};
}

// Positions may begin with the same word: their lines stand alone.
bool looks_like_plain(std::string_view line, std::string_view rest) {
  if (!line.starts_with("fen ")) return false;
  constexpr std::string_view kWords[] = {"move", "score", "ply", "result", "e"};
  const std::string_view second = TextCursor(take_line(rest)).word();
  return std::find(std::begin(kWords), std::end(kWords), second) != std::end(kWords);
}

bool looks_like_position(std::string_view line) {
  if (line.starts_with("startpos") || line.starts_with("fen ")) return true;
  const std::string_view board = TextCursor(line).word();
  return std::count(board.begin(), board.end(), '/') == 7;
}

// A tag, a comment, an escape, a result or a move: no position begins like that.
bool looks_like_pgn(std::string_view line) {
  constexpr std::string_view kMarks = "[{;%*";
  constexpr std::string_view kMen = "KQRBNabcdefgh";
  if (line.empty() || line.find('/') < line.find(' ')) return line.starts_with("1/2-1/2");
  if (kMarks.find(line[0]) != kMarks.npos || line.starts_with("O-O")) return true;
  const std::string_view word = TextCursor(line).word();
  if (is_digit(word[0])) return word.find_first_of(".-") != word.npos;
  const bool is_move = word.find_first_not_of("KQRBNabcdefgh12345678x=+#!?") == word.npos;
  const bool has_rank = word.find_first_of("12345678") != word.npos;
  return is_move && has_rank && kMen.find(word[0]) != kMen.npos;
}

}  // namespace

std::string_view format_by_name(std::string_view name) {
  const std::string_view plain = unpacked_name(name);
  for (const Known& k : known()) {
    for (std::string_view ending : k.endings) {
      if (ends_with(plain, ending)) return k.name;
    }
  }
  return {};
}

std::string_view format_by_text(std::string_view start) {
  std::string_view rest = without_byte_order_mark(start);
  const std::string_view line = take_line(rest);
  if (looks_like_pgn(line)) return "pgn";
  if (line.starts_with("(")) return "sgf";
  if (looks_like_plain(line, rest)) return "plain";
  if (hex::is_position_line(line)) return "trmph";
  if (!looks_like_position(line)) return {};
  const bool is_epd = line.find('|') == line.npos && line.find(';') != line.npos;
  return is_epd ? "epd" : "lines";
}

std::vector<std::string_view> format_names() {
  std::vector<std::string_view> names;
  for (const Known& k : known()) names.push_back(k.name);
  return names;
}

Result<data::Format> find_format(const FormatOptions& options, const data::Rules& rules,
                                 const std::string& name, std::string_view start) {
  std::string_view wanted = options.name;
  if (wanted.empty()) wanted = format_by_name(name);
  if (wanted.empty()) wanted = format_by_text(start);
  // What says nothing is most often PGN with something before it.
  if (wanted.empty()) wanted = "pgn";
  for (const Known& k : known()) {
    if (k.name != wanted) continue;
    return data::Format{k.name, k.game,
                        [make = k.make, options, &rules](const data::Place& first) {
                          return make(options, rules, first);
                        },
                        k.last_start};
  }
  std::string detail = concat({"no format ", in_quotes(wanted), "; there are:"});
  for (const std::string_view known_name : format_names()) detail += concat({" ", known_name});
  return Error{ErrorCode::kInvalid, 0, std::move(detail)};
}

}  // namespace intarsia::games
