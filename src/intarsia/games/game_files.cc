#include "intarsia/games/game_files.h"

#include <algorithm>

#include "intarsia/base/text.h"
#include "intarsia/games/formats.h"
#include "intarsia/games/internal/line_counter.h"
#include "intarsia/games/pgn_file.h"
#include "intarsia/hex/game_text.h"
#include "intarsia/hex/position_line.h"
#include "intarsia/hex/sgf.h"
#include "intarsia/hex/trmph.h"
#include "intarsia/io/lines.h"

namespace intarsia::games {

namespace {

// A game or a position on each line.
class LineFile : public GameFile {
 public:
  // `is_hex`: every line is a Hex game, whatever it looks like.
  LineFile(std::string path, io::InputStream in, bool is_hex, const GameFileOptions& options)
      : path_(std::move(path)),
        in_(std::move(in)),
        lines_(in_),
        is_hex_(is_hex),
        options_(options) {}

  std::optional<GameItem> next() override {
    while (const auto line = lines_.next()) {
      if (!hex::is_trmph_header(*line)) return item_of(*line);
    }
    return std::nullopt;
  }
  std::optional<Error> error() const override { return lines_.error(); }

 private:
  GameItem item_of(std::string_view line) {
    GameItem item{path_, ++number_, place(0)};
    if (lines_.is_cut()) {
      const std::string most = std::to_string(io::kMaxLineBytes);
      add(item, {ErrorCode::kLimit, line.size(), concat({"a line has at most ", most, " bytes"})});
    } else if (is_hex_ || hex::is_position_line(line)) {
      read_hex(line, item);
    } else {
      read_position(line, item);
    }
    return item;
  }

  void read_hex(std::string_view line, GameItem& item) {
    auto reading = hex::read_game_line(line, options_.hex);
    if (!reading) return add(item, reading.error());
    for (const Error& e : reading->notes) add(item, e, false);
    if (const auto mixed = alphabets_.add(*reading)) add(item, *mixed, false);
    item.record = *std::move(reading);
  }

  void read_position(std::string_view line, GameItem& item) const {
    auto position = chess::read_position_line(line, options_.pgn.chess960);
    if (!position) return add(item, position.error());
    for (const chess::PlacedFault& f : position->faults) {
      add(item, {ErrorCode::kInvalid, f.offset, f.detail}, false);
    }
    item.record = *std::move(position);
  }

  void add(GameItem& item, const Error& e, bool is_refusal = true) const {
    item.faults.push_back({place(e.offset), e, is_refusal});
  }
  Place place(std::size_t column) const {
    return {lines_.offset() + column, lines_.number(), column + 1};
  }

  std::string path_;
  io::InputStream in_;
  io::LineReader lines_;
  bool is_hex_;
  GameFileOptions options_;
  hex::AlphabetCheck alphabets_;
  std::size_t number_ = 0;
};

class SgfFile : public GameFile {
 public:
  SgfFile(std::string path, std::string text, const hex::ReadOptions& options)
      : path_(std::move(path)), text_(std::move(text)), lines_(text_), reader_(text_, options) {}

  std::optional<GameItem> next() override {
    auto reading = reader_.next();
    if (!reading) return std::nullopt;
    GameItem item{path_, ++number_, place(reader_.start())};
    const auto add = [&](const Error& e, bool is_refusal) {
      item.faults.push_back({place(e.offset), e, is_refusal});
    };
    if (!*reading) {
      add(reading->error(), true);
      return item;
    }
    for (const Error& e : (*reading)->notes) add(e, false);
    item.record = **std::move(reading);
    return item;
  }
  std::optional<Error> error() const override { return std::nullopt; }

 private:
  Place place(std::size_t offset) {
    const LineCounter::Spot spot = lines_.spot(offset);
    return {offset, spot.line, spot.column};
  }

  std::string path_;
  std::string text_;
  LineCounter lines_;
  hex::SgfReader reader_;
  std::size_t number_ = 0;
};

class PgnItems : public GameFile {
 public:
  PgnItems(std::string path, io::InputStream in, const chess::PgnOptions& options)
      : path_(std::move(path)), file_(std::move(in), options) {}

  std::optional<GameItem> next() override {
    auto game = file_.next();
    if (!game) error_ = game.error();
    if (error_ || !*game) return std::nullopt;
    const chess::PgnPlace& at = (*game)->place;
    GameItem item{path_, at.game, {at.offset, at.line}};
    for (const chess::PgnFault& f : (*game)->faults) {
      item.faults.push_back({{f.place.offset, f.place.line, 0, f.ply},
                             Error{f.code, f.place.offset, f.detail},
                             f.is_refusal});
    }
    item.record = **std::move(game);
    return item;
  }
  std::optional<Error> error() const override { return error_; }

 private:
  std::string path_;
  PgnFile file_;
  std::optional<Error> error_;
};

Result<std::string> read_all(const std::string& path, io::InputStream& in, std::size_t most) {
  std::string text(most + 1, '\0');
  const auto n = in.read(text);
  if (!n) return n.error();
  if (*n > most) {
    return Error{ErrorCode::kLimit, most,
                 concat({path, " has more than ", std::to_string(most), " bytes"})};
  }
  text.resize(*n);
  char last;  // there is none, unless the stream is damaged
  if (const auto end = in.read({&last, 1}); !end) return end.error();
  return text;
}

// The format of a file of games; empty if its lines are positions. A TRMPH line is both: only the
// file's name makes it a game.
std::string_view game_format(std::string_view path, std::string_view start) {
  const std::string_view named = format_by_name(path);
  const std::string_view format = named.empty() ? format_by_text(start) : named;
  const bool is_games = format == "pgn" || format == "sgf" || named == "trmph";
  return is_games ? format : std::string_view{};
}

}  // namespace

const PlacedError* GameItem::refusal() const {
  const auto it =
      std::find_if(faults.begin(), faults.end(), [](const PlacedError& e) { return e.is_refusal; });
  return it == faults.end() ? nullptr : &*it;
}

bool has_game_name(std::string_view path) { return !game_format(path, {}).empty(); }

bool is_game_file(std::string_view path, io::InputStream& in) {
  return !game_format(path, in.peek()).empty();
}

Result<std::unique_ptr<GameFile>> open_games(const std::string& path, io::InputStream in,
                                             const GameFileOptions& options) {
  const std::string_view format = game_format(path, in.peek());
  std::unique_ptr<GameFile> file;
  if (format == "sgf") {
    auto text = read_all(path, in, hex::kMaxSgfBytes);
    if (!text) return std::move(text).error();
    file = std::make_unique<SgfFile>(path, *std::move(text), options.hex);
  } else if (format == "pgn") {
    file = std::make_unique<PgnItems>(path, std::move(in), options.pgn);
  } else {
    file = std::make_unique<LineFile>(path, std::move(in), format == "trmph", options);
  }
  return file;
}

Result<std::unique_ptr<GameFile>> open_games(const std::string& path,
                                             const GameFileOptions& options) {
  auto in = io::InputStream::open(path);
  if (!in) return in.error();
  return open_games(path, *std::move(in), options);
}

}  // namespace intarsia::games
