#include "apps/cli/game_files.h"

#include <algorithm>

#include <fmt/format.h>

#include "apps/cli/input.h"
#include "intarsia/base/text.h"
#include "intarsia/games/pgn_file.h"
#include "intarsia/hex/hexworld.h"
#include "intarsia/hex/position_line.h"
#include "intarsia/hex/sgf.h"
#include "intarsia/hex/trmph.h"

namespace intarsia::cli {

namespace {

// The name without what says how it is packed.
std::string_view unpacked_name(std::string_view path) {
  for (const std::string_view ending : {".zst", ".gz"}) {
    if (path.ends_with(ending)) path.remove_suffix(ending.size());
  }
  return path;
}

bool is_sgf(std::string_view path) {
  const std::string_view name = unpacked_name(path);
  return name.ends_with(".sgf") || name.ends_with(".hsgf");
}
bool is_trmph(std::string_view path) { return unpacked_name(path).ends_with(".trmph"); }
bool is_pgn(std::string_view path) { return unpacked_name(path).ends_with(".pgn"); }

// A tag or a first move: no position begins like that.
bool looks_like_pgn(std::string_view start) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (start.starts_with(kByteOrderMark)) start.remove_prefix(kByteOrderMark.size());
  const std::string_view text = trimmed(start);
  return text.starts_with('[') || text.starts_with("1.");
}

Place place_in(const PositionText& text, std::size_t column) {
  return {text.offset + column, text.line, column + 1};
}

// A line of a file without a name for games: a position of either game.
void read_position(const PositionText& text, const Common& common, GameItem& item) {
  const auto line = chess::read_position_line(text.text, common.chess960);
  if (!line) {
    item.faults.push_back({place_in(text, line.error().offset), line.error()});
    return;
  }
  for (const chess::PlacedFault& f : line->faults) {
    const Error e{ErrorCode::kInvalid, f.offset, f.detail};
    item.faults.push_back({place_in(text, f.offset), e, false});
  }
  item.record = *line;
}

void read_hex_line(const PositionText& text, const Common& common, hex::AlphabetCheck& alphabets,
                   GameItem& item) {
  auto reading = hex::looks_like_hexworld(text.text)
                     ? hex::read_hexworld(text.text)
                     : hex::read_trmph(text.text, common.hex_options());
  if (!reading) {
    item.faults.push_back({place_in(text, reading.error().offset), reading.error()});
    return;
  }
  const auto note = [&](const Error& e) {
    item.faults.push_back({place_in(text, e.offset), e, false});
  };
  for (const Error& e : reading->notes) note(e);
  if (const auto mixed = alphabets.add(*reading)) note(*mixed);
  item.record = *std::move(reading);
}

std::optional<Error> for_each_game_line(const std::string& path, io::InputStream& in,
                                        const Common& common, const VisitGame& visit) {
  hex::AlphabetCheck alphabets;
  std::size_t number = 0;
  return for_each_line(path, in, [&](const PositionText& text) {
    GameItem item{text.source, ++number, place_in(text, 0), {}, {}};
    const bool is_hex = is_trmph(path) || hex::is_position_line(text.text);
    if (text.error) {
      item.faults.push_back({place_in(text, text.error->offset), *text.error});
    } else if (is_hex) {
      read_hex_line(text, common, alphabets, item);
    } else {
      read_position(text, common, item);
    }
    visit(item);
  });
}

// Lines and columns of a text, asked for from the front to the back.
class LineCounter {
 public:
  explicit LineCounter(std::string_view text) : text_(text) {}

  Place place(std::size_t offset) {
    if (offset < line_start_) *this = LineCounter(text_);
    for (std::size_t end; (end = text_.find('\n', line_start_)) < offset;) {
      line_start_ = end + 1;
      ++line_;
    }
    return {offset, line_, offset - line_start_ + 1};
  }

 private:
  std::string_view text_;
  std::size_t line_start_ = 0;
  std::size_t line_ = 1;
};

Result<std::string> read_all(const std::string& path, io::InputStream& in, std::size_t most) {
  std::string text(most + 1, '\0');
  const auto n = in.read(text);
  if (!n) return n.error();
  if (*n > most) {
    return Error{ErrorCode::kLimit, most, fmt::format("{} has more than {} bytes", path, most)};
  }
  text.resize(*n);
  char last;  // there is none, unless the stream is damaged
  if (const auto end = in.read({&last, 1}); !end) return end.error();
  return text;
}

std::optional<Error> for_each_sgf(const std::string& path, io::InputStream& in,
                                  const hex::ReadOptions& options, const VisitGame& visit) {
  const auto text = read_all(path, in, kMaxSgfFileBytes);
  if (!text) return text.error();
  LineCounter lines(*text);
  hex::SgfReader reader(*text, options);
  std::size_t number = 0;
  while (const auto reading = reader.next()) {
    GameItem item{path, ++number, lines.place(reader.start()), {}, {}};
    if (*reading) {
      for (const Error& e : (*reading)->notes) {
        item.faults.push_back({lines.place(e.offset), e, false});
      }
      item.record = **reading;
    } else {
      item.faults.push_back({lines.place(reading->error().offset), reading->error()});
    }
    visit(item);
  }
  return std::nullopt;
}

PlacedError placed(const chess::PgnFault& f) {
  return {{f.place.offset, f.place.line, 0, f.ply},
          Error{f.code, f.place.offset, f.detail},
          f.is_refusal};
}

std::optional<Error> for_each_pgn(const std::string& path, io::InputStream& in,
                                  const chess::PgnOptions& options, const VisitGame& visit) {
  games::PgnFile file(std::move(in), options);
  while (true) {
    auto next = file.next();
    if (!next) return next.error();
    if (!*next) return std::nullopt;
    chess::PgnGame& game = **next;
    GameItem item{path, game.place.game, {game.place.offset, game.place.line}, {}, {}};
    for (const chess::PgnFault& f : game.faults) item.faults.push_back(placed(f));
    item.record = std::move(game);
    visit(item);
  }
}

}  // namespace

const PlacedError* GameItem::refusal() const {
  const auto it =
      std::find_if(faults.begin(), faults.end(), [](const PlacedError& e) { return e.is_refusal; });
  return it == faults.end() ? nullptr : &*it;
}

bool GameItem::is_refused() const { return refusal() != nullptr; }

bool has_game_name(const std::string& path) {
  return is_pgn(path) || is_sgf(path) || is_trmph(path);
}

bool is_game_file(const std::string& path, io::InputStream& in) {
  return has_game_name(path) || looks_like_pgn(in.peek());
}

std::optional<Error> for_each_game(const std::string& path, io::InputStream& in,
                                   const Common& common, const VisitGame& visit) {
  if (is_sgf(path)) return for_each_sgf(path, in, common.hex_options(), visit);
  if (is_pgn(path) || (!is_trmph(path) && looks_like_pgn(in.peek()))) {
    return for_each_pgn(path, in, common.pgn_options(), visit);
  }
  return for_each_game_line(path, in, common, visit);
}

std::optional<Error> for_each_game(const std::string& path, const Common& common,
                                   const VisitGame& visit) {
  auto in = io::InputStream::open(path);
  if (!in) return in.error();
  return for_each_game(path, *in, common, visit);
}

std::string to_text(std::string_view source, const PlacedError& fault) {
  const Place& at = fault.place;
  const std::string column = at.column > 0 ? fmt::format(":{}", at.column) : "";
  const std::string ply =
      at.ply ? fmt::format(" (byte {}, ply {})", at.offset, *at.ply) : std::string();
  return fmt::format("{}:{}{}: {}: {}{}", source, at.line, column, name(fault.error.code),
                     fault.error.detail, ply);
}

}  // namespace intarsia::cli
